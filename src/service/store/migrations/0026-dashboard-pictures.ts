import type { Migration } from './migration.js';

/** What the overview of the dashboard shows: counts for its charts, pictures, and its lists. */
export const dashboardPictures: Migration = {
  version: 26,
  name: 'dashboard-pictures',
  async up(db) {
    await db.schema
      .createTable('activity')
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('slot', 'bigint', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('activity_key', ['account_id', 'kind', 'slot'])
      .execute();
    await db.schema
      .createTable('pictures')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('type', 'text')
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('fetched_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    // The size of all pictures, and the oldest ones, without reading a picture.
    await db.schema
      .createIndex('pictures_age')
      .on('pictures')
      .columns(['fetched_at', 'bytes', 'key'])
      .execute();
    await db.schema
      .createIndex('feeds_newest')
      .on('feeds')
      .columns(['account_id', 'last_batch_at'])
      .execute();
  },
};
