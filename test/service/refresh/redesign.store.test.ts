import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { listFeedHistory } from '../../../src/service/refresh/history.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const title = (n: number) => `Story number ${n} about the things that happened`;
const numbers = Array.from({ length: 10 }, (_, at) => at);
const page = (list: string) =>
  `<!doctype html><html lang="en"><head><title>News</title></head><body>${list}</body></html>`;
const LIST = page(
  `<main><ul>${numbers.map((n) => `<li><h3><a href="/2026/story-${n}-about">${title(n)}</a></h3></li>`).join('')}</ul></main>`,
);
const cards = (href: (n: number) => string) =>
  page(
    `<div id="app">${numbers
      .map((n) => `<section><p><a href="${href(n + 2)}"><b>${title(n + 2)}</b></a></p></section>`)
      .join('')}</div>`,
  );
const menu = (n: number) =>
  page(
    `<main><ul>${numbers.map((at) => `<li><h3><a href="/topics/t${at}">Topic ${at}</a></h3></li>`).join('')}</ul><p>${n}</p></main>`,
  );

async function withPage({ withTags = false } = {}) {
  const setup = await startSetup();
  let html = LIST;
  const url = setup.sources.on('/news', (request, response) => {
    const etag = `"${html.length}"`;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (withTags) response.setHeader('ETag', etag);
    const isKnown = withTags && request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200).end(isKnown ? undefined : html);
  });
  const id = await setup.create(url);
  const become = async (next: string) => {
    html = next;
    setup.clock.advance(2 * HOUR);
    return setup.refresh(id);
  };
  const feed = () => getFeed(setup.service.http.deps, OWNER, id);
  const notes = async () =>
    (await listFeedHistory(setup.deps.store.db, OWNER, id, { limit: 10, offset: 0 })).map(
      ({ note }) => note ?? null,
    );
  return { ...setup, id, become, feed, notes };
}

describe('a page that changes', () => {
  it('keeps its items and reports the drift when its list is gone', async () => {
    const { become, feed, notes, titles, id, events } = await withPage();
    await become(menu(1));
    expect((await feed()).drift).toBeUndefined();
    await become(menu(2));
    const since = (await feed()).drift?.since;
    await become(menu(3));
    expect((await feed()).drift).toMatchObject({ expected: 10, found: 0, since });
    expect((await feed()).drift?.confidence).toBeGreaterThan(0.8);
    expect(await titles(id)).toEqual(numbers.map(title));
    expect(await events()).toEqual([]);
    expect((await notes())[0]).toBe('The page changed, and its list was not found: 0 of 10 items.');
  });

  it.each([false, true])(
    'counts a miss again while the page stays the same (ETag: %s)',
    async (withTags) => {
      const { become, feed } = await withPage({ withTags });
      await become(menu(1));
      expect((await feed()).drift).toBeUndefined();
      await become(menu(1));
      expect((await feed()).drift).toMatchObject({ expected: 10, found: 0 });
    },
  );

  it('ends the drift when the list is back', async () => {
    const { become, feed } = await withPage();
    await become(menu(1));
    await become(menu(2));
    await become(LIST.replace('</main>', '</main><p>back</p>'));
    expect((await feed()).drift).toBeUndefined();
  });

  it('finds its list again by the stored titles; only what is new is news', async () => {
    const { become, feed, notes, events } = await withPage();
    await become(cards((n) => `/read?id=${900 + n}`));
    const [event, ...more] = await events();
    expect(event?.data.items_new.map((item) => item.title)).toEqual([title(10), title(11)]);
    expect(more).toEqual([]);
    expect((await feed()).drift).toBeUndefined();
    expect((await notes())[0]).toBe(
      'The page changed; its list was found again: 8 of its items are known.',
    );
  });
});
