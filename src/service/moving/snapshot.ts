import type { Db, Store } from '../store/store.js';

/** Reads a database as it is at this moment, however long that takes and whoever writes meanwhile. */
export function withSnapshot<T>({ db }: Store, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}
