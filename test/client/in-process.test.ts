import { describe, expect, it } from 'vitest';
import {
  type ApiError,
  FeedClient,
  type FeedClientOptions,
  type RequestEvent,
  type ResponseEvent,
} from '../../src/client/index.js';
import { VERSION, VERSION_HEADER } from '../../src/contract/index.js';
import { serve } from './ad-hoc-server.js';
import { StillTiming } from './still-timing.js';

function clientOf(
  handler: (request: Request) => Response | Promise<Response>,
  options: Partial<FeedClientOptions> = {},
): FeedClient {
  return new FeedClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'c_key',
    apiSecret: 's_secret',
    fetch: handler,
    timing: new StillTiming(),
    ...options,
  });
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

const ours = { [VERSION_HEADER]: '0.9.0' };

describe('a handler in this process', () => {
  it('is called with the whole request', async () => {
    const client = clientOf(async (request) => {
      expect(request.headers.get('user-agent')).toBe(`feedctl/${VERSION}`);
      expect(request.redirect).toBe('manual');
      return Response.json({ ...JSON.parse(await request.text()), id: 'f1' });
    });
    expect((await client.updateFeed('f1', { title: 'T' })).title).toBe('T');
  });

  it('is given writes without spacing', async () => {
    const timing = new StillTiming();
    const client = clientOf(() => Response.json({ id: '_b' }), { timing });
    for (let n = 0; n < 5; n++) await client.createBundle({ name: 'B' });
    expect(timing.sleeps).toEqual([]);
  });

  it('throws through, for a fault of its own is no network error', async () => {
    const broken = clientOf(() => {
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    expect(await failure(broken.listFeeds())).toMatchObject({ code: 'ENOENT', name: 'Error' });
  });

  it.each([
    [
      'ECONNREFUSED',
      'refused',
      'Nothing answers at api.example.com: the connection was refused (it failed).',
    ],
    ['ENOTFOUND', 'dns', 'There is no such host: api.example.com (it failed).'],
    ['UND_ERR_SOCKET', 'reset', 'api.example.com ended the connection before'],
    ['CERT_HAS_EXPIRED', 'tls', 'No trusted HTTPS connection to api.example.com'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'api.example.com could not be reached in time'],
    ['HPE_INVALID_CONSTANT', 'other', 'No usable answer from api.example.com'],
    ['EHOSTUNREACH', 'other', 'No usable answer from api.example.com'],
  ])('may be a fetch, whose failures are network errors: %s is %s', async (code, kind, message) => {
    const cause = Object.assign(new Error('it failed'), { code });
    const client = clientOf(() => Promise.reject(new TypeError('fetch failed', { cause })));
    expect(await failure(client.listFeeds())).toMatchObject({
      ...{ name: 'NetworkError', kind, code, host: 'api.example.com' },
      message: expect.stringContaining(message),
    });
  });

  it('may be a fetch that does not say why it failed', async () => {
    const client = clientOf(() => Promise.reject(new TypeError('fetch failed')));
    expect(await failure(client.listFeeds())).toMatchObject({ kind: 'other', code: undefined });
    const silent = new AggregateError([]);
    Object.assign(silent, { code: 'ECONNREFUSED' });
    const several = clientOf(() =>
      Promise.reject(new TypeError('fetch failed', { cause: silent })),
    );
    expect(await failure(several.listFeeds())).toMatchObject({
      message: 'Nothing answers at api.example.com: the connection was refused (ECONNREFUSED).',
    });
  });

  it('need not look at the signal for a timeout to work', async () => {
    const client = clientOf(() => new Promise<Response>(() => {}), { timeoutMs: 20 });
    expect(await failure(client.listFeeds())).toMatchObject({ kind: 'timeout' });
  });

  it('cannot redirect the client', async () => {
    const client = clientOf(() => Response.redirect('https://evil.example/x', 307));
    expect(await failure(client.listFeeds())).toMatchObject({
      name: 'RedirectError',
      locationOrigin: 'https://evil.example',
    });
  });
});

it('a change of members that is confirmed by something else gives the bundle', async () => {
  const bundle = { id: '_b', name: 'B', feeds: ['f1'] };
  const asked: string[] = [];
  const client = clientOf((request) => {
    asked.push(request.method);
    return Response.json(request.method === 'GET' ? bundle : { success: true });
  });
  expect(await client.addFeedToBundle('_b', 'f1')).toMatchObject(bundle);
  expect(await client.removeFeedFromBundle('_b', 'f2')).toMatchObject(bundle);
  expect(asked).toEqual(['PUT', 'GET', 'DELETE', 'GET']);
});

describe("feedctl's own service", () => {
  it('is known by its header, and keeps being known behind a failing proxy', async () => {
    const answers = [
      Response.json([], { headers: ours }),
      new Response('<html>', { status: 500, headers: { 'content-type': 'text/html' } }),
      Response.json({ message: 'no' }, { status: 400 }),
    ];
    const client = clientOf(() => answers.shift() ?? Response.error());
    await client.listFeeds();
    expect(client.service).toMatchObject({ version: '0.9.0', known: true });
    await failure(client.listFeeds());
    await failure(client.listFeeds());
    expect(client.service).toMatchObject({ version: '0.9.0', known: true });
  });

  it('is not ruled out by an error page', async () => {
    const client = clientOf(() => new Response('<html>', { status: 403 }));
    await failure(client.listFeeds());
    expect(client.service.known).toBe(false);
  });

  it.each([
    // extensions, requests before the create
    [true, []],
    ['detect' as const, ['GET']],
  ])('is sent its extensions (%s)', async (extensions, before) => {
    const requests: Request[] = [];
    const client = clientOf(
      (request) => {
        requests.push(request);
        const body = request.method === 'GET' ? [] : { id: 'f1' };
        return Response.json(body, { headers: ours });
      },
      { extensions },
    );
    const body = { url: 'https://e.example/', selectors: { items: 'li' } };
    await client.createFeed(body);
    expect(requests.map(({ method }) => method)).toEqual([...before, 'POST']);
    expect(await requests.at(-1)?.json()).toEqual(body);
  });

  it('is written to without spacing over the network, once it is known', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, ours).end('{"id":"_b"}');
    });
    const timing = new StillTiming();
    const client = clientOf(() => Response.error(), { baseUrl: url, fetch: undefined, timing });
    for (let n = 0; n < 3; n++) await client.createBundle({ name: 'B' });
    await client.close();
    expect(timing.sleeps).toEqual([]);
  });
});

