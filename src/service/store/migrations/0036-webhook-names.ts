import type { Migration } from './migration.js';

/** Webhooks have names. A column without a default: no row is rewritten. */
export const webhookNames: Migration = {
  version: 36,
  name: 'webhook-names',
  async up(db) {
    await db.schema.alterTable('webhooks').addColumn('name', 'text').execute();
  },
};
