import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountLimits } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { newAccountId } from '../core/ids.js';
import type { Clock } from '../core/time.js';
import type { RowOf } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import type { RequestRate } from './account-limits.js';
import { limitColumns } from './account-limits.js';

/** The account whose data a request may access. */
export interface Account {
  id: string;
}

/** The account that a key belongs to. */
export interface Caller extends Account {
  /** The request rate of this key; unlimited when omitted. */
  rate?: RequestRate;
  /** True if the key may only send GET requests. */
  isReadOnly?: boolean;
}

/** The account that is created with the database and used by the embedded profile. */
export const OWNER_ID = 'owner';
export const OWNER: Account = { id: OWNER_ID };

/** Names must not have the form of an id. */
const LIKE_AN_ID = /^(?:owner$|acc_)/;

/**
 * Creates an account, without keys.
 * @returns its id
 * @throws ServiceError INVALID_FIELD, ACCOUNT_EXISTS
 */
export async function createAccount(
  { db }: Store,
  clock: Clock,
  name: string,
  limits: AccountLimits,
): Promise<string> {
  const made = await db
    .insertInto('accounts')
    .values({
      id: newAccountId(),
      name: checkedName(name),
      created_at: clock.now(),
      ...limitColumns(limits),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return made.id;
  throw new ServiceError('ACCOUNT_EXISTS', `The account ${name.trim()} already exists.`);
}

/** The contract checks the characters and length of a name. */
function checkedName(given: string): string {
  const name = given.trim();
  if (name !== 'owner' && !LIKE_AN_ID.test(name)) return name;
  throw name === 'owner'
    ? new ServiceError('ACCOUNT_EXISTS', 'The account owner already exists.')
    : new ServiceError(
        'INVALID_FIELD',
        'The name of an account must not start with acc_, like an id.',
      );
}

/**
 * The account with this id, or this name.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function findAccount(db: Db, idOrName: string): Promise<RowOf<'accounts'>> {
  const found = await db
    .selectFrom('accounts')
    .selectAll()
    .where((account) => account.or([account('id', '=', idOrName), account('name', '=', idOrName)]))
    .execute();
  const account = found.find(({ id }) => id === idOrName) ?? found[0];
  if (account === undefined) {
    throw new ServiceError('ACCOUNT_NOT_FOUND', `There is no account ${idOrName}.`);
  }
  return account;
}

/** Creates the owner account on the first start. @returns true when this call created it */
export async function ensureOwner({ db }: Store, clock: Clock): Promise<boolean> {
  const existing = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', OWNER_ID)
    .executeTakeFirst();
  if (existing !== undefined) return false;
  const made = await db
    .insertInto('accounts')
    .values({ id: OWNER_ID, name: 'owner', created_at: clock.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Tables whose rows are inactive while the account is disabled. */
type Owned = 'feeds' | 'bundles' | 'webhooks';

/**
 * True for rows of an enabled account. Disabled accounts are few and have their own index; the list
 * is computed once per statement.
 */
export function ofEnabledAccount(table: Owned): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.account_id`)} not in (select accounts.id from accounts where accounts.disabled_at is not null)`;
}
