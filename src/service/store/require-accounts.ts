import { sql } from 'kysely';
import type { Db } from './store.js';

/** Resolves when the database answers and has its tables. */
export async function requireAccounts(db: Db): Promise<void> {
  await sql`select 1 from accounts limit 1`.execute(db);
}
