import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { insertItems, itemValues } from '../../../src/service/items/insert-items.js';
import { searchItems } from '../../../src/service/search/search-items.js';
import { testDatabase } from '../../support/database.js';
import { startSourceServer } from '../../support/source-server.js';

const OWNER = { id: 'owner' };

it('items with long texts are written in turns with other work, and all are found', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const service = await openService({
    databasePath: await testDatabase(),
    allowPrivateNetworks: true,
  });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  const url = sources.publish('/feed.xml', { title: 'Long texts', items: [] });
  const { feed } = await createFeed(deps, OWNER, { url });
  const rows = Array.from({ length: 8 }, (_, position) => {
    const entry = {
      guid: `${position}`,
      url: `https://example.com/${position}`,
      title: `Chapter ${position}`,
      descriptionText: 'whale ship harpoon '.repeat(10_000),
      descriptionHtml: '',
      thumbnail: null,
      datePublished: null,
      authors: [],
    };
    return itemValues(feed.id, entry.guid, entry, { addedAt: 1000, position });
  });
  let turns = 0;
  let ended = false;
  const count = () => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  await deps.store.db.transaction().execute((transaction) => insertItems(transaction, rows));
  ended = true;
  expect(turns).toBeGreaterThanOrEqual(3);
  const found = await searchItems(deps, OWNER, { search: 'chapter whale', limit: 20 });
  expect(found.items).toHaveLength(8);
});
