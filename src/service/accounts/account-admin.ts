import type {
  AccountLimits,
  CreateAccountBody,
  Account as ShownAccount,
  UpdateAccountBody,
} from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import type { Page } from '../core/paging.js';
import { type Clock, isoTime, isoTimeOrNull } from '../core/time.js';
import type { RowOf } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { createAccount, findAccount, OWNER_ID } from './account.js';
import { changedLimits, limitColumns, limitsOfRow } from './account-limits.js';
import { type KeyAdmin, keyAdmin } from './key-admin.js';
import { deferFeeds, restoreFeeds } from './suspended-feeds.js';

/** Operations on accounts. `account` is an id or a name; ACCOUNT_NOT_FOUND if it does not exist. */
export type AccountAdmin = ReturnType<typeof accountAdmin>;

/** @param defaults limits of a new account */
export function accountAdmin(store: Store, clock: Clock, defaults: AccountLimits) {
  const { db } = store;

  async function shown(row: RowOf<'accounts'>): Promise<ShownAccount> {
    const feeds = await countFeeds(store, [row.id]);
    return present(row, feeds.get(row.id) ?? 0);
  }

  return {
    /** A page of the accounts, oldest first. */
    async list({ limit, offset }: Page): Promise<ShownAccount[]> {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const feeds = await countFeeds(
        store,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => present(row, feeds.get(row.id) ?? 0));
    },
    async get(account: string): Promise<ShownAccount> {
      return shown(await findAccount(db, account));
    },
    /** @throws ServiceError INVALID_FIELD, ACCOUNT_EXISTS */
    async create({ name, limits = {} }: CreateAccountBody): Promise<ShownAccount> {
      const id = await createAccount(store, clock, name, changedLimits(defaults, limits));
      return shown(await findAccount(db, id));
    },
    /**
     * Changes the given limits; disables or enables the account.
     * @throws ServiceError INVALID_FIELD, also for disabling the owner account
     */
    async update(account: string, { limits, enabled }: UpdateAccountBody): Promise<ShownAccount> {
      const row = await findAccount(db, account);
      if (enabled === false && row.id === OWNER_ID) throw ownerStaysEnabled();
      if (limits !== undefined) {
        await db
          .updateTable('accounts')
          .set(limitColumns(changedLimits(limitsOfRow(row), limits)))
          .where('id', '=', row.id)
          .execute();
      }
      if (enabled === false) await disableAccount(store, clock, row.id);
      if (enabled === true) await enableAccount(store, row.id);
      return shown(await findAccount(db, row.id));
    },
    async keysOf(account: string): Promise<KeyAdmin> {
      const { id } = await findAccount(db, account);
      return keyAdmin(store, clock, { id });
    },
  };
}

async function countFeeds(
  { db }: Store,
  accounts: readonly string[],
): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map();
  const counted = await db
    .selectFrom('feeds')
    .select(({ fn }) => ['account_id', fn.countAll<number>().as('feeds')])
    .where('account_id', 'in', accounts)
    .groupBy('account_id')
    .execute();
  return new Map(counted.map((row) => [row.account_id, Number(row.feeds)]));
}

function present(row: RowOf<'accounts'>, feeds: number): ShownAccount {
  return {
    id: row.id,
    name: row.name,
    enabled: row.disabled_at === null,
    feeds,
    limits: limitsOfRow(row),
    created_at: isoTime(row.created_at),
    disabled_at: isoTimeOrNull(row.disabled_at),
  };
}

function ownerStaysEnabled(): ServiceError {
  return new ServiceError(
    'INVALID_FIELD',
    'The owner account cannot be disabled: the embedded command line depends on it.',
  );
}

/**
 * Disables an account: its keys are refused, its feeds are not fetched or published, and nothing is
 * delivered to its webhooks. Its data is kept.
 */
async function disableAccount(store: Store, clock: Clock, id: string): Promise<void> {
  await store.db
    .updateTable('accounts')
    .set({ disabled_at: clock.now() })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .execute();
  await deferFeeds(store.db, id);
}

/** Enables an account again; its feeds resume. */
async function enableAccount({ db }: Store, id: string): Promise<void> {
  await db.updateTable('accounts').set({ disabled_at: null }).where('id', '=', id).execute();
  await restoreFeeds(db, id);
}
