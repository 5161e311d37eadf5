import type { Selectable } from 'kysely';
import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import type { AccountsTable } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { createAccount, findAccount, OWNER_ID } from './account.js';
import { type AccountLimits, changedLimits, limitColumns, limitsOfRow } from './account-limits.js';
import { type KeyAdmin, keyAdmin } from './key-admin.js';
import { parkFeeds, unparkFeeds } from './suspended-feeds.js';

/** An account as it is shown to the operator. Times are ISO 8601; a limit of null is none. */
export interface ShownAccount {
  id: string;
  name: string;
  enabled: boolean;
  /** How many it has. */
  feeds: number;
  limits: {
    requests_per_minute: number | null;
    burst: number | null;
    feeds: number | null;
    concurrent_creations: number | null;
  };
  created_at: string;
  disabled_at: string | null;
}

/** Everything that can be done with accounts; each takes an id or a name, ACCOUNT_NOT_FOUND else. */
export type AccountAdmin = ReturnType<typeof accountAdmin>;

/** @param defaults what a new account may use. */
export function accountAdmin(store: Store, clock: Clock, defaults: AccountLimits) {
  const { db } = store;
  const find = (account: string) => findAccount(db, account);

  async function shown(account: string): Promise<ShownAccount> {
    const row = await find(account);
    const { feeds } = await db
      .selectFrom('feeds')
      .select(({ fn }) => fn.countAll<number>().as('feeds'))
      .where('account_id', '=', row.id)
      .executeTakeFirstOrThrow();
    return present(row, Number(feeds));
  }

  return {
    /** Every account, the oldest first. */
    async list(): Promise<ShownAccount[]> {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').execute();
      const counted = await db
        .selectFrom('feeds')
        .select(({ fn }) => ['account_id', fn.countAll<number>().as('feeds')])
        .groupBy('account_id')
        .execute();
      const feeds = new Map(counted.map((row) => [row.account_id, Number(row.feeds)]));
      return rows.map((row) => present(row, feeds.get(row.id) ?? 0));
    },
    /** @throws ServiceError INVALID_FIELD, ACCOUNT_EXISTS */
    async create(name: string): Promise<ShownAccount> {
      return shown(await createAccount(store, clock, name, defaults));
    },
    /** @throws ServiceError INVALID_FIELD for the owner's account */
    async disable(account: string): Promise<ShownAccount> {
      const { id } = await find(account);
      await disableAccount(store, clock, id);
      return shown(id);
    },
    async enable(account: string): Promise<ShownAccount> {
      const { id } = await find(account);
      await enableAccount(store, id);
      return shown(id);
    },
    /**
     * Changes the limits that are given, and shows them all.
     * @throws ServiceError INVALID_FIELD
     */
    async limits(account: string, changes: Partial<AccountLimits>): Promise<ShownAccount> {
      const row = await find(account);
      await db
        .updateTable('accounts')
        .set(limitColumns(changedLimits(limitsOfRow(row), changes)))
        .where('id', '=', row.id)
        .execute();
      return shown(row.id);
    },
    async keysOf(account: string): Promise<KeyAdmin> {
      const { id } = await find(account);
      return keyAdmin(store, clock, { id });
    },
  };
}

function present(row: Selectable<AccountsTable>, feeds: number): ShownAccount {
  const limits = limitsOfRow(row);
  return {
    id: row.id,
    name: row.name,
    enabled: row.disabled_at === null,
    feeds,
    limits: {
      requests_per_minute: limits.requestsPerMinute,
      burst: limits.burst,
      feeds: limits.feeds,
      concurrent_creations: limits.concurrentCreations,
    },
    created_at: isoTime(row.created_at),
    disabled_at: row.disabled_at === null ? null : isoTime(row.disabled_at),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Switches an account off: its keys are refused, its feeds rest, what it has published is not found
 * and nothing is delivered to its webhooks. Nothing is lost.
 * @throws ServiceError INVALID_FIELD for the owner's
 */
export async function disableAccount(store: Store, clock: Clock, id: string): Promise<void> {
  if (id === OWNER_ID) {
    throw new ServiceError(
      'INVALID_FIELD',
      'The account owner is the one that the command line on this machine works with: it cannot be switched off.',
    );
  }
  await store.db
    .updateTable('accounts')
    .set({ disabled_at: clock.now() })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  await parkFeeds(store.db, id);
}

/** Switches an account on again; its feeds go on where they were. */
export async function enableAccount({ db }: Store, id: string): Promise<void> {
  await db.updateTable('accounts').set({ disabled_at: null }).where('id', '=', id).execute();
  await unparkFeeds(db, id);
}
