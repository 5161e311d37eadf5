import type { ApiKey, CreateKeyBody, NewApiKey, RevokedKey } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Page } from '../core/paging.js';
import { type Clock, isoTimeOrNull } from '../core/time.js';
import { countRows } from '../store/count-rows.js';
import type { Db, Store } from '../store/store.js';
import type { Account } from './account.js';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.js';

/** Operations on the API keys of one account. */
export type KeyAdmin = ReturnType<typeof keyAdmin>;

/** Limit of valid keys per account: a script that creates a key per run should reuse one. */
const MAX_KEYS = 100;

export function keyAdmin(store: Store, clock: Clock, account: Account) {
  return {
    /** The account's keys, newest first, revoked ones included; all of them without a page. */
    list(page?: Page): Promise<ApiKey[]> {
      return listApiKeys(store, account, page);
    },
    /**
     * Creates a key. Its secret is only in the response.
     * @throws ServiceError KEY_LIMIT_REACHED
     */
    async create(body: CreateKeyBody): Promise<NewApiKey> {
      const { name, read_only = false } = body;
      const { apiKey, apiSecret, expiresAt } = await store.db.transaction().execute(async (db) => {
        await requireRoom(db, account, clock.now());
        return createApiKey({ db }, clock, account, body);
      });
      const expires_at = isoTimeOrNull(expiresAt);
      return { id: apiKey, name, read_only, expires_at, secret: apiSecret };
    },
    /** @throws ServiceError KEY_NOT_FOUND, also when it is already revoked */
    async revoke(id: string): Promise<RevokedKey> {
      if (await revokeApiKey(store, clock, account, id)) return { id, revoked: true };
      throw new ServiceError('KEY_NOT_FOUND', `There is no valid key ${id} in this account.`);
    },
  };
}

async function requireRoom(db: Db, account: Account, now: number): Promise<void> {
  const keys = await countRows(
    db
      .selectFrom('api_keys')
      .where('account_id', '=', account.id)
      .where('revoked_at', 'is', null)
      .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)])),
  );
  if (keys < MAX_KEYS) return;
  throw new ServiceError(
    'KEY_LIMIT_REACHED',
    `An account has at most ${MAX_KEYS} keys in use. Revoke one that is no longer used first.`,
  );
}
