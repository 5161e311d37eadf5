import { describe, expect, it } from 'vitest';
import type { BackfillBody } from '../../../src/contract/index.js';
import { ServiceError } from '../../../src/service/core/errors.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { backfillFeed } from '../../../src/service/feeds/backfill.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { tombstoneHash } from '../../../src/service/items/retention.js';
import type { OlderDocument } from '../../../src/service/sources/source-reader.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const DAY = 86_400_000;

/** An older document: the numbers of its items, and whether another one follows. */
interface Archive {
  items: readonly number[];
  next?: boolean | string;
  hash?: string;
  /** Instead of a document. */
  error?: Error;
  /** Items without dates. */
  isUndated?: boolean;
}

const entryOf = (number: number, isUndated = false): SourceEntry => ({
  ...{ guid: `g${number}`, url: '', title: `Item ${number}`, authors: [], thumbnail: null },
  ...{ descriptionText: '', descriptionHtml: '' },
  datePublished: isUndated ? null : number * DAY,
});

/** A feed that has items 100 and 99, and whose source has these documents, one after the other. */
async function withArchives(archives: readonly Archive[], options: { keepItems?: number } = {}) {
  const setup = await startSetup();
  const item = (number: number) => ({
    ...{ guid: `g${number}`, title: `Item ${number}`, date: new Date(number * DAY).toISOString() },
  });
  const url = setup.sources.publish('/0', { items: [item(100), item(99)] });
  const id = await setup.create(url);
  const { deps } = setup.service.http;
  const addresses: string[] = [];
  const following = ({ next }: Archive, at: number) =>
    typeof next === 'string' ? next : next === true ? `${setup.sources.origin}/${at + 1}` : null;
  const readOlder = async (
    _: unknown,
    { address }: { address: string },
  ): Promise<OlderDocument> => {
    addresses.push(new URL(address).pathname);
    const at = Number(new URL(address).pathname.slice(1));
    const archive = archives[at] ?? { items: [] };
    if (archive.error !== undefined) throw archive.error;
    return {
      entries: archive.items.map((number) => entryOf(number, archive.isUndated)),
      next: following(archive, at),
      hash: archive.hash ?? `${at}`.padStart(12, '0'),
    };
  };
  const reading: Deps = { ...deps, ...options, reader: { ...deps.reader, readOlder } };
  return {
    ...{ ...setup, id, addresses, domain: reading },
    async backfill(body: BackfillBody = {}) {
      let answer = await backfillFeed(reading, OWNER, id, body);
      while (answer.cursor !== null) {
        answer = await backfillFeed(reading, OWNER, id, { cursor: answer.cursor });
      }
      return answer;
    },
    numbers: async () => (await setup.titles(id)).map((title) => Number(title.slice(5))),
  };
}

const first: Archive = { items: [100, 99], next: true };

describe('older items', () => {
  it('come behind all others, in their order, and raise the revision once a document', async () => {
    const archives = [first, { items: [99, 98, 97], next: true }, { items: [96, 95] }];
    const { backfill, numbers, row, id, clock, events } = await withArchives(archives);
    const before = await row(id);
    clock.advance(DAY);
    expect(await backfill()).toEqual({
      ...{ items: 4, requests: 3, ended: 'end', message: null, cursor: null },
    });
    expect(await numbers()).toEqual([100, 99, 98, 97, 96, 95]);
    const after = await row(id);
    expect(after.revision).toBe(before.revision + 2);
    expect(after.updated_at).toBe(clock.now());
    expect(await events()).toEqual([]);
    expect(await backfill()).toMatchObject({ items: 0, ended: 'end' });
    expect((await row(id)).revision).toBe(after.revision);
  });

  it.each([
    [3, [98, 97, 96], 3],
    [2, [98, 97], 2],
    [1, [98], 2],
  ])('are at most as many as wanted: %i', async (limit, stored, requests) => {
    const archives = [first, { items: [98, 97], next: true }, { items: [96, 95], next: true }];
    const { backfill, numbers } = await withArchives(archives);
    const answer = await backfill({ limit });
    expect(answer).toMatchObject({ items: limit, requests, ended: 'complete' });
    expect(await numbers()).toEqual([100, 99, ...stored]);
  });

  it('end at a date: items of that time are wanted, a document before it is the last one', async () => {
    const archives = [
      first,
      { items: [98, 96], next: true },
      { items: [97, 95], next: true },
      { items: [94, 93], next: true },
      { items: [92], next: true },
    ];
    const { backfill, numbers, addresses } = await withArchives(archives);
    const since = new Date(96 * DAY).toISOString();
    expect(await backfill({ since })).toMatchObject({ items: 3, ended: 'complete' });
    expect(await numbers()).toEqual([100, 99, 98, 96, 97]);
    expect(addresses).toEqual(['/0', '/1', '/2', '/3']);
  });

  it('without a date are not wanted since a time, and do not end the search', async () => {
    const archives: Archive[] = [
      first,
      { items: [98, 97], next: true, isUndated: true },
      { items: [], next: true },
      { items: [96] },
    ];
    const { backfill, numbers } = await withArchives(archives);
    const since = new Date(50 * DAY).toISOString();
    expect(await backfill({ since })).toMatchObject({ items: 1, ended: 'end' });
    expect(await numbers()).toEqual([100, 99, 96]);
  });

  it.each([
    [4, 2, 'full'],
    [5, 3, 'end'],
    [2, 0, 'full'],
    [1, 0, 'full'],
  ])('of a feed that keeps %i items: %i, then %s', async (keepItems, items, ended) => {
    const archives = [first, { items: [98, 97, 96] }];
    const { backfill, numbers } = await withArchives(archives, { keepItems });
    expect(await backfill()).toMatchObject({ items, ended });
    expect(await numbers()).toEqual([100, 99, 98, 97, 96].slice(0, 2 + items));
  });

  it('are not those that were dropped before', async () => {
    const { backfill, numbers, id, deps } = await withArchives([first, { items: [98, 97] }]);
    expect(await backfill()).toMatchObject({ items: 2 });
    const { db } = deps.store;
    const dropped = db.deleteFrom('items').where('title', '=', 'Item 98').returning('identity');
    const { identity } = await dropped.executeTakeFirstOrThrow();
    const tombstone = { feed_id: id, hash: tombstoneHash(identity), last_seen_at: 0 };
    await db.insertInto('tombstones').values(tombstone).execute();
    expect(await backfill()).toMatchObject({ items: 0 });
    expect(await numbers()).toEqual([100, 99, 97]);
  });
});

