import type { Migration } from './migration.js';

/** When sources publish, quiet hours, and how many requests all feeds may cost. */
export const rhythm: Migration = {
  version: 12,
  name: 'rhythm',
  async up(db) {
    for (const column of ['rhythm', 'refresh_reason', 'quiet_hours']) {
      await db.schema.alterTable('feeds').addColumn(column, 'text').execute();
    }
    await db.schema
      .createTable('request_budget')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('fetch_cost', 'double precision', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute();
  },
};
