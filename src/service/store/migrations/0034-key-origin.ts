import type { Migration } from './migration.js';

/** Where a key was last used, in coarse words. A column without a default: no row is rewritten. */
export const keyOrigin: Migration = {
  version: 34,
  name: 'key-origin',
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('last_used_from', 'text').execute();
  },
};
