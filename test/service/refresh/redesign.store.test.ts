import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
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
    const data = { since: expect.any(String), expected: 10, found: 0 };
    expect(await events()).toMatchObject([{ type: 'list_lost', feed: { id }, data }]);
    expect((await notes())[0]).toBe(
      'The page changed, and its list is lost: 0 of 10 items were found.',
    );
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
    const { become, feed, events } = await withPage();
    await become(menu(1));
    await become(menu(2));
    const since = (await feed()).drift?.since;
    await become(LIST.replace('</main>', '</main><p>back</p>'));
    expect((await feed()).drift).toBeUndefined();
    const [, event, ...others] = await events();
    expect(event).toMatchObject({ type: 'list_found', data: { since, found: 10 } });
    expect(others).toEqual([]);
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

  it('fails with a question for consent in its place, however often, until the list is back', async () => {
    const { become, feed, titles, id, events } = await withPage();
    const consent = (n: number) =>
      `<html><head><title>News</title></head><body><h1>Before you continue</h1><p>We and ${n} partners use cookies.</p><form><button>Reject</button><button>Accept all</button></form></body></html>`;
    for (let n = 1; n <= 7; n += 1) {
      expect((await become(consent(800 + n)))?.outcome).toBe('failed');
    }
    const { drift, last_error } = await feed();
    expect(drift).toBeUndefined();
    expect(last_error).toContain('shows a consent page');
    expect((await become(LIST))?.outcome).not.toBe('failed');
    expect((await titles(id)).length).toBe(10);
    expect(await events()).toEqual([]);
  });

  it('has no items while the container of its selector is empty', async () => {
    const { events, sources, service, clock, refresh } = await startSetup();
    let jobs = '<ul class="jobs"></ul>';
    const url = sources.on('/jobs', (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(
        page(`<h1>Work with us</h1>${jobs}<p>We use cookies. <button>Accept</button></p>`),
      );
    });
    const { feed: made } = await createFeed(service.http.deps, OWNER, {
      url,
      selectors: { items: 'ul.jobs > li' },
    });
    expect(made.items).toEqual([]);
    const next = async (html: string) => {
      jobs = html;
      clock.advance(2 * HOUR);
      return (await refresh(made.id))?.outcome;
    };
    const job =
      '<ul class="jobs"><li><a href="/jobs/1">Baker of bread in the early morning</a></li></ul>';
    expect(await next(job)).toBe('updated');
    expect(await next('<ul class="jobs"></ul><script src="/app.js"></script>')).not.toBe('failed');
    expect(await next('<ul class="jobs"><div>Loading…</div></ul>')).toBe('failed');
    expect(await next('<ul class="list"></ul>')).toBe('failed');
    expect(await next(job)).not.toBe('failed');
    const told = (await events()).map(({ data }) => data.items_new?.map(({ title }) => title));
    expect(told).toEqual([['Baker of bread in the early morning']]);
  });

  it('keeps the title, description and icon of its list while that is lost', async () => {
    const { become, feed, notes } = await withPage();
    const before = await feed();
    const error =
      '<html lang="sv"><head><title>Fel</title><meta name="description" content="Databasen"><link rel="icon" href="/e.png"></head><body><h1>Fel</h1></body></html>';
    for (const html of [error, '<html></html>', `${error}<p>2</p>`]) {
      await become(html);
      const { title, description, icon } = await feed();
      expect({ title, description, icon }).toEqual({
        ...{ title: before.title, description: before.description, icon: before.icon },
      });
    }
    const LOST = 'The page changed, and its list is lost: 0 of 10 items were found.';
    expect((await notes()).slice(0, 3)).toEqual([LOST, LOST, LOST]);
    await become(LIST.replace('<title>News', '<title>Nyheter'));
    expect(await feed()).toMatchObject({ title: 'Nyheter' });
  });

  describe('at all, with other addresses and other items', () => {
    const story = (n: number, date = '') =>
      `<article class="c"><h2><a href="/read/${n}/a-new-slug">Another report ${n} from the harbour and the town</a></h2>${date}</article>`;
    const relaunched = (of: readonly number[], dateOf: (n: number) => string = () => '') =>
      page(`<div id="app">${of.map((n) => story(n, dateOf(n))).join('')}</div>`);
    const OTHERS = Array.from({ length: 11 }, (_, at) => 500 + at);

    it('takes its likeliest list after a day, and tells only what comes then', async () => {
      const { become, feed, notes, titles, id, events, clock } = await withPage();
      await become(relaunched(OTHERS));
      expect((await titles(id)).length).toBe(10);
      clock.advance(20 * HOUR);
      await become(relaunched(OTHERS).replace('</body>', '<p>2</p></body>'));
      expect((await feed()).drift).toMatchObject({ expected: 10, found: 0 });
      clock.advance(2 * HOUR);
      await become(relaunched(OTHERS).replace('</body>', '<p>3</p></body>'));
      expect((await titles(id)).length).toBe(21);
      expect((await feed()).drift).toBeUndefined();
      expect((await notes())[0]).toContain('its list was found again');
      expect((await events()).map(({ type }) => type)).toEqual(['list_lost', 'list_found']);
      await become(relaunched([520, ...OTHERS]));
      expect((await events()).map(({ data }) => data.items_new?.length)).toEqual([
        ...[undefined, undefined, 1],
      ]);
    });

    it('tells what its date says came after the loss', async () => {
      const { become, events, clock } = await withPage();
      await become(relaunched(OTHERS));
      clock.advance(30 * HOUR);
      const now = clock.now();
      const dateOf = (n: number) =>
        `<time datetime="${new Date(now - (n < 502 ? 3 : 60) * HOUR).toISOString()}">x</time>`;
      await become(relaunched(OTHERS, dateOf));
      const told = (await events()).flatMap(({ data }) => data.items_new.map(({ url }) => url));
      expect(told.map((url) => /\d+/.exec(new URL(url).pathname)?.[0])).toEqual(['500', '501']);
    });
  });
});
