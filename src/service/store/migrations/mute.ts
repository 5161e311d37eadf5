import { type Migration, runStatements } from './migration.js';

/** An account has rules for the items of all its feeds. */
export const mute: Migration = {
  version: 3,
  name: 'mute',
  up: (db) => runStatements(db, ['alter table accounts add column muted text']),
};
