import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sort } from '../../../src/contract/index.js';
import { openService } from '../../../src/service/app/service.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { insertItems, itemValues } from '../../../src/service/items/insert-items.js';
import { testDatabase } from '../../support/database.js';
import { startSourceServer } from '../../support/source-server.js';

const OWNER = { id: 'owner' };

function entry(title: string, datePublished: number | null): SourceEntry {
  return {
    guid: title,
    url: `https://example.com/${title}`,
    title,
    descriptionText: '',
    descriptionHtml: '',
    thumbnail: null,
    datePublished,
    authors: [],
  };
}

/** A feed to which three documents brought items, one after the other. */
async function grownFeed(more: SourceEntry[] = []) {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const service = await openService({
    databasePath: await testDatabase(),
    allowPrivateNetworks: true,
  });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  const url = sources.publish('/feed.xml', { title: 'Growing', items: [] });
  const { feed } = await createFeed(deps, OWNER, { url });
  const batches = [
    [entry('a1', 500), entry('a2', null)],
    [entry('b1', 300), entry('b2', 700), entry('b3', 300)],
    [entry('c1', 100)],
    more,
  ];
  for (const [batch, entries] of batches.entries()) {
    const rows = entries.map((one, position) =>
      itemValues(feed.id, one.title, one, { addedAt: 1000 + batch, position }),
    );
    await insertItems(deps.store.db, rows);
  }
  return async (sort?: Sort) =>
    (await getFeed(deps, OWNER, feed.id, { sort })).items.map((item) => item.title);
}

describe('the order of items', () => {
  it('date: the order of the source among items of one date', async () => {
    const titles = await grownFeed([entry('x9', 5), entry('x1', 5), entry('x5', 5)]);
    expect((await titles('date')).slice(-4)).toEqual(['x9', 'x1', 'x5', 'a2']);
  });

  it('last_added, also the default: the newest batch first, document order within it', async () => {
    const titles = await grownFeed();
    const expected = ['c1', 'b1', 'b2', 'b3', 'a1', 'a2'];

    expect(await titles('last_added')).toEqual(expected);
    expect(await titles()).toEqual(expected);
  });

  it('date: the newest first, what has no date last, equal dates always alike', async () => {
    const titles = await grownFeed();
    expect(await titles('date')).toEqual(['b2', 'a1', 'b1', 'b3', 'c1', 'a2']);
  });
});
