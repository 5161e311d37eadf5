import type { Selectable } from 'kysely';
import { ServiceError } from '../core/errors.js';
import type { AccountsTable } from '../store/schema.js';
import type { Db } from '../store/store.js';

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
