import type { Migration } from './migration.js';

/** Which document of an address its feed reads; feeds from before were left to discovery. */
export const documentChoice: Migration = {
  version: 8,
  name: 'document-choice',
  async up(db) {
    await db.schema
      .alterTable('feeds')
      .addColumn('read_from', 'text', (column) => column.notNull().defaultTo('auto'))
      .execute();
  },
};
