import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { DAY } from '../../../src/service/core/durations.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { compareDocument } from '../../../src/service/items/compare-document.js';
import { compareNewEntries } from '../../../src/service/items/compare-new.js';
import { readFeedDocument, writeFeedDocument } from '../../../src/service/items/feed-document.js';
import { insertItems, itemValues } from '../../../src/service/items/insert-items.js';
import { identify } from '../../../src/service/items/marks.js';
import { testDatabase } from '../../support/database.js';
import { startSourceServer } from '../../support/source-server.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const TITLES = ['The harbour opens again', 'A bridge for cyclists', 'Rain until the weekend'];

function entry(title: string, folder: string): SourceEntry {
  return {
    guid: null,
    url: `https://example.com/${folder}/${title.replaceAll(' ', '-')}`,
    title,
    descriptionText: '',
    descriptionHtml: '',
    thumbnail: null,
    datePublished: null,
    authors: [],
  };
}

const ENTRIES = TITLES.map((title) => entry(title, 'news'));
const DIGEST = { context: 'context', entries: TITLES };

/** A feed whose last document listed the entries, with or without a digest, published at some times. */
async function feedWithEntries({ hasDigest, dates }: { hasDigest: boolean; dates?: number[] }) {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const service = await openService({
    databasePath: await testDatabase(),
    allowPrivateNetworks: true,
  });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  const { db } = deps.store;
  const url = sources.publish('/feed.xml', { title: 'News', items: [] });
  const { id } = (await createFeed(deps, { id: 'owner' }, { url })).feed;
  const identities = identify(ENTRIES).map(({ identity }) => identity);
  const published = ENTRIES.map((_, at) => dates?.[at] ?? null);
  const rows = ENTRIES.map((one, position) => {
    const stored = { ...one, datePublished: published[position] ?? null };
    return itemValues(id, identities[position] ?? '', stored, { addedAt: NOW - 1000, position });
  });
  await insertItems(db, rows);
  const digest = { ...DIGEST, dates: published, stored: ENTRIES.length };
  await writeFeedDocument(db, id, { identities, digest: hasDigest ? digest : null });
  return {
    db,
    feed: {
      id,
      item_dates: JSON.stringify(dates ?? []),
    } as const,
  };
}

it.each(['page', 'feed'] as const)(
  'all titles under other addresses are the same items of a %s',
  async (origin) => {
    const { db, feed } = await feedWithEntries({ hasDigest: false });
    const later = NOW + 100 * DAY;
    const entries = TITLES.map((title) => ({ ...entry(title, '2026'), datePublished: later }));

    const { changes } = await compareDocument(db, feed, { entries, origin }, { now: later });

    const { added, renamed } = changes;
    expect({ added: added.length, renamed: renamed.length }).toEqual({ added: 0, renamed: 3 });
  },
);

it('the list is stored again for a digest that it did not have, or no longer has', async () => {
  const without = await feedWithEntries({ hasDigest: false });
  const read = { entries: ENTRIES, origin: 'feed' } as const;
  const same = await compareDocument(without.db, without.feed, read, { now: NOW });
  expect(same.list).toBeNull();
  const withDigest = { ...read, digest: DIGEST };
  const gained = await compareDocument(without.db, without.feed, withDigest, { now: NOW });
  expect(gained.list?.digest).toEqual({ ...DIGEST, dates: [null, null, null], stored: 3 });

  const { db, feed } = await feedWithEntries({ hasDigest: true });
  const lost = await compareDocument(db, feed, read, { now: NOW });
  expect(lost.list).toMatchObject({ digest: null });
});

it('a new entry of a feed with few items is compared without reading the others', async () => {
  const { db, feed } = await feedWithEntries({ hasDigest: true });
  const added = entry('Votes are counted', 'news');
  const document = {
    entries: [added],
    places: [null, 0, 1, 2],
    digest: { context: 'context', entries: [added.title, ...TITLES] },
  };
  const last = await readFeedDocument(db, feed.id);

  const comparison = await compareNewEntries(db, feed, { document, last }, { now: NOW });

  expect(comparison?.changes.added.map(({ title }) => title)).toEqual([added.title]);
  expect(comparison?.list?.digest).toMatchObject({ stored: 4 });
});

