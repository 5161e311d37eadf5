import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { compareDocument } from '../../../src/service/items/compare-document.js';
import { compareNewEntries } from '../../../src/service/items/compare-new.js';
import { readFeedDocument, writeFeedDocument } from '../../../src/service/items/feed-document.js';
import { identify } from '../../../src/service/items/identity.js';
import { insertItems, itemValues } from '../../../src/service/items/insert-items.js';
import { DAY } from '../../../src/service/schedule/durations.js';
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

/** A feed whose last document listed the entries, with or without a digest. */
async function feedWithEntries({ hasDigest }: { hasDigest: boolean }) {
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
  const identities = identify(ENTRIES, 'link').map(({ identity }) => identity);
  const rows = ENTRIES.map((one, position) =>
    itemValues(id, identities[position] ?? '', one, { addedAt: NOW - 1000, position }),
  );
  await insertItems(db, rows);
  const digest = { ...DIGEST, dates: ENTRIES.map(() => null), stored: ENTRIES.length };
  await writeFeedDocument(db, id, { identities, digest: hasDigest ? digest : null });
  return { db, feed: { id, mode: 'url', identity_policy: 'link', item_dates: '[]' } as const };
}

it.each([
  ['page', { added: 0, renamed: 3 }],
  ['feed', { added: 3, renamed: 0 }],
] as const)(
  'all titles under other addresses are the same items of a %s',
  async (origin, counts) => {
    const { db, feed } = await feedWithEntries({ hasDigest: false });
    const later = NOW + 100 * DAY;
    const entries = TITLES.map((title) => ({ ...entry(title, '2026'), datePublished: later }));

    const { changes } = await compareDocument(db, feed, { entries, origin }, { now: later });

    const { added, renamed } = changes;
    expect({ added: added.length, renamed: renamed.length }).toEqual(counts);
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