describe('errors', () => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    failure(clientOf(() => Response.json(body, { status, headers }), { retry: false }).listFeeds());

  it('keep what the error object says', async () => {
    const body = {
      message: 'A field is wrong',
      statusCode: 400,
      errors: [{ title: 'limit', code: 'INVALID_FIELD' }],
    };
    expect(await answer(400, body, { 'x-request-id': 'req_1' })).toMatchObject({
      name: 'ApiError',
      message: 'A field is wrong',
      status: 400,
      method: 'GET',
      path: '/v1/feeds',
      code: 'INVALID_FIELD',
      codes: ['INVALID_FIELD'],
      errorBody: body,
      bodyStart: undefined,
      requestId: 'req_1',
      retryAfterSeconds: undefined,
    });
  });

  it.each([
    [{ items: 4, titles: ['A', 'B'], selectors: { items: 'li' } }, true],
    [{ items: 4, titles: ['A', 'B'] }, false],
    [{ items: '4', titles: [], selectors: { items: 'li' } }, false],
    [{ items: 4, titles: 'A', selectors: {} }, false],
    ['li', false],
  ])('name the list of a page: %j', async (list, isOne) => {
    const errors = [{ title: 'No list', code: 'NO_ITEMS_FOUND', list }];
    const error = await answer(400, { message: 'No list', statusCode: 400, errors });
    expect((error as ApiError).list).toEqual(isOne ? list : undefined);
  });

  it('take over little of a list, whatever a service sends', async () => {
    const list = {
      items: 4,
      titles: Array(1000).fill('x'.repeat(5000)),
      selectors: { items: 'li', link: 5 },
    };
    const errors = [{ title: 'No list', code: 'NO_ITEMS_FOUND', list }];
    const error = await answer(400, { message: 'No list', statusCode: 400, errors });
    expect((error as ApiError).list).toEqual({
      items: 4,
      titles: Array(10).fill(`${'x'.repeat(999)}…`),
      selectors: { items: 'li' },
    });
  });

  it.each([
    [{ message: ['a is wrong', 'b is wrong'], error: 'Bad Request' }, 'a is wrong; b is wrong', []],
    [{ error: { message: 'nested', code: 17 } }, 'nested', ['17']],
    [{ error: 'plain' }, 'plain', []],
    [{ detail: 'a problem document' }, 'a problem document', []],
    [{ errors: [{ title: 'only a title' }] }, 'only a title', []],
    [{ errors: ['text'] }, 'text', []],
    [{ message: '', errors: [{ code: 'X' }, null, 3] }, 'The service answered 418.', ['X']],
    [{}, 'The service answered 418.', []],
    [[], 'The service answered 418.', []],
    [null, 'The service answered 418.', []],
  ])('read %j', async (body, message, codes) => {
    expect(await answer(418, body)).toMatchObject({ message, codes });
  });

  it('keep 512 bytes of anything else, cut between characters', async () => {
    const page = `x${'é'.repeat(1000)}`;
    const client = clientOf(() => new Response(page, { status: 400 }));
    const error = await failure(client.listFeeds());
    expect(error).toHaveProperty('bodyStart', `x${'é'.repeat(255)}`);
  });

  it('never hold the secret, also when a service repeats it', async () => {
    const echo = 'Bearer c_key:s_secret is wrong';
    const errors = [
      await answer(401, { message: echo, errors: [{ title: echo, code: 's_secret' }] }),
      await failure(clientOf(() => new Response(echo, { status: 401 })).listFeeds()),
      await failure(clientOf(() => new Response(`<html>${echo}`)).listFeeds()),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      const everything = JSON.stringify({ ...Object(error), message: String(error) });
      expect(everything).not.toContain('s_secret');
      expect(everything).toContain('***');
    }
  });

  it.each([
    ['', 'the body is empty'],
    ['{"data":', 'the body is not JSON'],
    ['<!DOCTYPE html><title>x', 'the body is a web page, not JSON'],
    ['"x"', 'the body is not a list'],
    ['[{"title":"no id"}]', 'the body is not a feed: it has no id'],
  ])('name what is wrong with a success: %j', async (body, problem) => {
    expect(await failure(clientOf(() => new Response(body)).listFeeds())).toMatchObject({
      name: 'UnreadableResponseError',
      message: `GET /v1/feeds answered 200, but ${problem}.`,
    });
  });
});

