import type { Migration } from './migration.js';

/** Feeds whose list is no longer where it was, and what a fetch has to say beside its outcome. */
export const listDrift: Migration = {
  version: 17,
  name: 'list-drift',
  async up(db) {
    await db.schema.alterTable('feeds').addColumn('drift', 'text').execute();
    await db.schema.alterTable('refreshes').addColumn('note', 'text').execute();
  },
};
