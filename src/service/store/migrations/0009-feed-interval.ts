import type { Migration } from './migration.js';

/** How often a feed is fetched, where its owner has decided: milliseconds, 0 for never. */
export const feedInterval: Migration = {
  version: 9,
  name: 'feed-interval',
  async up(db) {
    await db.schema.alterTable('feeds').addColumn('refresh_interval', 'bigint').execute();
  },
};
