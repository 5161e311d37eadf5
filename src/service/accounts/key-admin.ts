import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.js';

/** Longest name of a key, in characters. */
const MAX_NAME_LENGTH = 200;

/** A key as it is shown to its owner. Times are ISO 8601. */
interface ShownKey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Everything that can be done with the API keys of one account. */
export type KeyAdmin = ReturnType<typeof keyAdmin>;

export function keyAdmin(store: Store, clock: Clock, account: Account) {
  return {
    /** The account's keys, newest first, those that were revoked included. */
    async list(): Promise<ShownKey[]> {
      const keys = await listApiKeys(store, account);
      return keys.map(({ id, name, createdAt, lastUsedAt, revokedAt }) => ({
        id,
        name,
        created_at: isoTime(createdAt),
        last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
        revoked_at: revokedAt === null ? null : isoTime(revokedAt),
      }));
    },
    /**
     * A new key. Its secret is in the answer and nowhere else.
     * @throws ServiceError INVALID_FIELD
     */
    async create(name: string): Promise<{ id: string; name: string; secret: string }> {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH) {
        throw new ServiceError(
          'INVALID_FIELD',
          `The name of a key has 1 to ${MAX_NAME_LENGTH} characters.`,
        );
      }
      const { apiKey, apiSecret } = await createApiKey(store, clock, account, trimmed);
      return { id: apiKey, name: trimmed, secret: apiSecret };
    },
    /** @throws ServiceError KEY_NOT_FOUND, also when it was revoked before */
    async revoke(id: string): Promise<{ id: string; revoked: true }> {
      if (await revokeApiKey(store, clock, account, id)) return { id, revoked: true };
      throw new ServiceError('KEY_NOT_FOUND', `There is no key ${id} in use in this account.`);
    },
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
