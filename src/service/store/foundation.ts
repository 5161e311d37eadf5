import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres, NEWEST_ITEM_DATE } from './dialect.js';
import type { Migration } from './migration.js';
import { accountTables } from './tables/accounts.js';
import { feedTables } from './tables/feeds.js';
import { itemTables } from './tables/items.js';
import { processTables } from './tables/processes.js';
import { postgresSearch, sqliteSearch } from './tables/search.js';
import { webhookTables } from './tables/webhooks.js';

/** What both stores have. The SQL is that of SQLite, with `nulls last`, which it does not know in an index. */
const shared = [
  ...accountTables,
  ...feedTables,
  ...itemTables,
  ...webhookTables,
  ...processTables,
  'create index feeds_newest_item on feeds (account_id, NEWEST_ITEM_DATE desc nulls last, id)',
];

const forSqlite = [
  ...shared.map((statement) =>
    statement
      .replace('NEWEST_ITEM_DATE', NEWEST_ITEM_DATE.sqlite)
      .replaceAll(' desc nulls last', ' desc'),
  ),
  ...sqliteSearch,
];

/** Text is ordered bytewise, as in SQLite: the collation of the database differs between hosts. */
const forPostgres = [
  ...shared.map((statement) => statement.replace('NEWEST_ITEM_DATE', NEWEST_ITEM_DATE.postgres)),
  ...postgresSearch,
].map((statement) => statement.replaceAll(/^( +\w+ text)\b/gm, '$1 collate "C"'));

const digest = createHash('sha256')
  .update([...forSqlite, ...forPostgres].join(';'))
  .digest('hex')
  .slice(0, 8);

/**
 * All tables. Until 1.0 they change in place, so the name says which tables these are: a build refuses
 * a database with others. From 1.0 on this stays as it is, and migrations follow.
 */
export const foundation: Migration = {
  version: 1,
  name: `foundation-${digest}`,
  async up(db) {
    for (const statement of isPostgres(db) ? forPostgres : forSqlite) {
      await sql.raw(statement).execute(db);
    }
  },
};
