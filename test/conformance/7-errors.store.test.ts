import { describe, expect, it } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { Api, expectError } from './api.js';
import { describeAnyWay } from './forms.js';

describeAnyWay('Errors', (setup) => {
  describe('the table of statuses', () => {
    const FEED = '/v1/feeds/';

    it.each([
      ['PATCH', '', { title: 1 }],
      ['PATCH', '/settings', { customAuthor: 1 }],
    ])('%s /v1/feeds/:id%s answers 400 for an invalid field value', async (method, rest, body) => {
      const url = setup.sources.publish('/errors.xml', { items: numberedItems(1) });
      const { body: feed } = await setup.api.post('/v1/feeds', { url });
      const { id } = feed as { id: string };
      expectError(await setup.api.request(method, `${FEED}${id}${rest}`, body), 'INVALID_FIELD');
    });

    it.each([
      ['PATCH', ''],
      ['PATCH', '/settings'],
      ['GET', ''],
      ['GET', '/settings'],
    ])('%s /v1/feeds/:id%s answers 401, and 404 for an unknown feed', async (method, rest) => {
      const body = method === 'PATCH' ? {} : undefined;
      const path = `${FEED}0123456789abcdef${rest}`;
      const nobody = new Api(setup.api.send, 'Bearer c_x:s_x');

      expectError(await nobody.request(method, path, body), 'UNAUTHORIZED');
      expectError(
        await setup.api.request(method, path, body),
        'FEED_NOT_FOUND',
        /0123456789abcdef/,
      );
    });
  });

  describe('the error object', () => {
    it('names every field that is wrong, one entry each', async () => {
      const reply = await setup.api.post('/v1/bundles', { name: 1, icon: 'x', extra: true });

      expectError(reply, 'INVALID_FIELD');
      expect(reply.body).toMatchObject({
        errors: [
          { code: 'INVALID_FIELD', title: '"name" must be a string.' },
          { code: 'INVALID_FIELD', title: expect.stringMatching(/^"icon" must be/) },
          { code: 'INVALID_FIELD', title: expect.stringMatching(/^"extra" is not a field/) },
        ],
      });
    });

    it.each(['items', 'keys', 'deliveries', 'webhooks', 'health'])(
      'names a parameter that GET /v1/%s does not have',
      async (path) => {
        const reply = await setup.api.get(`/v1/${path}?feed=x`);
        expectError(reply, 'INVALID_FIELD', /"feed"/);
      },
    );

    it.each(['feeds', 'bundles'])('GET /v1/%s takes parameters of other services', async (path) => {
      expect((await setup.api.get(`/v1/${path}?feed=x`)).status).toBe(200);
    });

    it('tells a bundle that was taken for a feed, and the other way round', async () => {
      expectError(await setup.api.get('/v1/feeds/_abc'), 'FEED_NOT_FOUND', /id of a bundle/);
      expectError(await setup.api.get('/v1/bundles/abc'), 'BUNDLE_NOT_FOUND', /start with "_"/);
    });
  });

  describe('requests that no endpoint takes', () => {
    it.each(['/', '/v1', '/v1/', '/v1/nothing', '/v1/feeds/a/b/c', '/v2/feeds'])(
      '%s: 404',
      async (path) => {
        expectError(await setup.api.get(path), 'NOT_FOUND');
      },
    );

    it.each([
      ['PUT', '/v1/feeds', 'POST, GET, HEAD'],
      ['POST', '/v1/feeds/x', 'GET, PATCH, DELETE, HEAD'],
      ['DELETE', '/v1/feeds/x/settings', 'GET, PATCH, HEAD'],
      ['GET', '/v1/bundles/_x/feeds/y', 'PUT, DELETE'],
      ['OPTIONS', '/v1/bundles', 'POST, GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ])('%s %s: 405, saying what it takes', async (method, path, allow) => {
      const reply = await setup.api.raw(method, path);
      expectError(reply, 'METHOD_NOT_ALLOWED');
      expect(reply.headers.get('Allow')).toBe(allow);
    });
  });

  describe('request bodies', () => {
    const BODY = JSON.stringify({ name: 'x' });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      '',
    ])('of type "%s": 415', async (type) => {
      for (const [method, path] of [
        ['POST', '/v1/bundles'],
        ['PATCH', '/v1/bundles/_x'],
      ] as const) {
        const reply = await setup.api.raw(method, path, {
          headers: { 'Content-Type': type },
          body: BODY,
        });
        expectError(reply, 'UNSUPPORTED_MEDIA_TYPE', /application\/json/);
      }
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
      'of type "%s" are read',
      async (type) => {
        const reply = await setup.api.raw('POST', '/v1/bundles', {
          headers: { 'Content-Type': type },
          body: BODY,
        });
        expect(reply.status).toBe(201);
      },
    );

    it('that are not UTF-8: 400', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const body = Buffer.from('{"name":"caf\u00e9"}', 'latin1');
      const reply = await setup.api.raw('POST', '/v1/bundles', { headers, body });
      expectError(reply, 'INVALID_JSON', /not valid UTF-8/);
    });

    it.each([
      '{"name":"half \\ud800"}',
      '{"name":"\\uDC00 half"}',
      '{"name":["\\ud83d","\\ude00"]}',
      '{"half \\ud800":1}',
    ])('with half of a character: %s', async (body) => {
      const headers = { 'Content-Type': 'application/json' };
      const reply = await setup.api.raw('POST', '/v1/bundles', { headers, body });
      expectError(reply, 'INVALID_JSON', /half of a character/);
    });

    it('with whole characters and escaped backslashes are read', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const body = '{"name":"\\ud83d\\ude00 \\\\ud800"}';
      const reply = await setup.api.raw('POST', '/v1/bundles', { headers, body });
      expect(reply).toMatchObject({ status: 201, body: { name: '😀 \\ud800' } });
    });

    it.each([{ url: [] }, { url: {} }, { keyword: [] }])(
      'with a field of the wrong type get one message: %j',
      async (body) => {
        const reply = await setup.api.post('/v1/feeds', body);
        const [field] = Object.keys(body);
        expect(reply).toMatchObject({
          status: 400,
          body: {
            message: `"${field}" must be a string.`,
            errors: [{ title: `"${field}" must be a string.`, code: 'INVALID_FIELD' }],
          },
        });
      },
    );

    it.each(['', '   ', '{', '{"name":"x"', 'name=x', "{'name':'x'}"])(
      'that are no JSON (%j): 400',
      async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        expectError(await setup.api.raw('POST', '/v1/bundles', { headers, body }), 'INVALID_JSON');
      },
    );

    it('of 1 MiB are read, one byte more is refused: 413', async () => {
      const bodyOf = (bytes: number) => {
        const empty = JSON.stringify({ name: 'x', description: '' });
        return JSON.stringify({ name: 'x', description: 'd'.repeat(bytes - empty.length) });
      };
      const headers = { 'Content-Type': 'application/json' };
      const send = (body: string) => setup.api.raw('POST', '/v1/bundles', { headers, body });

      expectError(
        await send(bodyOf(1024 * 1024)),
        'INVALID_FIELD',
        /"description" must be at most/,
      );
      expectError(await send(bodyOf(1024 * 1024 + 1)), 'PAYLOAD_TOO_LARGE', /1 MiB/);
    });

    it('with a field named __proto__ are refused like any unknown field', async () => {
      const reply = await setup.api.raw('POST', '/v1/bundles', {
        headers: { 'Content-Type': 'application/json' },
        body: '{"name":"x","__proto__":{"feeds":[]}}',
      });
      expectError(reply, 'INVALID_FIELD', /__proto__/);
    });
  });
});
