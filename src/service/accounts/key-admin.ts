import {
  type ApiKey,
  MAX_KEY_NAME_LENGTH,
  type NewApiKey,
  type RevokedKey,
} from '../../contract/index.js';
import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import type { Page } from '../core/time.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.js';

/** Every operation on the API keys of one account. */
export type KeyAdmin = ReturnType<typeof keyAdmin>;

export function keyAdmin(store: Store, clock: Clock, account: Account) {
  return {
    /** The account's keys, newest first, revoked ones included; all of them without a page. */
    list(page?: Page): Promise<ApiKey[]> {
      return listApiKeys(store, account, page);
    },
    /**
     * A new key. Its secret is in the answer and nowhere else.
     * @throws ServiceError INVALID_FIELD
     */
    async create(name: string): Promise<NewApiKey> {
      const trimmed = name.trim();
      if (trimmed === '' || trimmed.length > MAX_KEY_NAME_LENGTH) {
        throw new ServiceError(
          'INVALID_FIELD',
          `The name of a key must have 1 to ${MAX_KEY_NAME_LENGTH} characters.`,
        );
      }
      const { apiKey, apiSecret } = await createApiKey(store, clock, account, trimmed);
      return { id: apiKey, name: trimmed, secret: apiSecret };
    },
    /** @throws ServiceError KEY_NOT_FOUND, also when it was revoked before */
    async revoke(id: string): Promise<RevokedKey> {
      if (await revokeApiKey(store, clock, account, id)) return { id, revoked: true };
      throw new ServiceError('KEY_NOT_FOUND', `There is no key ${id} in use in this account.`);
    },
  };
}
