import type { Kysely } from 'kysely';
import type { Migration } from './migration.js';

/** Who is signed in to the dashboard, the links that sign in, and the health of feeds at a glance. */
export const dashboard: Migration = {
  version: 4,
  name: 'dashboard',
  async up(db) {
    await createTokens(db, 'dashboard_links');
    await createTokens(db, 'dashboard_sessions');
    await indexHealth(db);
  },
};

/** Tokens end with the API key they were given for: revoking it must put a thief out. */
async function createTokens(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('api_key_id', 'text', (column) =>
      column.notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute();
}

/** Counts feeds by health, and finds the unhealthy among 100,000, without reading their rows. */
async function indexHealth(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('feeds_health')
    .on('feeds')
    .columns(['account_id', 'is_active', 'failures', 'created_at desc', 'id'])
    .execute();
}
