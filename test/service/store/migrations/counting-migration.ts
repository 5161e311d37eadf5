import { sql } from 'kysely';
import type { FillingMigration } from '../../../../src/service/store/backfill.js';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';

/**
 * Counts how often each account was filled.
 * @param onPiece awaited inside of the transaction of each piece
 */
export function countingMigration(onPiece: () => Promise<void> = async () => {}): FillingMigration {
  return {
    version: MIGRATIONS.length + 1,
    name: 'counting',
    async up(db) {
      await sql`alter table accounts add column fills bigint not null default 0`.execute(db);
    },
    backfill: {
      table: 'accounts',
      key: 'id',
      rows: 10,
      async fill(db, keys) {
        await sql`update accounts set fills = fills + 1 where id in (${sql.join(keys)})`.execute(
          db,
        );
        await onPiece();
      },
    },
  };
}
