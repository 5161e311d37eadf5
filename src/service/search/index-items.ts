import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { isPostgres } from '../store/dialect.js';
import type { Db, Store } from '../store/store.js';
import { documentOf, tsVector } from './documents.js';

/** Items read per step. */
const STEP_ITEMS = 50;

/** A step ends after so many characters: dividing them into words blocks for about 30 ms. */
const STEP_CHARACTERS = 300_000;

/**
 * The condition of the index of waiting items, without a parameter: the plan that PostgreSQL keeps for
 * a statement with one cannot use that index, and walks through all items.
 */
const isWaiting = sql<boolean>`item_search.indexed = 0`;

/** How many items are not indexed yet. */
export async function countUnindexed(db: Db): Promise<number> {
  const { waiting } = await db
    .selectFrom('item_search')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where(isWaiting)
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/**
 * Indexes items that are new or changed, the newest first, in steps of their own transactions. On
 * PostgreSQL several processes may do so at once: each takes other items.
 * @returns whether all are indexed; false when the time is over
 */
export async function indexItems(
  db: Db,
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const endsAt = performance.now() + withinMs;
  while ((await indexStep(db)) > 0) {
    if (signal?.aborted === true || performance.now() >= endsAt) return false;
  }
  return true;
}

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
    const ids: number[] = [];
    for (const row of rows) {
      const scope = { accountId: row.account_id, feedId: row.feed_id };
      await insertWords(transaction, row.id, documentOf(row, scope));
      ids.push(row.id);
      characters += row.title.length + row.description_text.length;
      if (characters >= STEP_CHARACTERS) break;
    }
    if (ids.length > 0 && !isPostgres(db)) {
      await transaction
        .updateTable('item_search')
        .set({ indexed: 1 })
        .where('id', 'in', ids)
        .execute();
    }
    return ids.length;
  });
}

async function insertWords(db: Db, id: number, words: readonly string[]): Promise<void> {
  const statement = isPostgres(db)
    ? sql`update item_search set words = ${tsVector(words)}::tsvector, indexed = 1 where id = ${id}`
    : sql`insert into item_words (rowid, words) values (${id}, ${words.join(' ')})`;
  await statement.execute(db);
}

/** Pause between two looks for new items, in milliseconds. */
const IDLE_MS = 5000;

export interface IndexLoop {
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** Indexes new and changed items of all accounts until it is stopped, using half of the time. */
export function startIndexLoop({ db }: Store, logger: Logger): IndexLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = run(db, logger, signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(db: Db, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const started = performance.now();
    const indexed = await indexStep(db).catch((error: unknown) => {
      logger.error({ err: error }, 'indexing items failed');
      return 0;
    });
    const pauseMs = indexed === 0 ? IDLE_MS : performance.now() - started;
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** The same as `indexItems`; false when another process has the database for too long. */
export async function indexItemsIfFree(db: Db, withinMs: number): Promise<boolean> {
  try {
    return await indexItems(db, { withinMs });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE') return false;
    throw error;
  }
}
