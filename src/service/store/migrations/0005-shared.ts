import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.js';

/** What an account may use, what it uses now, and the clearing away that is done for all of them. */
export const shared: Migration = {
  version: 5,
  name: 'shared',
  async up(db) {
    await extendAccounts(db);
    await createRateLimits(db);
    await createCreations(db);
    await createChores(db);
    await indexByAge(db);
  },
};

async function extendAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('disabled_at', 'bigint').execute();
  for (const limit of ['requests_per_minute', 'burst', 'max_feeds', 'max_creations']) {
    await db.schema.alterTable('accounts').addColumn(limit, 'integer').execute();
  }
  await db.schema.createIndex('accounts_name').on('accounts').column('name').unique().execute();
  // Every claim of feeds and deliveries asks for these, and mostly there are none.
  await db.schema
    .createIndex('accounts_disabled')
    .on('accounts')
    .column('id')
    .where(sql.ref('disabled_at'), 'is not', null)
    .execute();
}

async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('api_key_id', 'text', (column) =>
      column.primaryKey().notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('full_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createCreations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('creations_account').on('creations').column('account_id').execute();
}

async function createChores(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chores')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'text')
    .addColumn('lease_token', 'text')
    .addColumn('lease_expires_at', 'bigint')
    .execute();
}

/** What is cleared away is found by its age, a few rows at a time, from where the last few ended. */
async function indexByAge(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('events_created').execute();
  await db.schema.createIndex('events_age').on('events').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('tombstones_age')
    .on('tombstones')
    .columns(['last_seen_at', 'feed_id', 'hash'])
    .execute();
}
