import { type Migration, runStatements } from './migration.js';

/** Records which build wrote a schema, so that an older build can name it. */
export const builds: Migration = {
  version: 2,
  name: 'builds',
  up: (db) =>
    runStatements(db, [
      'alter table schema_migrations add column build_commit text',
      'alter table schema_migrations add column build_date text',
    ]),
};
