import type { CreateTableBuilder, Kysely } from 'kysely';
import { greatestFirst } from '../dialect.js';
import type { Migration } from './migration.js';

/** Accounts, feeds with their items, bundles, and the processes that serve them. */
export const foundation: Migration = {
  version: 1,
  name: 'foundation',
  async up(db) {
    await createAccounts(db);
    await createFeeds(db);
    await createItems(db);
    await createBundles(db);
    await createInstances(db);
  },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_account').on('api_keys').column('account_id').execute();
}

async function createFeeds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feeds')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .$call(addSourceColumns)
    .$call(addDisplayColumns)
    .$call(addReadingColumns)
    .$call(addRefreshColumns)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('feeds_source')
    .on('feeds')
    .columns(['account_id', 'mode', 'source_key', 'region'])
    .unique()
    .execute();
  // The order of GET /v1/feeds; SQLite walks it for the offset without touching the table.
  await db.schema
    .createIndex('feeds_listing')
    .on('feeds')
    .columns(['account_id', 'created_at desc', 'id'])
    .execute();
  await db.schema.createIndex('feeds_due').on('feeds').column('next_refresh_at').execute();
}

type FeedsBuilder = CreateTableBuilder<string, string>;

function addSourceColumns(table: FeedsBuilder): FeedsBuilder {
  return table
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('source_url', 'text', (column) => column.notNull())
    .addColumn('source_key', 'text', (column) => column.notNull())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('keyword', 'text')
    .addColumn('selectors', 'text');
}

function addDisplayColumns(table: FeedsBuilder): FeedsBuilder {
  return table
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('icon', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('site_url', 'text')
    .addColumn('title_override', 'text')
    .addColumn('description_override', 'text')
    .addColumn('icon_override', 'text')
    .addColumn('custom_author', 'text');
}

function addReadingColumns(table: FeedsBuilder): FeedsBuilder {
  return table
    .addColumn('poll_url', 'text', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('rule', 'text')
    .addColumn('schedule_hints', 'text', (column) => column.notNull())
    .addColumn('fresh_until', 'bigint')
    .addColumn('identity_policy', 'text')
    .addColumn('last_batch_at', 'bigint', (column) => column.notNull());
}

function addRefreshColumns(table: FeedsBuilder): FeedsBuilder {
  return table
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('inactive_reason', 'text')
    .addColumn('next_refresh_at', 'bigint', (column) => column.notNull())
    .addColumn('last_refreshed_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('gone_answers', 'integer', (column) => column.notNull())
    .addColumn('not_modified', 'integer', (column) => column.notNull())
    .addColumn('document_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_token', 'text')
    .addColumn('lease_expires_at', 'bigint');
}

async function createItems(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('feed_id', 'text', (column) =>
      column.notNull().references('feeds.id').onDelete('cascade'),
    )
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('guid', 'text')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description_text', 'text', (column) => column.notNull())
    .addColumn('description_html', 'text', (column) => column.notNull())
    .addColumn('thumbnail', 'text')
    .addColumn('date_published', 'bigint')
    .addColumn('authors', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('items_primary_key', ['feed_id', 'identity'])
    .execute();
  // The two orders, for one feed and for the members of a bundle: covering, so that the newest of
  // a thousand feeds are found without reading what those feeds say.
  await db.schema
    .createIndex('items_last_added')
    .on('items')
    .columns(['feed_id', 'added_at desc', 'position', 'identity'])
    .execute();
  await db.schema
    .createIndex('items_date')
    .on('items')
    .columns(['feed_id'])
    .expression(greatestFirst(db, 'date_published'))
    .column('identity')
    .execute();
}

async function createBundles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bundles')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('icon', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bundles_listing')
    .on('bundles')
    .columns(['account_id', 'created_at desc', 'id'])
    .execute();
  await db.schema
    .createTable('bundle_feeds')
    .addColumn('bundle_id', 'text', (column) =>
      column.notNull().references('bundles.id').onDelete('cascade'),
    )
    .addColumn('feed_id', 'text', (column) =>
      column.notNull().references('feeds.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('bundle_feeds_primary_key', ['bundle_id', 'feed_id'])
    .execute();
  await db.schema.createIndex('bundle_feeds_feed').on('bundle_feeds').column('feed_id').execute();
}

async function createInstances(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('listen_url', 'text')
    .addColumn('public_url', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('heartbeat_at', 'bigint', (column) => column.notNull())
    .addColumn('stopped_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('instances_heartbeat')
    .on('instances')
    .column('heartbeat_at')
    .execute();
}
