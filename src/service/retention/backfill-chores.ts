import { backfillName, type FillingMigration, fillPiece } from '../store/backfill.js';
import type { Migration } from '../store/migrations/migration.js';
import type { Chore } from './claim-chore.js';

/**
 * Chores for the backfills of migrations. They have a row only while they run: the migration
 * inserts it, and the last step deletes it.
 */
export function backfillChores(migrations: readonly Migration[]): Chore[] {
  return migrations.filter(hasBackfill).map((migration) => ({
    name: backfillName(migration),
    everyMs: 0,
    async step(db, _now, position) {
      const next = await fillPiece(db, migration, position);
      return { position: next, done: next === null, cleared: 0 };
    },
  }));
}

function hasBackfill(migration: Migration): migration is FillingMigration {
  return migration.backfill !== undefined;
}
