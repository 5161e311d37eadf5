import { type Migration, runStatements } from './migration.js';

/** A bundle may hold each feed of its account. */
export const allFeeds: Migration = {
  version: 4,
  name: 'all-feeds',
  up: (db) =>
    runStatements(db, [
      'alter table bundles add column all_feeds integer',
      'create index bundles_all_feeds on bundles (account_id) where all_feeds = 1',
    ]),
};
