import type { Migration } from './migration.js';

/** Whose turn it is at a site among all processes: see refresh/shared-rate-limit.ts. */
export const turns: Migration = {
  version: 6,
  name: 'turns',
  async up(db) {
    await db.schema
      .createTable('host_turns')
      .addColumn('site', 'text', (column) => column.primaryKey().notNull())
      .addColumn('next_start_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('host_visits')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('site', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('host_visits_site').on('host_visits').column('site').execute();
  },
};
