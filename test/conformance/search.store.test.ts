import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Feed, type ItemList, itemListSchema } from '../../src/contract/index.js';
import { OWNER } from '../../src/service/accounts/account.js';
import { encodeCursor } from '../../src/service/core/paging.js';
import { indexItems } from '../../src/service/items/index-items.js';
import { findItems } from '../../src/service/search/find-items.js';
import { MAX_NAMED_FEEDS } from '../../src/service/search/item-scope.js';
import { parseQuery } from '../../src/service/search/parse-query.js';
import { SlowReads } from '../../src/service/store/slow-reads.js';
import { STORE } from '../support/database.js';
import type { RssItem } from '../support/rss.js';
import { type Api, expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const OWNER_SCOPE = { accountId: OWNER.id };

const item = (title: string, more: Partial<RssItem> = {}): RssItem => ({
  guid: title,
  link: `https://example.com/${encodeURIComponent(title)}`,
  title,
  description: '',
  ...more,
});

async function createFeed(
  setup: Setup,
  name: string,
  items: readonly RssItem[],
  { api = setup.api, ...body }: { api?: Api } & Record<string, unknown> = {},
): Promise<Feed> {
  const url = setup.sources.publish(`/${name}.xml`, { title: name, items: [...items] });
  const reply = await api.post('/v1/feeds', { url, ...body });
  expect(reply.status).toBe(201);
  return reply.body as Feed;
}

async function search(api: Api, query: Record<string, string>): Promise<ItemList> {
  const reply = await api.get(`/v1/items?${new URLSearchParams(query)}`);
  expect(reply.body).not.toHaveProperty('errors');
  return itemListSchema.strict().parse(reply.body);
}

async function titles(setup: Setup, text: string, scope?: string): Promise<string[]> {
  const query = { search: text, limit: '100', ...(scope !== undefined && { scope }) };
  return (await search(setup.api, query)).items.map(({ title }) => title);
}

describeConformance('extension: search of items', (setup) => {
  it('finds items by words of title, text, authors and tags', async () => {
    const { id } = await createFeed(setup, 'fields', [
      item('Otters return', { description: '<p>Seen near the <b>weir</b>.</p>' }),
      item('Beavers', { author: 'Grace Hopper', tags: ['Rivers & Lakes'] }),
      item('Herons'),
    ]);
    const find = (text: string) => titles(setup, text, id);
    expect(await find('otters')).toEqual(['Otters return']);
    expect(await find('weir otters')).toEqual(['Otters return']);
    expect(await find('hopper')).toEqual(['Beavers']);
    expect(await find('lakes')).toEqual(['Beavers']);
    expect(await find('weir herons')).toEqual([]);
  });

  it('knows phrases, excluded words and prefixes, and gives nothing else a meaning', async () => {
    const { id } = await createFeed(setup, 'syntax', [
      item('Slow food wins', { description: 'The new node.js release' }),
      item('Food that is slow'),
      item('AT&T NEAR the OR office', { description: 'not "quoted" (really)' }),
    ]);
    const find = (text: string) => titles(setup, text, id);
    expect(await find('slow food')).toEqual(['Slow food wins', 'Food that is slow']);
    expect(await find('"slow food"')).toEqual(['Slow food wins']);
    expect(await find('“slow food”')).toEqual(['Slow food wins']);
    expect(await find('food -wins')).toEqual(['Food that is slow']);
    expect(await find('food -"slow food" -office')).toEqual(['Food that is slow']);
    expect(await find('foo')).toEqual([]);
    expect(await find('foo*')).toEqual(['Slow food wins', 'Food that is slow']);
    expect(await find('food -win*')).toEqual(['Food that is slow']);
    expect(await find('node.js')).toEqual(['Slow food wins']);
    expect(await find('wins new')).toEqual(['Slow food wins']);
    expect(await find('"wins the"')).toEqual([]);
    expect(await find('OR')).toEqual(['AT&T NEAR the OR office']);
    expect(await find('at&t NEAR')).toEqual(['AT&T NEAR the OR office']);
    expect(await find('slow OR office')).toEqual([]);
    for (const text of [
      'title:slow',
      "office' & !x",
      'office) ^ {',
      'office | slow:*A',
      '\\office',
    ]) {
      expect(await find(text)).toBeInstanceOf(Array);
    }
  });

  it('ignores case, accents and compatibility forms, and finds parts of unspaced text', async () => {
    const { id } = await createFeed(setup, 'unicode', [
      item('Äpfel & Çilek in ÅRHUS'),
      item('Μαΐου στην Αθήνα'),
      item('Ёлка на площади'),
      item('東京都の天気 ＡＢＣ１２３'),
      item('서울에서 열린 회의'),
      item('ข่าวกรุงเทพวันนี้'),
      item('हिन्दी समाचार'),
      item('𝒮tyle 🦊 fox'),
    ]);
    const find = (text: string) => titles(setup, text, id);
    expect(await find('apfel cilek arhus')).toEqual(['Äpfel & Çilek in ÅRHUS']);
    expect(await find('ÄPFEL')).toEqual(['Äpfel & Çilek in ÅRHUS']);
    expect(await find('αθηνα μαιου')).toEqual(['Μαΐου στην Αθήνα']);
    expect(await find('елка')).toEqual(['Ёлка на площади']);
    expect(await find('京都')).toEqual(['東京都の天気 ＡＢＣ１２３']);
    expect(await find('天気 abc123')).toEqual(['東京都の天気 ＡＢＣ１２３']);
    expect(await find('都京')).toEqual([]);
    expect(await find('서울')).toEqual(['서울에서 열린 회의']);
    expect(await find('กรุงเทพ')).toEqual(['ข่าวกรุงเทพวันนี้']);
    expect(await find('हिन्दी')).toEqual(['हिन्दी समाचार']);
    expect(await find('style 🦊')).toEqual(['𝒮tyle 🦊 fox']);
  });

  it('follows the items: new, changed, dropped, deleted', async () => {
    const first = item('Quokka spotted', { guid: 'q' });
    const feed = await createFeed(setup, 'changing', [first]);
    const refresh = async (items: RssItem[]) => {
      setup.sources.publish('/changing.xml', { title: 'changing', items });
      setup.clock.advance(3_600_000);
      await setup.api.request('POST', `/v1/feeds/${feed.id}/refresh`);
    };
    expect(await titles(setup, 'quokka')).toEqual(['Quokka spotted']);
    await refresh([item('Numbat spotted', { guid: 'q' }), item('Bilby', { guid: 'b' })]);
    expect(await titles(setup, 'quokka')).toEqual([]);
    expect(await titles(setup, 'numbat')).toEqual(['Numbat spotted']);
    expect(await titles(setup, 'bilby')).toEqual(['Bilby']);
    const { db } = setup.service.http.deps.store;
    await db.deleteFrom('items').where('title', '=', 'Bilby').execute();
    expect(await titles(setup, 'bilby')).toEqual([]);
    await setup.api.delete(`/v1/feeds/${feed.id}`);
    expect(await titles(setup, 'numbat')).toEqual([]);
    expect(await countWords(setup)).toBe(await countItems(setup));
  });

  it('is limited to the account, a feed, a bundle, and the time of publication', async () => {
    const one = await createFeed(setup, 'scope-1', [
      item('Zebra one', { date: 'Mon, 05 Jan 2026 10:00:00 GMT' }),
    ]);
    const two = await createFeed(setup, 'scope-2', [item('Zebra two')]);
    await createFeed(setup, 'scope-3', [item('Zebra three')], { api: setup.stranger });
    const bundle = await setup.api.createBundle('Zebras', [two.id]);
    expect((await titles(setup, 'zebra')).toSorted()).toEqual(['Zebra one', 'Zebra two']);
    expect(await titles(setup, 'zebra', one.id)).toEqual(['Zebra one']);
    expect(await titles(setup, 'zebra', bundle.id)).toEqual(['Zebra two']);
    const theirs = await search(setup.stranger, { search: 'zebra' });
    expect(theirs.items.map(({ title }) => title)).toEqual(['Zebra three']);
    const since = { search: 'zebra', since: '2026-01-05T10:00:00Z' };
    const [found] = (await search(setup.api, since)).items;
    expect(found).toMatchObject({ title: 'Zebra one', feed: { id: one.id, title: 'scope-1' } });
    expect((await search(setup.api, { ...since, since: '2026-01-05T10:00:01Z' })).items).toEqual(
      [],
    );
    expectError(
      await setup.stranger.get(`/v1/items?search=zebra&scope=${one.id}`),
      'FEED_NOT_FOUND',
    );
    expectError(
      await setup.stranger.get(`/v1/items?search=zebra&scope=${bundle.id}`),
      'BUNDLE_NOT_FOUND',
    );
  });

  it('finds the members of a bundle that is too large to name them', async () => {
    const member = await createFeed(setup, 'large', [item('Okapi one')]);
    await createFeed(setup, 'other', [item('Okapi two')]);
    const silent = await copyFeed(setup, member.id, MAX_NAMED_FEEDS);
    const bundle = await setup.api.createBundle('Large', [member.id, ...silent]);
    expect(await titles(setup, 'okapi', bundle.id)).toEqual(['Okapi one']);
    const empty = await setup.api.createBundle('Empty');
    expect(await titles(setup, 'okapi', empty.id)).toEqual([]);
  });

  it('leaves out what the filters of the feed or the bundle hide', async () => {
    const filters = { exclude: ['sponsored'] };
    const news = [item('Lynx news'), item('Sponsored lynx'), item('Lynx quiz')];
    const feed = await createFeed(setup, 'filtered', news, { filters });
    const bundle = await setup.api.post('/v1/bundles', {
      name: 'Filtered',
      feeds: [feed.id],
      filters: { exclude: ['quiz'] },
    });
    const { id } = bundle.body as { id: string };
    expect(await titles(setup, 'lynx')).toEqual(['Lynx news', 'Lynx quiz']);
    expect(await titles(setup, 'lynx', id)).toEqual(['Lynx news']);
  });

  it('pages newest first, whatever is added meanwhile', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Puffin ${index}`);
    const { id } = await createFeed(
      setup,
      'paged',
      names.map((name) => item(name)),
    );
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { search: 'puffin', scope: id, ...(cursor !== null && { cursor }) };
      const page = await search(setup.api, query);
      read.push(...page.items.map(({ title }) => title));
      cursor = page.cursor;
      if (read.length === 10) {
        const more = [...names, 'Puffin new'].map((name) => item(name));
        setup.sources.publish('/paged.xml', { title: 'paged', items: more });
        setup.clock.advance(3_600_000);
        await setup.api.request('POST', `/v1/feeds/${id}/refresh`);
      }
    } while (cursor !== null);
    expect(read).toEqual(names);
    expect((await titles(setup, 'puffin', id))[0]).toBe('Puffin new');
  });

  it('searches for a limited time; the cursor continues', async ({ skip }) => {
    skip(STORE !== 'sqlite', 'PostgreSQL searches all but the newest in one statement');
    const { id } = await createFeed(setup, 'limited', [item('Avocet')]);
    const far = await createFeed(setup, 'far', [item('Distant')]);
    // As if a million items had come in between.
    await renumber(setup, far.id, 1_000_000);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 600));
    onTestFinished(() => void vi.restoreAllMocks());
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await search(setup.api, { search: 'avocet', ...(cursor !== '' && { cursor }) });
      pages.push(page.items.map(({ title }) => title));
      cursor = page.cursor;
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(['Avocet']);
    expect(await titles(setup, 'avocet', id)).toEqual(['Avocet']);
  });

  it('finds the newest and much older items, page by page', async () => {
    const older = await createFeed(setup, 'older', [item('Quokka 1'), item('Quokka 2')]);
    const newer = await createFeed(setup, 'newer', [item('Quokka 3'), item('Quokka 4')]);
    // As if so many had come in between.
    await renumber(setup, newer.id, 700_000);
    const all = await titles(setup, 'quokka');
    expect([...all].sort()).toEqual(['Quokka 1', 'Quokka 2', 'Quokka 3', 'Quokka 4']);
    expect(all.slice(0, 2).sort()).toEqual(['Quokka 3', 'Quokka 4']);
    const { id } = await setup.api.createBundle('Quokkas', [newer.id, older.id]);
    expect(await titles(setup, 'quokka', id)).toEqual(all);
    for (const scope of [undefined, older.id, id]) {
      expect(await titles(setup, '"quokka 1"', scope)).toEqual(['Quokka 1']);
    }
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { search: 'quokka', limit: '1', ...(cursor !== '' && { cursor }) };
      const page = await search(setup.api, query);
      paged.push(...page.items.map(({ title }) => title));
      cursor = page.cursor;
    }
    expect(paged).toEqual(all);
  });

  it('finds the same in the smallest slices, when each larger one takes too long', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Godwit ${index}`);
    const { id } = await createFeed(
      setup,
      'sliced',
      names.map((name) => item(name)),
    );
    await renumber(setup, id, 2_000_000);
    const { store, clock } = setup.service.http.deps;
    const { oldest } = await store.db
      .selectFrom('items')
      .select(({ fn }) => fn.min('number').as('oldest'))
      .where('feed_id', '=', id)
      .executeTakeFirstOrThrow();
    const slowReads = new SlowReads(1, (query, limitMs) =>
      Number.isFinite(limitMs)
        ? Promise.resolve(null)
        : store.slowReads.inTurn('', (read) => read(query, limitMs)),
    );
    const chunk = { before: null, size: 1000, now: clock.now() };
    const query = parseQuery('godwit -7');
    const found: string[] = [];
    let chunks = 0;
    for await (const { rows, rest } of findItems(
      { ...store, slowReads },
      query,
      OWNER_SCOPE,
      chunk,
    )) {
      found.push(...rows.map(({ title }) => title));
      chunks += 1;
      if (rest <= Number(oldest)) break;
    }
    const order = (await search(setup.api, { search: 'godwit -7', limit: '100' })).items;
    expect(found).toEqual(order.map(({ title }) => title));
    expect(found).toHaveLength(99);
    expect(chunks).toBeGreaterThan(4);
  });

  it('finds items that are being written as soon as they are there', async () => {
    await createFeed(setup, 'at-once', [item('Tapir')]);
    expect(await countWords(setup)).toBe(await countItems(setup));
  });

  it.each([
    ['', /no word/],
    ['  -- "" *', /no word/],
    ['!!! 🦊', /no word/],
    ['-cat', /only excludes words/],
    ['cat "dog', /closing/],
    ['cat -cat', /requires and excludes "cat"/],
    ['"big cat" -cat', /requires and excludes "big cat"/],
    ['category -cat*', /requires and excludes "category"/],
    ['ca*', /at least 3 letters/],
    [Array.from({ length: 21 }, (_, index) => `w${index}`).join(' '), /more than 20/],
    [`"${'the quick '.repeat(31)}"`, /more than 60 words/],
    [`cat -"${'b c '.repeat(30)}"`, /more than 60 words/],
    ['x'.repeat(1001), /1000/],
  ])('refuses %j', async (text, message) => {
    const path = `/v1/items?${new URLSearchParams({ search: text })}`;
    expectError(await setup.api.get(path), 'INVALID_FIELD', message);
  });

  it.each(['', 'x', '-1', '1e3', encodeCursor(-1), encodeCursor(1.5), encodeCursor('1')])(
    'refuses the cursor %j',
    async (cursor) => {
      const path = `/v1/items?${new URLSearchParams({ search: 'puffin', cursor })}`;
      expectError(await setup.api.get(path), 'INVALID_FIELD', /"cursor" is invalid/);
    },
  );

  it.each(['limit=501', 'limit=1e9', 'since=yesterday', 'scope=missing', 'feed=x', 'Limit=5'])(
    'refuses %s',
    async (query) => {
      const reply = await setup.api.get(`/v1/items?search=cat&${query}`);
      expectError(reply, query.startsWith('scope') ? 'FEED_NOT_FOUND' : 'INVALID_FIELD');
    },
  );
});

