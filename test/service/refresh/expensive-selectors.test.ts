import { expect, it } from 'vitest';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

it('a refresh stops stored selectors that became too expensive for the page, and keeps the items', async () => {
  const { sources, service, refresh, row, titles } = await startSetup();
  let list = '<i><a href="/1">First story</a></i><i><a href="/2">Second story</a></i><b></b>';
  const url = sources.on('/page', (_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<main>${list}</main>`);
  });
  const selectors = { items: 'i:has(~ b)' };
  const { feed } = await createFeed(service.http.deps, OWNER, { url, selectors });

  list = '<i>x</i>'.repeat(30_600);
  const result = await refresh(feed.id);

  expect(result).toMatchObject({ outcome: 'failed' });
  expect((await row(feed.id)).last_error).toContain(
    'selectors.items is too expensive for the page',
  );
  expect(await titles(feed.id)).toEqual(['First story', 'Second story']);
});
