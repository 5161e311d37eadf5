import { sql } from 'kysely';
import { isPostgres } from '../store/dialect.js';
import type { Store } from '../store/store.js';

/** Bytes of the whole database. */
export async function storeSize({ db }: Store): Promise<number> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ bytes: string }>`
      select pg_database_size(current_database()) as bytes
    `.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  }
  const { rows } = await sql<{ bytes: number }>`
    select pages.page_count * sizes.page_size as bytes
      from pragma_page_count() as pages, pragma_page_size() as sizes
  `.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
