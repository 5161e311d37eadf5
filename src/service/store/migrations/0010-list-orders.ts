import { type Kysely, sql } from 'kysely';
import { isPostgres, newestItemDate, titleOrder } from '../dialect.js';
import type { Migration } from './migration.js';

/** The feeds of an account by title and by their newest item, without sorting 100,000 of them. */
export const listOrders: Migration = {
  version: 10,
  name: 'list-orders',
  async up(db) {
    await sql`create index feeds_title on feeds (account_id, ${titleOrder()}, id)`.execute(db);
    await indexNewestItem(db);
  },
};

async function indexNewestItem(db: Kysely<unknown>): Promise<void> {
  const nulls = isPostgres(db) ? sql` nulls last` : sql``;
  const newestFirst = sql`${newestItemDate(db)} desc${nulls}`;
  await sql`create index feeds_newest_item on feeds (account_id, ${newestFirst}, id)`.execute(db);
}
