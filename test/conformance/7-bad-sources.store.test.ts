import { describe, expect, it } from 'vitest';
import { openService } from '../../src/service/app/service.js';
import { testDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { numberedItems, rss } from '../support/rss.js';
import { Api, expectError } from './api.js';
import { describeConformance } from './forms.js';

describeConformance('Sources that cannot be read', (setup) => {
  const create = (url: string) => setup.api.post('/v1/feeds', { url });

  it.each([403, 404, 500, 503])('answer %i: 400 naming the status', async (status) => {
    const url = setup.sources.on(`/bad/${status}`, (_, response) => {
      response.statusCode = status;
      response.end('no');
    });
    const reply = await create(url);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain(String(status));
  });

  it('do not resolve: 400', async () => {
    expectError(await create('http://nosuch.invalid/'), 'SOURCE_UNREACHABLE', /nosuch\.invalid/);
  });

  it('refuse the connection: 400', async () => {
    const url = `http://127.0.0.1:${await freePort()}/feed.xml`;
    expectError(await create(url), 'SOURCE_UNREACHABLE', /127\.0\.0\.1/);
  });

  it.each([
    ['an empty body', ''],
    ['binary data', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256))],
    ['plain words', 'hello there'],
    ['some other XML', '<?xml version="1.0"?><catalogue><book/></catalogue>'],
  ])('answer %s: 400, and no feed is left behind', async (name, content) => {
    const url = setup.sources.on(`/bad/${encodeURIComponent(name)}`, (_, response) => {
      response.end(content);
    });
    const reply = await create(url);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toMatch(/SOURCE_INVALID|NO_ITEMS_FOUND/);
    const { body } = await setup.api.get('/v1/feeds?limit=100');
    expect(JSON.stringify(body)).not.toContain(url);
  });

  it('break off in the middle: what came before is a feed', async () => {
    const whole = rss({ title: 'Cut short', items: numberedItems(5) });
    const cut = whole.slice(0, whole.indexOf('item number 4'));
    const url = setup.sources.on('/bad/cut', (_, response) => response.end(cut));
    const reply = await create(url);

    expect(reply).toMatchObject({ status: 201, body: { title: 'Cut short' } });
  });
});

describe('Sources that are not allowed', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/feed.xml',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
  ])('%s: SOURCE_FORBIDDEN', async (url) => {
    const service = await openService({ databasePath: await testDatabase() });
    const { apiKey, apiSecret } = await service.issueOwnerKey('test');
    const send = (path: string, init: RequestInit) =>
      service.fetch(new Request(`http://127.0.0.1${path}`, init));
    const api = new Api(send, `Bearer ${apiKey}:${apiSecret}`);

    expectError(await api.post('/v1/feeds', { url }), 'SOURCE_FORBIDDEN');
    expect((await api.get('/v1/feeds')).body).toEqual([]);
    await service.close();
  });
});
