// What bench/search.js measures with: it is bundled first, for Node 20 does not read TypeScript.
import { sql } from 'kysely';
import { openService, type Service } from '../src/service/app/service.js';
import { indexItems } from '../src/service/items/index-items.js';
import { isPostgres } from '../src/service/store/dialect.js';
import { openStore } from '../src/service/store/open-store.js';
import type { Db } from '../src/service/store/store.js';

export const BUNDLE = '_bench00000000000';

const ITEMS_PER_FEED = 100;
const WORDS_PER_ITEM = 60;
const VOCABULARY = 50_000;
const MEMBERS = 50;
const FEEDS_AT_ONCE = 100;

/** Ends of titles: a fifth of the items has one. */
const OTHER_SCRIPTS = ['東京の天気予報', 'Un café à Düsseldorf'];

/** The same words in each run; the n-th is used 1/n as often as the first (Zipf). */
class Words {
  #state = 1;

  text(count: number): string {
    return Array.from({ length: count }, () => this.#next()).join(' ');
  }

  #next(): string {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    const rank = Math.floor(VOCABULARY ** (this.#state / 2 ** 32));
    return `w${(rank * 7919 + 13).toString(36)}x${rank}`;
  }
}

/** The word of a rank, as `Words` makes it. */
export function word(rank: number): string {
  return `w${(rank * 7919 + 13).toString(36)}x${rank}`;
}

/**
 * Makes a database of so many items, in large transactions that are not synced.
 * @returns milliseconds for the words of each item
 */
export async function seed(location: string, items: number): Promise<number> {
  const service = await openService({ databasePath: location });
  await service.close();
  const store = await openStore(location);
  const words = new Words();
  const feeds = Math.ceil(items / ITEMS_PER_FEED);
  let indexing = 0;
  try {
    await withoutSync(store.db);
    const { id: account } = await store.db
      .selectFrom('accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    for (let start = 0; start < feeds; start += FEEDS_AT_ONCE) {
      await store.db.transaction().execute(async (db) => {
        for (let feed = start; feed < Math.min(start + FEEDS_AT_ONCE, feeds); feed += 1) {
          const rows = await insertFeed(db, account, feed, words);
          const started = performance.now();
          await indexItems(db, feedId(feed), rows);
          indexing += performance.now() - started;
        }
      });
    }
    await insertBundle(store.db, account);
    if (isPostgres(store.db)) await sql`analyze`.execute(store.db);
    return indexing / items;
  } finally {
    await store.close();
  }
}

async function withoutSync(db: Db): Promise<void> {
  const statement = isPostgres(db)
    ? sql`set synchronous_commit = off`
    : sql`pragma synchronous = off`;
  await statement.execute(db);
}

export const feedId = (index: number) => `bench${String(index).padStart(11, '0')}`;

async function insertFeed(db: Db, account: string, index: number, words: Words) {
  const now = Date.now();
  const id = feedId(index);
  const url = `https://site-${index}.example/feed.xml`;
  await db
    .insertInto('feeds')
    .values({
      ...{ id, account_id: account, mode: 'url', source_url: url, source_key: url, region: '' },
      ...{ title: `Feed ${index}`, description: '', icon: '', poll_url: url, origin: 'feed' },
      ...{ schedule_hints: '{}', last_batch_at: now, is_active: 1, next_refresh_at: now * 2 },
      ...{ last_refreshed_at: now, refresh_count: 0, failures: 0, gone_answers: 0 },
      ...{ not_modified: 0, document_at: now, created_at: now, updated_at: now, revision: 1 },
    })
    .execute();
  const rows = Array.from({ length: ITEMS_PER_FEED }, (_, position) => {
    const text = words.text(WORDS_PER_ITEM - 8);
    const title = `${words.text(8)} ${OTHER_SCRIPTS[position % 10] ?? ''}`;
    return {
      ...{ feed_id: id, identity: `item-${position}`, added_at: now, position },
      ...{ url: `${url}#${position}`, title, description_text: text },
      ...{ description_html: `<p>${text}</p>`, date_published: now, authors: '[]' },
      ...{ fingerprint: '', announced_changes: 0, updated_at: now },
    };
  });
  await db.insertInto('items').values(rows).execute();
  return rows;
}

async function insertBundle(db: Db, account: string): Promise<void> {
  const now = Date.now();
  await db
    .insertInto('bundles')
    .values({
      ...{ id: BUNDLE, account_id: account, name: 'Bench', description: '', icon: '' },
      ...{ created_at: now, updated_at: now, revision: 1 },
    })
    .execute();
  const rows = Array.from({ length: MEMBERS }, (_, position) => ({
    ...{ bundle_id: BUNDLE, feed_id: feedId(position), position },
  }));
  await db.insertInto('bundle_feeds').values(rows).execute();
}

/** The sizes of the index and of the whole database, in bytes. */
export async function sizes(location: string): Promise<{ index: number; all: number }> {
  const store = await openStore(location);
  try {
    const { rows } = isPostgres(store.db)
      ? await sql<{ index: number; all: number }>`
      select pg_total_relation_size('item_words') as "index",
        pg_database_size(current_database()) as "all"
    `.execute(store.db)
      : await sql<{ index: number; all: number }>`
      select sum(case when name like 'item_words%' then pgsize else 0 end) as "index", sum(pgsize) as "all"
      from dbstat where aggregate = true
    `.execute(store.db);
    const { index = 0, all = 0 } = rows[0] ?? {};
    return { index: Number(index), all: Number(all) };
  } finally {
    await store.close();
  }
}

/** Milliseconds of each of `rounds` searches, by query string. */
export async function measure(
  location: string,
  queries: readonly string[],
  rounds: number,
): Promise<Record<string, number[]>> {
  const service = await openService({ databasePath: location });
  try {
    const { apiKey, apiSecret } = await service.issueOwnerKey('bench');
    const headers = { authorization: `Bearer ${apiKey}:${apiSecret}` };
    const taken: Record<string, number[]> = {};
    for (const query of queries) {
      taken[query] = [];
      for (let round = 0; round < rounds; round += 1) {
        taken[query].push(await timed(service, query, headers));
      }
    }
    return taken;
  } finally {
    await service.close();
  }
}

async function timed(service: Service, query: string, headers: Record<string, string>) {
  const started = performance.now();
  const request = new Request(`http://localhost/v1/items?${query}`, { headers });
  const response = await service.fetch(request);
  const body = await response.text();
  const took = performance.now() - started;
  if (response.status !== 200) throw new Error(body);
  return took;
}
