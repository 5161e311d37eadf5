import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/contract/index.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import { AnswerCache } from '../../../src/service/http/answer-cache.js';
import { errorResponse } from '../../../src/service/http/error-response.js';
import type { HttpEnv } from '../../../src/service/http/http-deps.js';
import { publishedRoutes } from '../../../src/service/http/published.js';
import { pictureKey } from '../../../src/service/publish/html.js';
import type { PublishedSource } from '../../../src/service/publish/published-channel.js';
import { channel } from '../../support/channels.js';

const ID = 'AAAAAAAAAAAAAAAA';
const NOON = Date.parse('2026-11-21T12:00:00.000Z');

const PICTURE = 'https://news.example/bridge.jpg?w=300&h=200';

/** Routes over one feed, whose loading is counted. */
function routesAt(now: number, updatedAt: number) {
  let loads = 0;
  const fetched: string[] = [];
  const feeds: PublishedSource = {
    findRevision: async (id) => (id === ID ? { revision: '7', updatedAt } : null),
    async loadChannel() {
      loads += 1;
      return channel({ updatedAt });
    },
  };
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, silentLogger));
  app.route(
    '/',
    publishedRoutes({
      ...{ feeds, bundles: feeds, clock: { now: () => now } },
      ...{ base: async () => 'http://127.0.0.1:7410', answers: new AnswerCache() },
      pictures: async () => ({
        async get(address) {
          fetched.push(address);
          return { state: 'found', type: 'image/jpeg', body: Buffer.from('bridge') };
        },
      }),
    }),
  );
  const get = (headers: Record<string, string> = {}) =>
    app.request(`/feeds/${ID}.xml`, { headers });
  const open = (name: string, headers: Record<string, string> = {}) =>
    app.request(`/feeds/${name}`, { headers });
  return { get, open, fetched, loads: () => loads };
}

describe('pictures of a page', () => {
  it('come through the service; no address is fetched that the page does not show', async () => {
    const { open, fetched, loads } = routesAt(NOON, NOON - 5000);
    const found = await open(`${ID}/pictures/${pictureKey(PICTURE)}`);
    expect([found.status, await found.text()]).toEqual([200, 'bridge']);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=604800, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    for (const name of [
      `${ID}/pictures/${pictureKey('https://other.example/')}`,
      `${ID}/pictures/${encodeURIComponent(PICTURE)}`,
      `${'B'.repeat(16)}/pictures/${pictureKey(PICTURE)}`,
    ]) {
      expect((await open(name)).status).toBe(404);
    }
    expect(fetched).toEqual([PICTURE]);
    // The page says what it shows once for all of its pictures.
    expect(loads()).toBe(1);
  });
});

describe('an address without a feed', () => {
  const DELETED = `${'B'.repeat(16)}.xml`;

  it('is a page for people, which loads nothing and runs no text of strangers', async () => {
    const { open } = routesAt(NOON, NOON);
    const page = await open(DELETED, { Accept: 'text/html,*/*;q=0.8' });
    expect(page.status).toBe(404);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'sha256-/),
      'cache-control': 'no-store',
      vary: 'Accept',
    });
    const html = await page.text();
    expect(html).toContain('<h1>Not Found</h1>');
    expect(html).toContain('it was deleted, or the address is mistyped.');
    const typed = await open('%3Cscript%3E.xml', { Accept: 'text/html' });
    expect(await typed.text()).toContain('There is nothing at /feeds/&lt;script&gt;.xml.');
  });

  it('is an error object for programs', async () => {
    const { open } = routesAt(NOON, NOON);
    for (const accept of ['*/*', 'application/rss+xml, application/json']) {
      const answer = await open(DELETED, { Accept: accept });
      expect(await answer.json()).toMatchObject({ errors: [{ code: 'FEED_NOT_FOUND' }] });
    }
  });
});

describe('validators', () => {
  it('are answered before any item is loaded', async () => {
    const { get, loads } = routesAt(NOON, NOON - 5000);
    const lastModified = 'Sat, 21 Nov 2026 11:59:55 GMT';
    expect((await get({ 'If-None-Match': `W/"${VERSION}.7"` })).status).toBe(304);
    expect((await get({ 'If-Modified-Since': lastModified })).status).toBe(304);
    expect(loads()).toBe(0);
    const whole = await get({ 'If-None-Match': `W/"${VERSION}.6"` });
    expect(whole.status).toBe(200);
    expect(whole.headers.get('Last-Modified')).toBe(lastModified);
    expect(loads()).toBe(1);
  });

  it('date a change of this very second a second back, as more may follow in it', async () => {
    const changed = NOON + 200;
    const within = await routesAt(NOON + 900, changed).get();
    expect(within.headers.get('Last-Modified')).toBe('Sat, 21 Nov 2026 11:59:59 GMT');
    const since = { 'If-Modified-Since': within.headers.get('Last-Modified') ?? '' };
    expect((await routesAt(NOON + 1000, changed).get(since)).status).toBe(200);
    const after = await routesAt(NOON + 1000, changed).get();
    expect(after.headers.get('Last-Modified')).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  });

  it('are none when the date makes no sense', async () => {
    expect((await routesAt(NOON, 0).get({ 'If-Modified-Since': 'yesterday' })).status).toBe(200);
  });
});
