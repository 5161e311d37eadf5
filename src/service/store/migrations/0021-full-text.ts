import type { Migration } from './migration.js';

/**
 * Feeds whose items have the text of their pages. Columns with a constant default or none: neither
 * store rewrites its rows.
 */
export const fullText: Migration = {
  version: 21,
  name: 'full-text',
  async up(db) {
    const { schema } = db;
    await schema
      .alterTable('feeds')
      .addColumn('full_text', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('items').addColumn('text_state', 'text').execute();
    await schema.alterTable('refreshes').addColumn('texts', 'text').execute();
  },
};
