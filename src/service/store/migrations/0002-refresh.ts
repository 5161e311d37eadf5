import type { Kysely } from 'kysely';
import type { Migration } from './migration.js';

/** What refreshing needs to remember, and the outbox of what it has to announce. */
export const refresh: Migration = {
  version: 2,
  name: 'refresh',
  async up(db) {
    await extendFeedsAndItems(db);
    await createFeedDocuments(db);
    await createTombstones(db);
    await createRefreshes(db);
    await createHostBlocks(db);
    await createEvents(db);
  },
};

async function extendFeedsAndItems(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feeds').addColumn('poll_domain', 'text').execute();
  await db.schema.alterTable('feeds').addColumn('item_dates', 'text').execute();
  await db.schema
    .alterTable('feeds')
    .addColumn('refresh_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('items')
    .addColumn('announced_changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('items').addColumn('source_hash', 'text').execute();
}

/** Beside the feed and not in it: a list of 500 is wanted when a document came, and only then. */
async function createFeedDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_documents')
    .addColumn('feed_id', 'text', (column) =>
      column.primaryKey().notNull().references('feeds.id').onDelete('cascade'),
    )
    .addColumn('identities', 'text', (column) => column.notNull())
    .execute();
}

async function createTombstones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tombstones')
    .addColumn('feed_id', 'text', (column) =>
      column.notNull().references('feeds.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tombstones_primary_key', ['feed_id', 'hash'])
    .execute();
}

async function createRefreshes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refreshes')
    .addColumn('feed_id', 'text', (column) =>
      column.notNull().references('feeds.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('items_new', 'integer', (column) => column.notNull())
    .addColumn('items_changed', 'integer', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addPrimaryKeyConstraint('refreshes_primary_key', ['feed_id', 'number'])
    .execute();
}

async function createHostBlocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('host_blocks')
    .addColumn('domain', 'text', (column) => column.primaryKey().notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('feed_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('events_account')
    .on('events')
    .columns(['account_id', 'created_at desc', 'id'])
    .execute();
}
