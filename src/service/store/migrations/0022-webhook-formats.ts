import type { Migration } from './migration.js';

/**
 * Messages for chats in place of events. Columns without a default: no row is rewritten, and null is
 * what every webhook and delivery was so far.
 */
export const webhookFormats: Migration = {
  version: 22,
  name: 'webhook-formats',
  async up(db) {
    for (const column of ['format', 'template', 'headers']) {
      await db.schema.alterTable('webhooks').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('webhooks').addColumn('next_message_at', 'bigint').execute();
    await db.schema.alterTable('deliveries').addColumn('sent_messages', 'integer').execute();
  },
};
