import { ServiceError } from '../core/errors.js';
import type { Clock } from '../core/time.js';
import { prepared } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import type { Caller } from './account.js';
import { rateOf } from './account-limits.js';
import { hashSecret, secretMatches } from './api-keys.js';

/** Replaces the hash of an unknown key, so that both cases take the same time. */
const NO_HASH = hashSecret('');

const selectKey = prepared((db, apiKey: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.account_id',
      'api_keys.secret_hash',
      'api_keys.last_used_at',
      'api_keys.read_only',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'accounts.disabled_at',
      'accounts.requests_per_minute',
      'accounts.burst',
    ])
    .where('api_keys.id', '=', apiKey),
);

/**
 * The account of a key and its secret, or null when either is wrong, or the key is revoked or has
 * expired.
 * @param usedFrom program and network of the request, for the owner of the key
 * @throws ServiceError ACCOUNT_DISABLED, only for a correct secret
 */
export async function authenticate(
  { db, clock }: Store,
  lastUsed: LastUsed,
  apiKey: string,
  apiSecret: string,
  usedFrom: () => string,
): Promise<Caller | null> {
  const [key] = await selectKey(db, apiKey);
  const matches = secretMatches(apiSecret, key?.secret_hash ?? NO_HASH);
  if (key === undefined || !matches || key.revoked_at !== null) return null;
  if (key.expires_at !== null && key.expires_at <= clock.now()) return null;
  if (key.disabled_at !== null) throw accountDisabled();
  lastUsed.note(apiKey, key.last_used_at, usedFrom);
  const rate = rateOf(key);
  return {
    id: key.account_id,
    ...(rate === undefined ? {} : { rate }),
    ...(key.read_only === 1 && { isReadOnly: true }),
  };
}

export function accountDisabled(): ServiceError {
  return new ServiceError(
    'ACCOUNT_DISABLED',
    'This account is disabled. Its feeds and keys are kept; the operator of the service can enable it again.',
  );
}

const ONCE_EVERY_MS = 60_000;

/**
 * Records the last use of a key and where it came from, at most once a minute. The request does not wait for the write,
 * because another write lock could delay it.
 */
export class LastUsed {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  note(apiKey: string, writtenAt: number | null, usedFrom: () => string): void {
    const now = this.#clock.now();
    if (writtenAt !== null && now - writtenAt < ONCE_EVERY_MS) return;
    if (this.#writing.has(apiKey)) return;
    const done = this.#write(apiKey, now, usedFrom()).finally(() => this.#writing.delete(apiKey));
    this.#writing.set(apiKey, done);
  }

  /** Resolves when all recorded uses are written or have failed. */
  async flush(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** A failed write is ignored: the next use records the time again. */
  async #write(apiKey: string, now: number, from: string): Promise<void> {
    await this.#store.db
      .updateTable('api_keys')
      .set({ last_used_at: now, last_used_from: from })
      .where('id', '=', apiKey)
      .execute()
      .catch(() => undefined);
  }
}
