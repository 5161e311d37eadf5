import type { Clock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import { newAccountId } from '../core/ids.js';
import type { Store } from '../store/store.js';
import { type AccountLimits, limitColumns } from './account-limits.js';

/** Longest name of an account, in characters. */
const LONGEST_NAME = 100;

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
  throw new ServiceError('ACCOUNT_EXISTS', `There is an account ${name.trim()} already.`);
}

function checkedName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    throw new ServiceError(
      'INVALID_FIELD',
      `The name of an account has 1 to ${LONGEST_NAME} characters, and no control characters.`,
    );
  }
  if (name !== 'owner' && !LIKE_AN_ID.test(name)) return name;
  throw name === 'owner'
    ? new ServiceError('ACCOUNT_EXISTS', 'There is an account owner already.')
    : new ServiceError('INVALID_FIELD', 'The name of an account must not begin like an id, acc_.');
}
