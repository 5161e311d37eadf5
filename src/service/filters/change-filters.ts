import type { FiltersInput } from '../../contract/index.js';
import type { ServiceError } from '../core/errors.js';
import type { Db } from '../store/store.js';
import { checkFilters } from './check-filters.js';
import { filtersColumn, readFilters } from './stored-filters.js';

/**
 * The filters column after a change of a feed or bundle. A list that is left out is not changed;
 * the row is locked until the transaction ends, so that concurrent changes of the other list are
 * kept.
 * @throws ServiceError INVALID_FIELD, or `notFound` if the account has no such row
 */
export async function changedFilters(
  transaction: Db,
  table: 'feeds' | 'bundles',
  row: { id: string; account_id: string },
  input: FiltersInput | null,
  notFound: (id: string) => ServiceError,
): Promise<string | null> {
  const stored = await transaction
    .selectFrom(table)
    .select('filters')
    .where('id', '=', row.id)
    .where('account_id', '=', row.account_id)
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) throw notFound(row.id);
  return filtersColumn(await checkFilters(input, readFilters(stored.filters)));
}
