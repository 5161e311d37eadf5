import type { Migration } from './migration.js';

/** What the entries of a document were is kept with their list; see items/feed-document.ts. */
export const documentDigests: Migration = {
  version: 31,
  name: 'document-digests',
  async up(db) {
    await db.schema.alterTable('feed_documents').addColumn('digest', 'text').execute();
  },
};
