import { sql } from 'kysely';
import { it } from 'vitest';
import { rideOutFullDisk } from './disk-full.js';

it('a full disk under serve: 503 that says so, nothing by halves, and on by itself with room', async () => {
  await rideOutFullDisk({
    // SQLite's own limit ends in what a full disk ends in: SQLITE_FULL in the middle of a write.
    fill: async (db) => void (await sql`pragma max_page_count = 1`.execute(db)),
    free: async (db) => void (await sql`pragma max_page_count = 1000000`.execute(db)),
    says: /^The disk that holds the database .*feedctl\.db is full\. Free some space and try again/,
  });
});
