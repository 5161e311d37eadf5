import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type HostedDialect,
  type HostedDialectOptions,
  startHostedDialect,
} from './hosted-dialect.js';

// The facts that the fake stands for, asked for by plain fetch, so that it cannot drift unseen.

async function start(options: Partial<HostedDialectOptions> = {}): Promise<HostedDialect> {
  const hosted = await startHostedDialect(options);
  onTestFinished(() => hosted.close());
  return hosted;
}

async function ask(
  hosted: HostedDialect,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const { key, secret } = hosted.account;
  const response = await fetch(hosted.url + path, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${key}:${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    headers: response.headers,
  };
}

describe('the hosted dialect', () => {
  it('lists in an envelope, ten at a time', async () => {
    const hosted = await start();
    for (let n = 0; n < 12; n++) hosted.state().addFeed({ source_url: `https://e.example/${n}` });
    const { body } = await ask(hosted, 'GET', '/v1/feeds?offset=1');
    expect(body).toMatchObject({ total: 12, offset: 1, limit: 10 });
    expect(body).toHaveProperty('data.length', 10);
    expect((await ask(hosted, 'GET', '/v1/feeds?limit=101')).status).toBe(400);
  });

  it('answers a create with 200, an icon object and no missing fields made up', async () => {
    const hosted = await start();
    const { status, body } = await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(status).toBe(200);
    expect(body).toHaveProperty('icon.mimeType', 'image/png');
    expect(body).not.toHaveProperty('description');
    expect(body).not.toHaveProperty('items.0.id');
  });

  it('makes an empty feed of an empty page, and another feed of the same page', async () => {
    const hosted = await start();
    hosted.sources.set('https://e.example/', { kind: 'empty' });
    const made = await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(made).toMatchObject({ status: 200, body: { items: [] } });
    await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(hosted.state().feeds).toHaveLength(2);
    hosted.options.sameSource = 'existing';
    await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(hosted.state().feeds).toHaveLength(2);
  });

  it('refuses what a source is said to refuse, and what goes beyond the plan', async () => {
    const hosted = await start({ accounts: [{ key: 'c_1', secret: 's_1', feedLimit: 1 }] });
    hosted.sources.set('https://e.example/', { kind: 'failure', message: 'Cannot be read' });
    const refused = await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Cannot be read' } });
    await ask(hosted, 'POST', '/v1/feeds', { keyword: 'moon', region: 'DE:de' });
    expect(hosted.state().feeds[0]?.source_url).toBe(
      'https://news.example/search?keyword=moon&region=DE%3Ade&lang=de',
    );
    expect((await ask(hosted, 'POST', '/v1/feeds', { keyword: 'sun' })).status).toBe(402);
  });

  it('passes over feeds in a PATCH of a bundle, and wants them in a POST', async () => {
    const hosted = await start();
    const feed = hosted.state().addFeed({ source_url: 'https://e.example/' });
    const bundle = hosted.state().addBundle({ name: 'B', members: [feed.id] });
    const patched = await ask(hosted, 'PATCH', `/v1/bundles/${bundle.id}`, {
      name: 'C',
      feeds: [],
    });
    expect(patched).toMatchObject({ status: 200, body: { name: 'C', feeds: [{ id: feed.id }] } });
    expect((await ask(hosted, 'POST', '/v1/bundles', { name: 'D' })).status).toBe(400);
  });

  it('takes a deleted feed out of its bundles', async () => {
    const hosted = await start();
    const feed = hosted.state().addFeed({ source_url: 'https://e.example/' });
    const bundle = hosted.state().addBundle({ name: 'B', members: [feed.id] });
    expect((await ask(hosted, 'DELETE', `/v1/feeds/${feed.id}`)).body).toEqual({
      id: feed.id,
      deleted: true,
    });
    expect(bundle.members).toEqual([]);
  });

  it('keeps accounts apart, and strangers out', async () => {
    const other = { key: 'c_2', secret: 's_2' };
    const hosted = await start({ accounts: [{ key: 'c_1', secret: 's_1' }, other] });
    const feed = hosted.state(other).addFeed({ source_url: 'https://e.example/' });
    expect((await ask(hosted, 'GET', `/v1/feeds/${feed.id}`)).status).toBe(404);
    expect((await fetch(`${hosted.url}/v1/feeds`)).status).toBe(401);
  });

  it('takes about one write a second, and any number of reads', async () => {
    let now = 1_000_000;
    const hosted = await start({ writeIntervalMs: 1000, now: () => now });
    const write = () => ask(hosted, 'POST', '/v1/bundles', { name: 'B', feeds: [] });
    expect((await write()).status).toBe(200);
    const refused = await write();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await ask(hosted, 'GET', '/v1/bundles')).status).toBe(200);
    now += 1000;
    expect((await write()).status).toBe(200);
  });

  it('publishes feeds, until the account has not paid', async () => {
    const hosted = await start();
    const created = await ask(hosted, 'POST', '/v1/feeds', { url: 'https://e.example/' });
    expect(created.body).toHaveProperty('rss_feed_url', expect.stringMatching(/\.xml$/));
    const id = hosted.state().feeds[0]?.id;
    expect((await ask(hosted, 'GET', `/feeds/${id}.xml`)).body).toContain('<rss version="2.0">');
    expect((await ask(hosted, 'GET', `/feeds/v1.1/${id}.json`)).body).toHaveProperty('items.0.url');
    expect((await ask(hosted, 'GET', `/feeds/${id}.csv`)).body).toContain('"Title","Link"');
    expect((await ask(hosted, 'GET', `/feed/${id}`)).body).toContain('<!doctype html>');
    hosted.options.published = 'unpaid';
    expect((await ask(hosted, 'GET', `/feeds/${id}.xml`)).status).toBe(402);
  });
});

