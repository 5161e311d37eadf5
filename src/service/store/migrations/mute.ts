import { type Migration, runStatements } from './migration.js';

/** Adds rules that hide items of all feeds of an account. */
export const mute: Migration = {
  version: 3,
  name: 'mute',
  up: (db) => runStatements(db, ['alter table accounts add column muted text']),
};
