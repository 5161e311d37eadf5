import { sql } from 'kysely';
import { isPostgres } from '../store/dialect.js';
import type { Db, Store } from '../store/store.js';

/** Reads a database as it is at this moment, however long that takes and whoever writes meanwhile. */
export function withSnapshot<T>({ db }: Store, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await allowPauses(snapshot);
      return work(snapshot);
    });
}

/** While what was read is written elsewhere, the transaction stands still: as long as that takes. */
async function allowPauses(snapshot: Db): Promise<void> {
  if (!isPostgres(snapshot)) return;
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
}
