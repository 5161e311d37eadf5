import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import type { Feed, FeedSummary } from '../../src/contract/index.js';
import { startServer } from '../support/loopback-server.js';
import { numberedItems, rss } from '../support/rss.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

const ACCESS = {
  headers: { 'X-Token': 'token-1a2b' },
  cookie: 'session=3c4d; lang=en',
  basic_auth: 'anna:päss:word',
  user_agent: 'Reader/1.0',
};
const SECRETS = ['token-1a2b', '3c4d', 'päss', btoa('anna:')];
const MASKED = {
  headers: { 'x-token': '***' },
  cookie: '***',
  basic_auth: '***',
  user_agent: 'Reader/1.0',
};

describeConformance('extension: what a source needs beside its address', (setup) => {
  const document = (count = 2) => rss({ title: 'Members', items: numberedItems(count) });
  const isMember = ({ headers }: IncomingMessage) => headers.cookie?.includes('session=') === true;

  /** A feed that only those with a session may read, and what its requests carried. */
  function membersFeed(path: string) {
    const seen: IncomingMessage['headers'][] = [];
    const url = setup.sources.on(path, (request, response) => {
      seen.push(request.headers);
      response.statusCode = isMember(request) ? 200 : 401;
      response.setHeader('ETag', '"one"').end(isMember(request) ? document() : '');
    });
    return { url, seen };
  }

  it('is sent for a preview, which stores and shows none of it', async () => {
    const { url, seen } = membersFeed('/preview.xml');
    const { status, body } = await setup.api.post('/v1/preview', { url, access: ACCESS });
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [{}, {}] });
    expect(seen.at(-1)).toMatchObject({ 'x-token': 'token-1a2b', cookie: ACCESS.cookie });
    for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret);
    expectError(await setup.api.post('/v1/preview', { url }), 'SOURCE_BLOCKED');
    const injected = { headers: { Host: 'elsewhere.example' } };
    expectError(await setup.api.post('/v1/preview', { url, access: injected }), 'INVALID_FIELD');
  });

  it('is sent to the source and shown as *** everywhere', async () => {
    const { url, seen } = membersFeed('/members.xml');
    expectError(await setup.api.post('/v1/feeds', { url }), 'SOURCE_BLOCKED');

    const { status, body } = await setup.api.post('/v1/feeds', { url, access: ACCESS });
    expect(status).toBe(201);
    const { id } = body as Feed;
    expect(seen.at(-1)).toMatchObject({
      'x-token': 'token-1a2b',
      cookie: ACCESS.cookie,
      authorization: `Basic ${Buffer.from(ACCESS.basic_auth).toString('base64')}`,
      'user-agent': 'Reader/1.0',
    });
    const answers = [
      body,
      (await setup.api.get(`/v1/feeds/${id}`)).body,
      ((await setup.api.get('/v1/feeds?limit=100')).body as FeedSummary[]).find(
        (feed) => feed.id === id,
      ),
      (await setup.api.patch(`/v1/feeds/${id}`, { title: 'Mine' })).body,
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ access: MASKED });
      for (const secret of SECRETS) expect(JSON.stringify(answer)).not.toContain(secret);
    }
    await setup.api.delete(`/v1/feeds/${id}`);
  });

  it('is sent by a refresh, with the validators of the same feed only', async () => {
    const { url, seen } = membersFeed('/again.xml');
    const mine = await setup.api.post('/v1/feeds', { url, access: { cookie: 'session=mine' } });
    const { id } = mine.body as Feed;
    const theirs = await setup.stranger.post('/v1/feeds', {
      url,
      access: { cookie: 'session=theirs' },
    });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(seen.map(({ cookie }) => cookie)).toEqual(['session=mine', 'session=theirs']);
    // Nothing of the other account's fetch is used.
    expect(seen.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined]);

    setup.clock.advance(3_600_000);
    await setup.api.post(`/v1/feeds/${id}/refresh`, {});
    expect(seen.at(-1)).toMatchObject({ cookie: 'session=mine', 'if-none-match': '"one"' });

    await setup.api.patch(`/v1/feeds/${id}`, { access: { cookie: 'session=new' } });
    await setup.api.post(`/v1/feeds/${id}/refresh`, {});
    expect(seen.at(-1)).toMatchObject({ cookie: 'session=new' });
    expect(seen.at(-1)).not.toHaveProperty('if-none-match');
  });

  it('is not sent to another origin, nor back after one', async () => {
    const received: [string, boolean][] = [];
    const note = (place: string, { headers }: IncomingMessage) =>
      received.push([place, 'x-token' in headers || 'authorization' in headers]);
    const other = await startServer((request, response) => {
      note('other', request);
      response.writeHead(302, { Location: `${setup.sources.origin}/back.xml` }).end();
    });
    try {
      setup.sources.on('/back.xml', (request, response) => {
        note('back', request);
        response.end(document());
      });
      const near = setup.sources.on('/near', (request, response) => {
        note('near', request);
        response.writeHead(302, { Location: other.origin }).end();
      });
      const url = setup.sources.on('/start', (request, response) => {
        note('start', request);
        response.writeHead(302, { Location: near }).end();
      });
      const access = { headers: { 'x-token': 'a' }, basic_auth: 'a:b' };
      expect((await setup.api.post('/v1/feeds', { url, access })).status).toBe(201);
      expect(received).toEqual([
        ['start', true],
        ['near', true],
        ['other', false],
        ['back', false],
      ]);
    } finally {
      await other.close();
    }
  });

  it('is sent to a feed on the same origin that the page links to, not to one elsewhere', async () => {
    const received: [string, string | undefined][] = [];
    const other = await startServer((request, response) => {
      received.push(['other', request.headers.cookie]);
      response.statusCode = request.url === '/feed.xml' ? 404 : 401;
      response.end();
    });
    try {
      setup.sources.on('/blog/feed.xml', (request, response) => {
        received.push(['own', request.headers.cookie]);
        response.end(document());
      });
      const link = (href: string) =>
        `<link rel="alternate" type="application/rss+xml" href="${href}">`;
      const url = setup.sources.on('/blog', (_, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end(link(`${other.origin}/feed.xml`) + link('/blog/feed.xml'));
      });
      const { status } = await setup.api.post('/v1/feeds', { url, access: { cookie: 'a=b' } });
      expect(status).toBe(201);
      expect(received).toContainEqual(['own', 'a=b']);
      expect(received.filter(([place]) => place === 'other')).not.toContainEqual(['other', 'a=b']);
    } finally {
      await other.close();
    }
  });

  it('is changed one value at a time, and removed by null', async () => {
    const { url, seen } = membersFeed('/change.xml');
    const { body } = await setup.api.post('/v1/feeds', { url, access: ACCESS });
    const path = `/v1/feeds/${(body as Feed).id}`;
    const accessAfter = async (access: unknown) =>
      ((await setup.api.patch(path, { access })).body as FeedSummary).access;

    expect(await accessAfter({ basic_auth: null, headers: { Authorization: 'Bearer x' } })).toEqual(
      {
        cookie: '***',
        user_agent: 'Reader/1.0',
        headers: { authorization: '***', 'x-token': '***' },
      },
    );
    expect(await accessAfter({ headers: { 'x-token': null } })).toMatchObject({
      headers: { authorization: '***' },
    });
    expectError(
      await setup.api.patch(path, { access: { basic_auth: 'a:b' } }),
      'INVALID_FIELD',
      /both basic_auth and an Authorization header/,
    );
    expect(await accessAfter({ headers: null, user_agent: null })).toEqual({ cookie: '***' });
    await setup.api.post(`${path}/refresh`, {});
    expect(seen.at(-1)).not.toHaveProperty('x-token');
    expect(await accessAfter(null)).toBeUndefined();
  });

  it('makes no second feed of an address', async () => {
    const { url } = membersFeed('/twice.xml');
    const { body } = await setup.api.post('/v1/feeds', { url, access: ACCESS });
    const again = await setup.api.post('/v1/feeds', { url, access: ACCESS });
    expect(again).toMatchObject({ status: 200, body: { id: (body as Feed).id } });
    expect((await setup.api.post('/v1/feeds', { url })).status).toBe(200);
    const other = { ...ACCESS, cookie: 'session=other' };
    const refused = await setup.api.post('/v1/feeds', { url, access: other });
    expectError(refused, 'FEED_EXISTS', /one feed of an address/);
    expect(JSON.stringify(refused.body)).not.toContain('session=');
  });

  it.each([
    ['Host', 'a', /"access.headers.Host" is set by the service/],
    ['Content-Length', '1', /set by the service/],
    ['Transfer-Encoding', 'chunked', /set by the service/],
    ['Connection', 'close', /set by the service/],
    ['Proxy-Authorization', 'Basic eA==', /set by the service/],
    ['If-None-Match', '"a"', /set by the service/],
    ['Cookie', 'a=b', /has a field of its own: "cookie"/],
    ['X: y', 'a', /not the name of a header/],
    ['X\r\nHost', 'a', /not the name of a header/],
    ['X-A', 'a\r\nHost: b', /one line/],
    ['X-A', 'a\nb', /one line/],
    ['X-A', 'Ω', /Latin/],
    ['X-A', '', /must not be empty/],
    ['X-A', '***', /must be the value itself/],
  ])('refuses the header %j with %j', async (name, value, message) => {
    const access = { headers: { [name]: value } };
    const reply = await setup.api.post('/v1/feeds', { url: 'https://example.com', access });
    expectError(reply, 'INVALID_FIELD', message);
  });

  it.each([
    [{ cookie: 'a=b\nc' }, /"access.cookie" must be one line/],
    [{ basic_auth: 'anna' }, /user:password/],
    [{ basic_auth: 'a:b', headers: { authorization: 'x' } }, /both basic_auth/],
    [{ headers: { 'X-A': '1', 'x-a': '2' } }, /given twice/],
    [{ proxy: 'socks5://localhost' }, /HTTP proxy/],
    [{ proxy: 'http://proxy.example.com/path' }, /HTTP proxy/],
    [{ token: 'a' }, /not a field/],
  ])('refuses %j', async (access, message) => {
    const reply = await setup.api.post('/v1/feeds', { url: 'https://example.com', access });
    expectError(reply, 'INVALID_FIELD', message);
  });

  it('sends every request through the proxy of the feed, which only the owner may set', async () => {
    const asked: [string, string | undefined][] = [];
    const proxy = await startServer((request, response) => {
      asked.push([request.url ?? '', request.headers['proxy-authorization']]);
      response.end(document());
    });
    try {
      const access = { proxy: proxy.origin.replace('//', '//user:secret@') };
      const url = 'http://127.0.0.1:59999/inside.xml';
      const { status, body } = await setup.api.post('/v1/feeds', { url, access });
      expect({ status, access: (body as Feed).access }).toEqual({
        status: 201,
        access: { proxy: '***' },
      });
      const credential = `Basic ${Buffer.from('user:secret').toString('base64')}`;
      expect(asked).toEqual([[url, credential]]);

      const refused = await setup.stranger.post('/v1/feeds', { url, access });
      expectError(refused, 'FORBIDDEN', /Only the owner account/);
      expect(JSON.stringify(refused.body)).not.toContain('secret');
      const theirs = membersFeed('/theirs.xml').url;
      const made = await setup.stranger.post('/v1/feeds', { url: theirs, access: ACCESS });
      const path = `/v1/feeds/${(made.body as Feed).id}`;
      expectError(await setup.stranger.patch(path, { access }), 'FORBIDDEN');
      expect((await setup.stranger.patch(path, { access: { proxy: null } })).status).toBe(200);
    } finally {
      await proxy.close();
    }
  });

  it('says that the proxy of the feed fails, without its address', async () => {
    const access = { proxy: 'http://user:secret@127.0.0.1:9' };
    const { url } = membersFeed('/unreached.xml');
    const reply = await setup.api.post('/v1/feeds', { url, access });
    expectError(reply, 'SOURCE_UNREACHABLE', /The proxy of this feed cannot be reached/);
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|FEEDCTL_FETCH_PROXY/);
  });

  it('is not for news', async () => {
    setup.sources.publish('/news', { title: 'News', items: numberedItems(2) });
    const { body } = await setup.api.post('/v1/feeds', { keyword: 'reef', mode: 'keyword' });
    const path = `/v1/feeds/${(body as Feed).id}`;
    expectError(await setup.api.patch(path, { access: { cookie: 'a=b' } }), 'INVALID_FIELD');
  });
});
