import type { Migration } from './migration.js';

/** What is known of sources whose reading ended a process: see refresh/suspension.ts. */
export const suspension: Migration = {
  version: 7,
  name: 'suspension',
  async up(db) {
    for (const column of ['deaths', 'is_parsing']) {
      await db.schema
        .alterTable('feeds')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('feeds').addColumn('suspended_at', 'bigint').execute();
  },
};