describe('faults', () => {
  it('happen as often as asked, to the requests they are for', async () => {
    const hosted = await start();
    hosted.fault({
      method: 'GET',
      path: /bundles/,
      fault: { kind: 'html', status: 502 },
      times: 2,
    });
    expect((await ask(hosted, 'GET', '/v1/feeds')).status).toBe(200);
    expect((await ask(hosted, 'GET', '/v1/bundles')).status).toBe(502);
    expect((await ask(hosted, 'GET', '/v1/bundles')).body).toContain('<html>');
    expect((await ask(hosted, 'GET', '/v1/bundles')).status).toBe(200);
    expect(hosted.requests.map(({ status }) => status)).toEqual([200, 502, 502, 200]);
  });

  it('lose the answer of a request that was carried out', async () => {
    const hosted = await start();
    for (const kind of ['lost-answer', 'cut-answer'] as const) {
      hosted.fault({ fault: { kind } });
      await expect(ask(hosted, 'POST', '/v1/bundles', { name: kind, feeds: [] })).rejects.toThrow();
    }
    expect(hosted.state().bundles.map(({ name }) => name)).toEqual(['cut-answer', 'lost-answer']);
    hosted.fault({ fault: { kind: 'reset' } });
    await expect(ask(hosted, 'POST', '/v1/bundles', { name: 'c', feeds: [] })).rejects.toThrow();
    expect(hosted.state().bundles).toHaveLength(2);
  });

  it('redirect, refuse and answer anything', async () => {
    const hosted = await start();
    hosted.fault({ fault: { kind: 'redirect', location: 'https://evil.example/' } });
    expect((await ask(hosted, 'GET', '/v1/feeds')).headers.get('location')).toContain('evil');
    hosted.fault({ fault: { kind: 'too-many-requests', retryAfter: '7' } });
    expect((await ask(hosted, 'GET', '/v1/feeds')).headers.get('retry-after')).toBe('7');
    hosted.fault({ fault: { kind: 'json', status: 418, body: { teapot: true } } });
    expect((await ask(hosted, 'GET', '/v1/feeds')).body).toEqual({ teapot: true });
    hosted.fault({ fault: { kind: 'html', status: 500 } });
    hosted.clearFaults();
    expect((await ask(hosted, 'GET', '/v1/feeds')).status).toBe(200);
  });

  it('are slow, or never answer', async () => {
    const hosted = await start();
    hosted.fault({ fault: { kind: 'slow', ms: 20 } });
    expect((await ask(hosted, 'GET', '/v1/feeds')).status).toBe(200);
    hosted.fault({ fault: { kind: 'hang' } });
    const abort = new AbortController();
    const hanging = fetch(`${hosted.url}/v1/feeds`, { signal: abort.signal });
    // The next request on its own connection is answered, so the first one has hung.
    await expect.poll(() => hosted.requests.length).toBe(2);
    expect((await ask(hosted, 'GET', '/v1/feeds')).status).toBe(200);
    abort.abort();
    await expect(hanging).rejects.toThrow();
    expect(hosted.requests[1]?.status).toBeUndefined();
  });
});
