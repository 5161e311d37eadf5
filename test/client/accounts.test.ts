import { describe, expect, it } from 'vitest';
import {
  answerOf,
  FeedClient,
  NetworkError,
  UnreadableResponseError,
  UnsupportedError,
} from '../../src/client/index.js';
import { StillTiming } from './still-timing.js';

const VERSION = { 'Feedctl-Version': '0.0.9' };

function clientOf(answer: (request: Request) => Response, extensions: true | 'detect' = true) {
  const requests: string[] = [];
  const client = new FeedClient({
    baseUrl: 'https://feeds.example.com',
    token: 'c_k:s_s',
    extensions,
    timing: new StillTiming(),
    fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer(request);
    },
  });
  return { client, requests };
}

const failure = (status: number, code: string, headers = {}) =>
  Response.json(
    { message: code, statusCode: status, errors: [{ title: code, code }] },
    {
      status,
      headers,
    },
  );

describe('keys and accounts', () => {
  it('of an older release are unsupported, and it says which release', async () => {
    const { client } = clientOf(() => failure(404, 'NOT_FOUND', VERSION));
    for (const call of [client.listKeys(), client.revokeKey('c_1'), client.getAccount('a')]) {
      await expect(call).rejects.toThrow(UnsupportedError);
      await expect(call).rejects.toThrow(/runs feedctl 0\.0\.9, which has no interface for/);
    }
  });

  it('a 404 of what every service has, or of a service that is not of feedctl, is a refusal', async () => {
    const { client } = clientOf(() => failure(404, 'NOT_FOUND', VERSION));
    await expect(client.getFeed('a')).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    const other = clientOf(() => failure(404, 'NOT_FOUND')).client;
    await expect(other.getAccount('a')).rejects.toMatchObject({ name: 'ApiError', status: 404 });
  });

  it('that do not exist are refusals of the service', async () => {
    const { client } = clientOf(() => failure(404, 'KEY_NOT_FOUND', VERSION));
    await expect(client.revokeKey('c_1')).rejects.toMatchObject({
      status: 404,
      code: 'KEY_NOT_FOUND',
    });
  });

  it('are not asked of a service that is not of feedctl', async () => {
    const { client, requests } = clientOf(() => Response.json([]), 'detect');
    const rows = client.keys()[Symbol.asyncIterator]();
    await expect(rows.next()).rejects.toThrow("only feedctl's own service does");
    await expect(client.createAccount({ name: 'a' })).rejects.toThrow(UnsupportedError);
    expect(new Set(requests)).toEqual(new Set(['GET /v1/feeds']));
  });

  it('count a 404 of a repeated DELETE as success, and repeat no POST', async () => {
    let asked = 0;
    const { client, requests } = clientOf(() => {
      asked += 1;
      return asked === 1 ? failure(503, 'NOT_READY') : failure(404, 'KEY_NOT_FOUND');
    });
    expect(await client.revokeKey('c_1')).toEqual({ id: 'c_1', revoked: true });
    expect(requests).toEqual(['DELETE /v1/keys/c_1', 'DELETE /v1/keys/c_1']);
    const broken = clientOf(() => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
      });
    });
    await expect(broken.client.createKey({ name: 'x' })).rejects.toThrow(NetworkError);
    expect(broken.requests).toHaveLength(1);
  });

  it('keep what the service sent, and fields that are not known', async () => {
    const sent = { id: 'c_1', name: 'x', secret: 's_1', scope: 'all' };
    const { client } = clientOf(() => Response.json(sent, { status: 201 }));
    const key = await client.createKey({ name: 'x' });
    expect(key).toEqual(sent);
    expect(answerOf(key)).toEqual({ status: 201, body: sent });
  });

  it.each([[{}], [{ id: 'c_1', name: 'x' }], ['text'], [null]])(
    'are unreadable without what they promise: %j',
    async (body) => {
      const { client } = clientOf(() => Response.json(body, { status: 201 }));
      const made = client.createKey({ name: 'x' });
      await expect(made).rejects.toThrow(UnreadableResponseError);
    },
  );

  it('refuse ids that would address something else', async () => {
    const { client, requests } = clientOf(() => Response.json({}));
    for (const id of ['', '.', '..']) {
      await expect(client.revokeKey(id)).rejects.toThrow(/not an id/);
      await expect(client.listAccountKeys(id)).rejects.toThrow(/not an id/);
    }
    expect(requests).toEqual([]);
  });
});
