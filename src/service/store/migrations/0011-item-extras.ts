import type { Migration } from './migration.js';

/**
 * What only some items have. Columns without a default: neither store rewrites the rows it has, so
 * the time does not depend on their number. Items gain their values when they are next written.
 */
export const itemExtras: Migration = {
  version: 11,
  name: 'item-extras',
  async up(db) {
    await db.schema.alterTable('items').addColumn('extras', 'text').execute();
    await db.schema.alterTable('items').addColumn('podcast_xml', 'text').execute();
    await db.schema.alterTable('feeds').addColumn('podcast_xml', 'text').execute();
  },
};
