import { gunzipSync } from 'node:zlib';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Feed } from '../../../src/contract/index.js';
import { fileDatabase } from '../../support/database.js';
import { numberedItems } from '../../support/rss.js';
import { send } from '../../support/send.js';
import { type Served, startServed } from '../../support/served.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';
import { problemsOfXml } from '../../support/well-formed.js';

let database: Awaited<ReturnType<typeof fileDatabase>>;
let sources: SourceServer;
let served: Served;
let feed: Feed;

const at = (extension: string, id = feed.id) => `${served.url}/feeds/${id}.${extension}`;

beforeAll(async () => {
  database = await fileDatabase();
  served = await startServed({ databasePath: database.location }, () => {});
});
afterAll(async () => {
  await served.stop();
  await database.drop();
});

// Each test has sources and a feed of its own.
beforeEach(async () => {
  sources = await startSourceServer();
  sources.publish('/news.xml', { title: 'Valley News', items: numberedItems(5) });
  feed = await served.createFeed(`${sources.origin}/news.xml?token=secret-1`);
  return () => sources.close();
});

describe('a published feed', () => {
  it('is found at rss_feed_url, by anybody', async () => {
    expect(feed.rss_feed_url).toBe(at('xml'));
    const { status, text, headers } = await send(feed.rss_feed_url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(problemsOfXml(text)).toEqual([]);
    const rss = parseRssFeed(text);
    expect(rss).toMatchObject({ title: 'Valley News', link: 'https://example.com/' });
    expect(rss.atom?.links).toEqual([
      { href: at('xml'), rel: 'self', type: 'application/rss+xml' },
    ]);
    expect(rss.items?.map(({ title, link }) => [title, link])).toEqual(
      numberedItems(5).map(({ title, link }) => [title, link]),
    );
    expect(rss.items?.[0]).toMatchObject({
      pubDate: 'Sat, 10 Jan 2026 00:00:00 GMT',
      dc: { creators: ['Author 0'] },
      content: { encoded: '<p>About item 0</p>' },
    });
  });

  it('comes as Atom, JSON Feed and CSV beside', async () => {
    const atom = await send(at('atom'));
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(problemsOfXml(atom.text)).toEqual([]);
    expect(parseAtomFeed(atom.text).links?.[0]?.href).toBe(at('atom'));

    const json = await send(at('json'));
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(parseJsonFeed(JSON.parse(json.text))).toMatchObject({
      feed_url: at('json'),
      items: numberedItems(5).map(({ title }) => ({ title })),
    });

    const csv = await send(at('csv'));
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.text.split('\r\n')).toHaveLength(7);
    expect(csv.text).toContain(',item number 0,https://example.com/item/0,');
  });

  it.each(['xml', 'atom', 'json', 'csv', 'html'])(
    'does not show the query of its source in .%s',
    async (format) => {
      expect((await send(at(format))).text).not.toContain('secret-1');
    },
  );

  it('is a page for people, too, which runs nothing but its own script', async () => {
    const page = await send(at('html'));
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toMatch(
      /^sandbox (?!.*allow-same-origin).*; default-src 'none'; script-src 'sha256-/,
    );
    expect(policy).not.toContain('unsafe');
    expect(page.text).toContain("default-src 'none'");
    expect(page.text).toContain(`href="${feed.id}.xml"`);
    expect(page.text).toContain('item number 0');
  });

  it('shows the page to a person who opens the XML in a browser, and the XML to programs', async () => {
    const navigation = { 'Sec-Fetch-Dest': 'document', Accept: 'text/html,*/*;q=0.8' };
    for (const format of ['xml', 'atom']) {
      const opened = await send(at(format), { headers: navigation });
      expect([opened.status, opened.headers.location]).toEqual([303, `${feed.id}.html`]);
      expect(opened.headers.vary).toContain('Sec-Fetch-Dest');
      const source = await send(`${at(format)}?source`, { headers: navigation });
      expect([source.status, source.text.slice(0, 5)]).toEqual([200, '<?xml']);
      const fetched = await send(at(format), { headers: { 'Sec-Fetch-Dest': 'empty' } });
      expect(fetched.status).toBe(200);
    }
    expect((await send(at('json'), { headers: navigation })).status).toBe(200);
  });

  it('can be read from everywhere and run nowhere', async () => {
    for (const { headers } of [await send(at('xml')), await send(at('xml', 'B'.repeat(16)))]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('shows what was PATCHed and the custom author, under another ETag', async () => {
    const before = await send(at('xml'));
    await served.api('PATCH', `/v1/feeds/${feed.id}`, { title: 'My <valley> & more' });
    await served.api('PATCH', `/v1/feeds/${feed.id}/settings`, { customAuthor: 'Desk' });
    const after = await send(at('xml'));
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const rss = parseRssFeed(after.text);
    expect(rss.title).toBe('My <valley> & more');
    expect(rss.items?.map((item) => item.dc?.creators)).toEqual(Array(5).fill(['Desk']));
    const guids = (text: string) => parseRssFeed(text).items?.map((item) => item.guid?.value);
    expect(guids(after.text)).toEqual(guids(before.text));
    expect(new Set(guids(after.text)).size).toBe(5);
  });

  it('is gone with the feed', async () => {
    await served.api('DELETE', `/v1/feeds/${feed.id}`);
    const { status, text } = await send(at('xml'));
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({
      statusCode: 404,
      errors: [{ code: 'FEED_NOT_FOUND' }],
    });
  });

  it.each([
    ['feeds/_BBBBBBBBBBBBBBBB.xml', 'BUNDLE_NOT_FOUND'],
    ['feeds/BBBBBBBBBBBBBBBB.pdf', 'NOT_FOUND'],
    ['feeds/x.xml', 'NOT_FOUND'],
    ['feeds/BBBBBBBBBBBBBBBB', 'NOT_FOUND'],
    ['feeds/BBBBBBBBBBBBBBBB.constructor', 'NOT_FOUND'],
  ])('is not at %s', async (path, code) => {
    const { status, text, headers } = await send(`${served.url}/${path}`);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({ errors: [{ code }] });
  });
});

describe('asking for a published feed again', () => {
  it('costs nothing while its ETag is known', async () => {
    const { headers } = await send(at('xml'));
    for (const known of [headers.etag, `"x", ${headers.etag}`, headers.etag?.slice(2), '*']) {
      const again = await send(at('xml'), { headers: { 'If-None-Match': known ?? '' } });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag: headers.etag, vary: headers.vary });
    }
    const other = await send(at('xml'), { headers: { 'If-None-Match': 'W/"other"' } });
    expect(other.status).toBe(200);
  });

  it('costs nothing when it was last seen after its last change', async () => {
    const { headers } = await send(at('xml'));
    expect(Date.parse(headers['last-modified'] ?? '')).toBeLessThanOrEqual(Date.now());
    const later = new Date(Date.now() + 60_000).toUTCString();
    const fresh = await send(at('xml'), { headers: { 'If-Modified-Since': later } });
    expect(fresh.status).toBe(304);
    const both = { 'If-Modified-Since': later, 'If-None-Match': '"other"' };
    expect((await send(at('xml'), { headers: both })).status).toBe(200);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const get = await send(at('xml'));
    const head = await send(at('xml'), { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const name of ['etag', 'content-type', 'content-length', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name]);
      expect(head.headers[name]).toBeTruthy();
    }
    // What changed within the second of the request is dated a second back, in the next one it is not.
    const [dated, before] = [head, get].map(({ headers }) =>
      Date.parse(String(headers['last-modified'])),
    );
    expect([before, Number(before) + 1000]).toContain(dated);
  });

  it('sends gzip to those who take it', async () => {
    const plain = await send(at('xml'));
    expect(plain.headers['content-encoding']).toBeUndefined();
    const zipped = await send(at('xml'), { headers: { 'Accept-Encoding': 'br, gzip;q=0.8' } });
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(zipped.body.length),
      vary: 'Accept-Encoding, Sec-Fetch-Dest',
      etag: plain.headers.etag,
    });
    expect(gunzipSync(zipped.body).toString()).toBe(plain.text);
    const refused = await send(at('xml'), { headers: { 'Accept-Encoding': 'gzip;q=0, *' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('takes no other method, but answers what browsers ask first', async () => {
    const post = await send(at('xml'), { method: 'POST', body: '{}' });
    expect(post.status).toBe(405);
    expect(post.headers.allow).toBe('GET, HEAD');
    const preflight = await send(at('xml'), { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('If-None-Match');
  });
});

describe('a published bundle', () => {
  it('joins its members, and tells the same story once', async () => {
    sources.publish('/other.xml', {
      title: 'Hill News',
      items: [...numberedItems(1), ...numberedItems(2, 'hill')],
    });
    const other = await served.createFeed(`${sources.origin}/other.xml`);
    await served.api('PATCH', `/v1/feeds/${other.id}/settings`, { customAuthor: 'Hill desk' });
    const bundle = await served.createBundle('Morning', [feed.id, other.id]);
    expect(bundle.rss_feed_url).toBe(at('xml', bundle.id));

    const rss = parseRssFeed((await send(bundle.rss_feed_url)).text);
    expect(rss).toMatchObject({ title: 'Morning', link: bundle.rss_feed_url });
    expect(rss.items).toHaveLength(7);
    const hill = rss.items?.filter((item) => item.title?.startsWith('hill'));
    expect(hill?.map((item) => item.dc?.creators)).toEqual([['Hill desk'], ['Hill desk']]);
  });

  it('has the items of its members with the guids that they have there', async () => {
    const bundle = await served.createBundle('Morning', [feed.id]);
    const guids = async (address: string) =>
      parseRssFeed((await send(address)).text).items?.map(({ guid }) => guid?.value);
    expect(await guids(bundle.rss_feed_url)).toEqual(await guids(at('xml')));
  });

  it('changes its ETag with its name, its members and what its members show', async () => {
    const bundle = await served.createBundle('Morning', [feed.id]);
    const etags = new Set<string | undefined>();
    const look = async () => {
      const { headers } = await send(at('xml', bundle.id));
      etags.add(headers.etag);
      const again = { 'If-None-Match': headers.etag ?? '' };
      expect((await send(at('xml', bundle.id), { headers: again })).status).toBe(304);
    };
    await look();
    await served.api('PATCH', `/v1/bundles/${bundle.id}`, { name: 'Evening' });
    await look();
    await served.api('PATCH', `/v1/feeds/${feed.id}/settings`, { customAuthor: 'Desk' });
    await look();
    await served.api('DELETE', `/v1/bundles/${bundle.id}/feeds/${feed.id}`);
    await look();
    await served.api('PUT', `/v1/bundles/${bundle.id}/feeds/${feed.id}`);
    await look();
    await served.api('DELETE', `/v1/feeds/${feed.id}`);
    await look();
    expect(etags.size).toBe(6);
  });

  it('is a valid feed without members', async () => {
    const bundle = await served.createBundle('Empty', []);
    const { text } = await send(at('xml', bundle.id));
    expect(problemsOfXml(text)).toEqual([]);
    expect(parseRssFeed(text)).toMatchObject({ title: 'Empty', description: 'Empty', ttl: 60 });
    expect(JSON.parse((await send(at('json', bundle.id))).text).items).toEqual([]);
  });
});
