import type { Migration } from './migration.js';

/**
 * What a source needs beside its address, such as cookies. A column without a default: no row is
 * rewritten.
 */
export const sourceAccess: Migration = {
  version: 18,
  name: 'source-access',
  async up(db) {
    await db.schema.alterTable('feeds').addColumn('access', 'text').execute();
  },
};
