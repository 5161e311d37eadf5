import { sql } from 'kysely';
import { it } from 'vitest';
import { rideOutFullDisk } from '../disk-full.js';

// PostgreSQL says 53100 wherever a table has to grow. Only root can give it a small disk, which
// scripts/prove-disk-full.js does; here the tables that grow most say so themselves.
it('a full disk of PostgreSQL: 503 that says so, nothing by halves, and on by itself with room', async () => {
  await rideOutFullDisk({
    async fill(db) {
      await sql`
        create function disk_full() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file "base/1/1": No space left on device'
            using errcode = 'disk_full', hint = 'Check free disk space.';
        end $$
      `.execute(db);
      for (const table of ['items', 'events', 'delivery_attempts']) {
        await sql`
          create trigger disk_full before insert on ${sql.table(table)} execute function disk_full()
        `.execute(db);
      }
    },
    free: async (db) => void (await sql`drop function disk_full cascade`.execute(db)),
    says: /^The database .* has no disk space left\. Free some space on its server and try again/,
  });
});
