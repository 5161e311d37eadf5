import type { Account } from '../accounts/account.js';
import type { Source } from '../sources/source-reader.js';
import type { Db } from '../store/store.js';
import { sourceColumns } from './source-columns.js';

/** The account's feed of this source, if it has one: unique on mode, source key and region. */
export async function findFeedBySource(
  db: Db,
  account: Account,
  source: Source,
): Promise<{ id: string; selectors: string | null; origin: 'feed' | 'page' } | undefined> {
  const { mode, source_key, region } = sourceColumns(source);
  return db
    .selectFrom('feeds')
    .select(['id', 'selectors', 'origin'])
    .where('account_id', '=', account.id)
    .where('mode', '=', mode)
    .where('source_key', '=', source_key)
    .where('region', '=', region)
    .executeTakeFirst();
}