describe('the search for older items ends', () => {
  const known = { items: [100], next: true };

  it.each([
    ['at the only document', [{ items: [100, 99] }], 'no-older-items', 1],
    ['at the last document', [first, { items: [98] }], 'end', 2],
    [
      'at a document that was read before',
      [first, { ...first, hash: '000000000000' }],
      'limits',
      2,
    ],
    [
      'after three documents without an unknown item',
      [first, known, known, known, known],
      'limits',
      4,
    ],
    [
      'not after two of them',
      [first, known, known, { items: [98], next: true }, known, known, { items: [97] }],
      ...(['end', 7] as const),
    ],
  ] as [string, Archive[], string, number][])('%s', async (_, archives, ended, requests) => {
    const { backfill } = await withArchives(archives);
    expect(await backfill()).toMatchObject({ ended, requests });
  });

  it('at another site, and says so', async () => {
    const elsewhere = 'https://other.example/1';
    const { backfill, addresses } = await withArchives([{ ...first, next: elsewhere }]);
    const answer = await backfill();
    expect(answer).toMatchObject({ ended: 'limits', requests: 1 });
    expect(answer.message).toContain(elsewhere);
    expect(addresses).toEqual(['/0']);
  });

  it('after fifty documents', async () => {
    const archives = Array.from({ length: 60 }, (_, at) => ({ items: [99 - at], next: true }));
    const { backfill, addresses } = await withArchives(archives);
    expect(await backfill()).toMatchObject({ ended: 'limits', requests: 50, message: null });
    expect(addresses).toHaveLength(50);
  });

  const broken = new ServiceError('SOURCE_UNREACHABLE', 'It answered 500.');
  const missing = new ServiceError('SOURCE_UNREACHABLE', 'It answered 404.');
  const empty = new ServiceError('NO_ITEMS_FOUND', 'There is no list.');

  it.each([
    [
      'the first document cannot be read',
      [{ items: [], error: missing }],
      'failed',
      missing.message,
    ],
    ['a later one is missing', [first, { items: [], error: missing }], 'end', null],
    ['a later one has no items', [first, { items: [], error: empty }], 'end', null],
    ['a later one is broken', [first, { items: [], error: broken }], 'failed', broken.message],
  ] as [string, Archive[], string, string | null][])(
    'when %s',
    async (_, archives, ended, message) => {
      const { backfill } = await withArchives(archives);
      expect(await backfill()).toMatchObject({ ended, message, cursor: null });
    },
  );

  it('with the error itself when that is a mistake of this program', async () => {
    const mistake = new TypeError('x is not a function');
    const { backfill } = await withArchives([{ items: [], error: mistake }]);
    await expect(backfill()).rejects.toBe(mistake);
  });
});

it.each([
  ['a news search', { keyword: 'bank' }, /follows the news/],
  ['a page', { mode: 'changes' }, /the changes of a page/],
] as const)('the feed of %s has no older items', async (_, choice, message) => {
  const { domain, sources } = await withArchives([]);
  sources.publish('/news', { items: [{ guid: 'n', title: 'News of the bank' }] });
  const url = sources.on('/page', (_, response) => response.end('<p>Open today.</p>'));
  const body = 'keyword' in choice ? choice : { url, ...choice };
  const { feed } = await createFeed(domain, OWNER, body);
  const backfill = backfillFeed(domain, OWNER, feed.id, {});
  await expect(backfill).rejects.toMatchObject({ code: 'INVALID_FIELD' });
  await expect(backfill).rejects.toThrow(message);
});
