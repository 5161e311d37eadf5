import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Hubs that push feeds (W3C WebSub), and the hub that is told about published feeds. */
export const websub: Migration = {
  version: 20,
  name: 'websub',
  async up(db) {
    await db.schema.alterTable('feeds').addColumn('push_links', 'text').execute();
    await db.schema.alterTable('feeds').addColumn('push_until', 'bigint').execute();
    await db.schema.alterTable('refreshes').addColumn('pushed', 'integer').execute();
    await db.schema.alterTable('webhooks').addColumn('kind', 'text').execute();
    await db.schema
      .createIndex('webhooks_hub')
      .on('webhooks')
      .column('account_id')
      .unique()
      .where(sql.ref('kind'), '=', sql.lit('hub'))
      .execute();
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      // Without a foreign key: the hub of a deleted feed is still told to stop.
      .addColumn('feed_id', 'text', (column) => column.notNull())
      .addColumn('hubs', 'text', (column) => column.notNull())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('hub', 'text')
      .addColumn('base', 'text')
      .addColumn('pending', 'text')
      .addColumn('requested_at', 'bigint')
      .addColumn('lease_until', 'bigint')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('last_push_at', 'bigint')
      .addColumn('pushes', 'integer', (column) => column.notNull())
      .addColumn('rejected', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('push_subscriptions_feed')
      .on('push_subscriptions')
      .column('feed_id')
      .unique()
      .execute();
    await db.schema
      .createIndex('push_subscriptions_due')
      .on('push_subscriptions')
      .column('next_attempt_at')
      .execute();
  },
};
