import { sql } from 'kysely';
import { isPostgres } from '../store/dialect.js';
import { preparedInserts, preparedWrite } from '../store/prepared.js';
import { chunks, type Db } from '../store/store.js';
import { documentOf, tsVector } from './documents.js';

/** Items read per step. */
const STEP_ITEMS = 50;

/** A step ends after so many characters: dividing them into words blocks for about 30 ms. */
const STEP_CHARACTERS = 300_000;

/**
 * The condition of the index of waiting items, without a parameter: the plan that PostgreSQL keeps for
 * a statement with one cannot use that index, and walks through all items.
 */
export const isWaiting = sql<boolean>`item_search.indexed = 0`;

/**
 * One step. The items are locked, so that no other transaction changes a text between reading and
 * indexing it.
 * @returns the number of items that were indexed
 */
export async function indexStep(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('item_search')
      .innerJoin('items', (join) =>
        join
          .onRef('items.feed_id', '=', 'item_search.feed_id')
          .onRef('items.identity', '=', 'item_search.identity'),
      )
      .innerJoin('feeds', 'feeds.id', 'items.feed_id')
      .select(['item_search.id', 'items.feed_id', 'feeds.account_id'])
      .select(['items.title', 'items.description_text', 'items.authors', 'items.extras'])
      .where(isWaiting)
      .orderBy('item_search.id', 'desc')
      .limit(STEP_ITEMS)
      .forUpdate(['item_search', 'items'])
      .skipLocked()
      .execute();
    let characters = 0;
    const documents: Words[] = [];
    for (const row of rows) {
      const words = documentOf(row, { accountId: row.account_id, feedId: row.feed_id });
      documents.push({ id: row.id, words: isPostgres(db) ? tsVector(words) : words.join(' ') });
      characters += row.title.length + row.description_text.length;
      if (characters >= STEP_CHARACTERS) break;
    }
    if (documents.length > 0) {
      await (isPostgres(db) ? writeVectors : insertWords)(transaction, documents);
    }
    return documents.length;
  });
}

/** What is indexed of an item, as the store takes it. */
interface Words {
  id: number;
  words: string;
}

async function writeVectors(db: Db, documents: readonly Words[]): Promise<void> {
  for (const { id, words } of documents) {
    await sql`
      update item_search set words = ${words}::tsvector, indexed = 1 where id = ${id}
    `.execute(db);
  }
}

/** Documents in one statement, of which few texts are kept. */
const ROWS_PER_STATEMENT = 10;

const insertRows = preparedInserts(['id', 'words'], (db, rows: readonly Words[]) => {
  const values = rows.map(({ id, words }) => sql`(${id}, ${words})`);
  const insert = sql`insert into item_words (rowid, words) values ${sql.join(values)}`;
  return { compile: () => insert.compile(db) };
});

const markIndexed = preparedWrite((db, ids: string) =>
  db
    .updateTable('item_search')
    .set({ indexed: sql.lit(1) })
    .where('id', 'in', sql<number>`(select value from json_each(${ids}))`),
);

async function insertWords(db: Db, documents: readonly Words[]): Promise<void> {
  for (const part of chunks(documents, ROWS_PER_STATEMENT)) await insertRows(db, part);
  await markIndexed(db, JSON.stringify(documents.map(({ id }) => id)));
}