/** Feeds of other sources, without items. */
async function copyFeed(setup: Setup, id: string, copies: number): Promise<string[]> {
  const { db } = setup.service.http.deps.store;
  const feed = await db
    .selectFrom('feeds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: copies }, (_, index) => ({
    ...feed,
    id: `copy${index}`.padEnd(16, 'x'),
    source_key: `${feed.source_key}/${index}`,
  }));
  for (const row of rows) await db.insertInto('feeds').values(row).execute();
  return rows.map((row) => row.id);
}

/** As if so many items had come in before those of the feed. */
async function renumber(setup: Setup, id: string, by: number): Promise<void> {
  const { db } = setup.service.http.deps.store;
  const number = sql.ref(STORE === 'sqlite' ? 'rowid' : 'number');
  await sql`
    delete from item_words where ${number} in (select number from items where feed_id = ${id})
  `.execute(db);
  await db
    .updateTable('items')
    .set((item) => ({ number: item('number', '+', by) }))
    .where('feed_id', '=', id)
    .execute();
  const items = await db.selectFrom('items').selectAll().where('feed_id', '=', id).execute();
  await indexItems(db, id, items);
}

async function countWords(setup: Setup): Promise<number> {
  const { db } = setup.service.http.deps.store;
  const { rows } = await sql<{ count: number }>`select count(*) as count from item_words`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

async function countItems(setup: Setup): Promise<number> {
  const { db } = setup.service.http.deps.store;
  const { count } = await db
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