describe('hooks', () => {
  it('are told of every attempt, and never of the secret', async () => {
    const events: (RequestEvent | ResponseEvent)[] = [];
    let calls = 0;
    const client = clientOf(
      () => {
        calls += 1;
        return calls === 1 ? new Response('', { status: 503 }) : Response.json({ id: 'f1' });
      },
      { onRequest: (event) => events.push(event), onResponse: (event) => events.push(event) },
    );
    await client.updateFeed('f1', { title: 'T' });
    const url = 'https://api.example.com/v1/feeds/f1';
    expect(events).toMatchObject([
      { method: 'PATCH', url, attempt: 1, body: '{"title":"T"}' },
      { method: 'PATCH', url, attempt: 1, status: 503, retryInMs: 250, durationMs: 0 },
      { method: 'PATCH', url, attempt: 2 },
      { method: 'PATCH', url, attempt: 2, status: 200, retryInMs: undefined, error: undefined },
    ]);
    expect(JSON.stringify(events)).not.toContain('s_secret');
    expect(JSON.stringify(events)).not.toContain('c_key');
  });
});

describe('options', () => {
  const fine = { baseUrl: 'https://api.example.com', apiKey: 'c_key', apiSecret: 's_secret' };

  it.each<[Partial<FeedClientOptions>, string]>([
    [{ baseUrl: 'http://example.com' }, 'baseUrl'],
    [{ apiKey: undefined }, 'apiKey'],
    [{ apiSecret: '' }, 'apiSecret'],
    [{ apiSecret: 's\r\nx-evil: 1' }, 'apiSecret'],
    [{ token: 'c_1:s_1' }, 'token'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ writeIntervalMs: -1 }, 'writeIntervalMs'],
    [{ userAgent: 'a\r\nb' }, 'userAgent'],
    [{ userAgent: '' }, 'userAgent'],
    [{ retry: { retries: -1 } }, 'retry.retries'],
  ])('are checked: %o', (options, field) => {
    expect(() => new FeedClient({ ...fine, ...options })).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', field }),
    );
  });

  it('take a joined token in place of the pair', async () => {
    const client = new FeedClient({
      baseUrl: 'http://localhost',
      token: ' c_1:s_1\n',
      userAgent: 'mine/1.0',
      fetch: (request) => {
        expect(request.headers.get('authorization')).toBe('Bearer c_1:s_1');
        expect(request.headers.get('user-agent')).toBe('mine/1.0');
        return Response.json([]);
      },
    });
    await client.listFeeds();
    expect.assertions(2);
  });
});

describe('a service that is called without requests', () => {
  it('keeps an answer that came after its time, because this process was busy', async () => {
    const client = new FeedClient({
      timeoutMs: 5,
      async call() {
        const until = performance.now() + 30;
        while (performance.now() < until);
        return { status: 200, body: [{ id: 'a' }], next: null };
      },
    });
    expect(await client.listFeeds()).toMatchObject([{ id: 'a' }]);
  });

  it('leaves room for a signal between two answers that come at once', async () => {
    const ended = new AbortController();
    let calls = 0;
    const client = new FeedClient({
      signal: ended.signal,
      async call() {
        calls += 1;
        return { status: 200, body: [{ id: 'a' }], next: calls < 50_000 ? `${calls}` : null };
      },
    });
    setTimeout(() => ended.abort(new Error('Ctrl-C')), 5);
    const reading = (async () => {
      for await (const _ of client.feeds());
    })();
    await expect(reading).rejects.toThrow('Ctrl-C');
    expect(calls).toBeLessThan(50_000);
  });
});
