import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AccountLimits } from '../../contract/index.js';
import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import { newAccountId } from '../core/ids.js';
import type { AccountsTable } from '../store/schema.js';
import type { Db, Store } from '../store/store.js';
import { limitColumns } from './account-limits.js';

/** Whose feeds a request may see. */
export interface Account {
  id: string;
}

/** How often a key may ask: so many requests in a minute, of which so many may come at once. */
export interface RequestRate {
  perMinute: number;
  burst: number;
}

/** The account that a key belongs to. */
export interface Caller extends Account {
  /** How often this key may ask; any number when left out. */
  rate?: RequestRate;
}

/** The account that is made with the database and that the embedded profile belongs to. */
export const OWNER_ID = 'owner';

/** Ids look like this: a name must not be taken for one. */
const LIKE_AN_ID = /^(?:owner$|acc_)/;

/**
 * A new account, without keys yet. Its limits are its own from now on.
 * @returns its id.
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

/** The characters and the length of a name are checked by the contract. */
function checkedName(given: string): string {
  const name = given.trim();
  if (name !== 'owner' && !LIKE_AN_ID.test(name)) return name;
  throw name === 'owner'
    ? new ServiceError('ACCOUNT_EXISTS', 'The account owner already exists.')
    : new ServiceError(
        'INVALID_FIELD',
        'The name of an account must not begin with acc_, like an id.',
      );
}

/**
 * The account with this id, or this name.
 * @throws ServiceError ACCOUNT_NOT_FOUND
 */
export async function findAccount(db: Db, idOrName: string): Promise<Selectable<AccountsTable>> {
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

/** Makes the owner account on the first start. True when this call made it. */
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

/** What rests while its account is switched off. */
type Owned = 'feeds' | 'bundles' | 'webhooks';

/**
 * True for rows of an account that is in use. Few are switched off, and they have an index of their
 * own: the list is made once a statement.
 */
export function ofEnabledAccount(table: Owned): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.account_id`)} not in (select accounts.id from accounts where accounts.disabled_at is not null)`;
}