describe('a document that lists some of the entries only', () => {
  const added = entry('Votes are counted', 'news');
  const read = async (hasDigest: boolean, ...entries: SourceEntry[]) => {
    const { db, feed } = await feedWithEntries({ hasDigest });
    const document = { entries, origin: 'feed' } as const;
    const { list } = await compareDocument(db, feed, document, { now: NOW, isPartial: true });
    return list && { count: list.identities.length, first: list.identities[0], ...list };
  };

  it('puts new entries above those of the last document', async () => {
    const [key] = identify([added]).map(({ identity }) => identity);
    expect(await read(false, added)).toMatchObject({ count: 4, first: key, digest: null });
  });

  it('leaves the list as it is without new entries, unless it has a digest', async () => {
    const [known = added] = ENTRIES;
    expect(await read(false, known)).toBeNull();
    expect(await read(true, known)).toMatchObject({ count: 3, digest: null });
  });
});

describe('comparing the new and the changed entries alone', () => {
  const DATES = [1, 2, 3].map((n) => NOW - n * DAY);
  const dated = ENTRIES.map((one, at) => ({ ...one, datePublished: DATES[at] ?? null }));
  const [first, second, third] = dated as [SourceEntry, SourceEntry, SourceEntry];
  const added = { ...entry('Votes are counted', 'news'), datePublished: NOW };
  const other = { ...entry('A second one is new', 'news'), datePublished: null };
  const changed = { ...second, title: 'A bridge for cyclist', datePublished: NOW - 5 * DAY };

  it.each<[string, SourceEntry[], (number | null)[], number]>([
    ['a new entry', [added, first, second, third], [null, 0, 1, 2], 500],
    ['two new entries', [added, other, first, second, third], [null, null, 0, 1, 2], 500],
    ['a changed entry with another date', [first, changed, third], [0, null, 2], 500],
    ['a new and a changed entry', [added, first, changed, third], [null, 0, null, 2], 500],
    ['a new entry, the last one no longer listed', [added, first, second], [null, 0, 1], 500],
    ['and dropped', [added, first, second], [null, 0, 1], 3],
    ['an entry that is no longer listed, and nothing new', [first, second], [0, 1], 500],
    ['another order', [second, first, third], [1, 0, 2], 500],
  ])('gives what comparing the whole document gives: %s', async (_, entries, places, keep) => {
    const { db, feed } = await feedWithEntries({ hasDigest: true, dates: DATES });
    const digest = { context: 'context', entries: entries.map(({ title }) => title) };
    const isRead = (_entry: SourceEntry, at: number) => places[at] === null;
    const last = await readFeedDocument(db, feed.id);
    const part = await compareNewEntries(
      ...([
        db,
        feed,
        { document: { entries: entries.filter(isRead), places, digest }, last },
      ] as const),
      { now: NOW, keep },
    );
    const whole = await compareDocument(
      ...([db, feed, { entries, origin: 'feed', digest }] as const),
      { now: NOW, keep },
    );

    const summary = ({ changes, list, itemDates }: typeof whole) => ({
      added: changes.added.map(({ title, position }) => [title, position]),
      changed: changes.changed.map(({ incoming, announce }) => [incoming.title, announce]),
      dropped: changes.toDrop.map(({ title }) => title),
      list,
      dates: itemDates.filter((date) => date !== null).sort(),
    });
    expect(part && summary(part)).toEqual(summary(whole));
  });

  it.each([
    ['an entry is listed twice', [null, 0, 0, 1, 2]],
    ['one vanished from the middle and one is new', [null, 0, 2]],
    ['none of those before is listed', [null]],
  ])('needs the whole document where %s', async (_, places) => {
    const { db, feed } = await feedWithEntries({ hasDigest: true });
    const digest = { context: 'context', entries: places.map(String) };
    const document = { entries: [added], places, digest };
    const last = await readFeedDocument(db, feed.id);
    expect(await compareNewEntries(db, feed, { document, last }, { now: NOW })).toBeNull();
  });

  it('needs the whole document where an address without guid has quite another title', async () => {
    const { db, feed } = await feedWithEntries({ hasDigest: true, dates: DATES });
    const entries = [{ ...second, title: 'Votes are counted' }];
    const digest = { context: 'context', entries: ['a', 'b', 'c'] };
    const last = await readFeedDocument(db, feed.id);
    const document = { entries, places: [0, null, 2], digest };
    expect(await compareNewEntries(db, feed, { document, last }, { now: NOW })).toBeNull();
  });

  it('needs the whole document where items were added or dropped by something else', async () => {
    const { db, feed } = await feedWithEntries({ hasDigest: true });
    const document = { entries: [], places: [0, 1, 2], digest: DIGEST };
    const last = await readFeedDocument(db, feed.id);
    const read = () => compareNewEntries(db, feed, { document, last }, { now: NOW });
    expect(await read()).toMatchObject({ list: null, itemDates: [] });
    await db
      .deleteFrom('items')
      .where('title', '=', TITLES[0] ?? '')
      .execute();
    expect(await read()).toBeNull();
  });
});
