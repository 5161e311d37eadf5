import { sql } from 'kysely';
import type { Store } from '../store/store.js';

/** Puts a SQLite database into its one file: no log beside it, so that it can be renamed as it is. */
export async function flatten({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db);
}
