import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.js';

/** Long tasks of the dashboard, and the filters of its lists. */
export const dashboardTasks: Migration = {
  version: 27,
  name: 'dashboard-tasks',
  async up(db) {
    await createTasks(db);
    await indexFeedLists(db);
    await indexDeliveryLists(db);
  },
};

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dashboard_tasks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('dashboard_tasks_account')
    .on('dashboard_tasks')
    .column('account_id')
    .execute();
  await db.schema
    .createIndex('dashboard_tasks_expiry')
    .on('dashboard_tasks')
    .column('expires_at')
    .execute();
}

/**
 * Feeds of a site, made from pages, paused, and drifted, among 100,000. All but the first are small:
 * on PostgreSQL each fetch writes an entry to every index that has the feed.
 */
async function indexFeedLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('feeds_site')
    .on('feeds')
    .columns(['account_id', 'poll_domain', 'created_at desc', 'id'])
    .execute();
  await db.schema
    .createIndex('feeds_pages')
    .on('feeds')
    .columns(['account_id', 'created_at desc', 'id'])
    .where(sql.ref('origin'), '=', sql.lit('page'))
    .execute();
  await db.schema
    .createIndex('feeds_paused')
    .on('feeds')
    .columns(['account_id', 'created_at desc', 'id'])
    .where(sql.ref('refresh_interval'), '=', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('feeds_drifted')
    .on('feeds')
    .columns(['account_id', 'created_at desc', 'id'])
    .where(sql.ref('drift'), 'is not', null)
    .execute();
}

/** Most deliveries succeed: the others are found without reading those. */
async function indexDeliveryLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('deliveries_undelivered')
    .on('deliveries')
    .columns(['account_id', 'status', 'created_at desc', 'position desc', 'id'])
    .where(sql.ref('status'), '<>', sql.lit('delivered'))
    .execute();
  await db.schema
    .createIndex('events_feed')
    .on('events')
    .columns(['feed_id', 'created_at desc'])
    .execute();
}
