import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.js';

/** Where events go, which of them still have to, and how each attempt went. */
export const webhooks: Migration = {
  version: 3,
  name: 'webhooks',
  async up(db) {
    await createWebhooks(db);
    await createDeliveries(db);
    await createAttempts(db);
    // For forgetting what is old.
    await db.schema.createIndex('events_created').on('events').column('created_at').execute();
  },
};

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('scope_id', 'text')
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('last_success_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhooks_listing')
    .on('webhooks')
    .columns(['account_id', 'created_at desc', 'id'])
    .execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) =>
      column.notNull().references('events.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('lease_token', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_attempt_at', 'bigint')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('last_duration_ms', 'integer')
    .execute();
  await db.schema
    .createIndex('deliveries_event')
    .on('deliveries')
    .columns(['event_id', 'webhook_id'])
    .unique()
    .execute();
  // The queue of each webhook in its order: how many wait behind a slow one costs the others nothing.
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['webhook_id', 'next_attempt_at', 'created_at', 'position'])
    .execute();
  await db.schema
    .createIndex('deliveries_next')
    .on('deliveries')
    .column('next_attempt_at')
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('deliveries_leased')
    .on('deliveries')
    .columns(['webhook_id', 'next_attempt_at'])
    .where(sql.ref('lease_token'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('deliveries_history')
    .on('deliveries')
    .columns(['webhook_id', 'created_at desc', 'position desc', 'id'])
    .execute();
  await db.schema
    .createIndex('deliveries_recent')
    .on('deliveries')
    .columns(['account_id', 'created_at desc', 'position desc', 'id'])
    .execute();
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('response', 'text')
    .addPrimaryKeyConstraint('delivery_attempts_primary_key', ['delivery_id', 'number'])
    .execute();
}
