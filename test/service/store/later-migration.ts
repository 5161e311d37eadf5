import type { Migration } from '../../../src/service/store/migrations/migration.js';

/** What a later release may do: add to a table that is in use. */
export const later: Migration = {
  version: 1000,
  name: 'later',
  async up(db) {
    await db.schema.alterTable('bundles').addColumn('colour', 'text').execute();
  },
};
