import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Service } from '../../../src/service/app/service.js';
import { type SourceServer, startSourceServer } from '../../support/source-server.js';

let [service, sources, key] = [{} as Service, {} as SourceServer, ''];
beforeAll(async () => {
  sources = await startSourceServer();
  service = await openService({ databasePath: ':memory:', allowPrivateNetworks: true });
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  key = `Bearer ${apiKey}:${apiSecret}`;
});
afterAll(async () => {
  await service.close();
  await sources.close();
});

async function send(method: string, path: string, body?: unknown, authorization = key) {
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await service.fetch(new Request(`http://127.0.0.1${path}`, init));
  const answer = (await response.json()) as { id?: string; title?: string };
  return { status: response.status, allow: response.headers.get('Allow'), answer };
}

describe('a request', () => {
  it('reaches its use case with what it says', async () => {
    const url = sources.publish('/a', { title: 'A', items: [{ title: 'One', guid: '1' }] });
    expect(await send('POST', '/v1/preview', { url })).toMatchObject({
      status: 200,
      answer: { title: 'A', items: [{ title: 'One' }] },
    });
    const { status, answer } = await send('POST', '/v1/feeds', { url });
    expect([status, answer.title]).toEqual([201, 'A']);
    expect((await send('POST', '/v1/feeds', { url })).status).toBe(200);
    expect(await send('GET', `/v1/feeds/${answer.id}?sort=date`)).toMatchObject({
      answer: { id: answer.id, items: [{ title: 'One' }] },
    });
    expect((await send('GET', '/v1/feeds?limit=1&offset=1')).answer).toMatchObject([]);
  });

  it.each<[string, string, unknown, number, string, RegExp]>([
    ['POST', '/v1/preview', {}, 400, 'INVALID_FIELD', /url/],
    ['POST', '/v1/preview', { url: 5 }, 400, 'INVALID_FIELD', /"url"/],
    ['POST', '/v1/preview', { url: 'https://example.com/', nam: 1 }, 400, 'INVALID_FIELD', /"nam"/],
    [
      'POST',
      '/v1/feeds',
      { keyword: 'a', url: 'https://example.com/' },
      400,
      'INVALID_FIELD',
      /keyword/,
    ],
    ['POST', '/v1/bundles', { name: 'a', feeds: 'b' }, 400, 'INVALID_FIELD', /"feeds"/],
    ['POST', '/v1/bundles', [], 400, 'INVALID_FIELD', /object/],
    ['GET', '/v1/feeds?limit=101', undefined, 400, 'INVALID_FIELD', /"limit"/],
    ['GET', '/v1/feeds?offset=-1', undefined, 400, 'INVALID_FIELD', /"offset"/],
    ['GET', '/v1/feeds/unknown', undefined, 404, 'FEED_NOT_FOUND', /unknown/],
    ['GET', '/v1/nowhere', undefined, 404, 'NOT_FOUND', /nowhere/],
    ['PUT', '/v1/feeds', {}, 405, 'METHOD_NOT_ALLOWED', /PUT/],
  ])('%s %s %j is refused', async (method, path, body, status, code, message) => {
    expect(await send(method, path, body)).toMatchObject({
      status,
      answer: { statusCode: status, message: expect.stringMatching(message), errors: [{ code }] },
    });
  });

  it('of another method is told which there are', async () => {
    expect((await send('PUT', '/v1/feeds')).allow).toBe('POST, GET, HEAD');
  });

  it.each(['', 'Bearer', 'Bearer c_x', 'Bearer c_x:s_y', 'Basic YTpi'])(
    'with the credentials %j is refused',
    async (authorization) => {
      expect(await send('GET', '/v1/feeds', undefined, authorization)).toMatchObject({
        status: 401,
        answer: { errors: [{ code: 'UNAUTHORIZED' }] },
      });
    },
  );
});
