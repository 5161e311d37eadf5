import { sql } from 'kysely';
import { isPostgres } from '../store/dialect.js';
import type { Db } from '../store/store.js';
import { indexItems } from '../words/index-items.js';

/** Makes what is not copied with the items: their words, and where PostgreSQL goes on to number them. */
export async function indexCopied(db: Db): Promise<void> {
  const feeds = await db.selectFrom('feeds').select('id').execute();
  for (const { id } of feeds) {
    const items = await db
      .selectFrom('items')
      .select(['identity', 'title', 'description_text', 'authors', 'extras'])
      .where('feed_id', '=', id)
      .execute();
    await db.transaction().execute((transaction) => indexItems(transaction, id, items));
  }
  if (!isPostgres(db)) return;
  await sql`
    select setval(pg_get_serial_sequence('items', 'number'), max(number)) from items
  `.execute(db);
}
