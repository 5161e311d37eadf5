import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Full texts are fetched after the items were stored, and feeds choose how their page is rendered.
 * Columns with a constant default or none: neither store rewrites its rows.
 */
export const textsAndRendering: Migration = {
  version: 28,
  name: 'texts-and-rendering',
  async up(db) {
    const { schema } = db;
    await schema.alterTable('items').addColumn('withheld', 'text').execute();
    await schema.alterTable('feeds').addColumn('texts_due_at', 'bigint').execute();
    await schema.alterTable('feeds').addColumn('texts_lease_until', 'bigint').execute();
    await schema
      .createIndex('feeds_texts_due')
      .on('feeds')
      .column('texts_due_at')
      .where(sql.ref('texts_due_at'), 'is not', null)
      .execute();
    await schema.alterTable('feeds').addColumn('render', 'text').execute();
    await schema.alterTable('feeds').addColumn('steps', 'text').execute();
  },
};
