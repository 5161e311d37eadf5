import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createFetcher,
  type Fetcher,
  type FetcherOptions,
} from '../../../src/service/fetch/fetcher.js';
import { freePort } from '../../support/free-port.js';
import { type LoopbackServer, serveDocuments, startServer } from '../../support/loopback-server.js';

const { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } = zlib;
const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer };

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

/** Compressed zeros, as members of 10 MB: gzip takes long for all of them at once. */
function gzippedZeros(bytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(10_000_000));
  return Buffer.concat(Array.from({ length: bytes / 10_000_000 }, () => member));
}

function fetcherFor(options: FetcherOptions = {}): Fetcher {
  const fetcher = createFetcher({ allowPrivateNetworks: true, ...options });
  open.push(fetcher);
  return fetcher;
}

async function opened<T extends { close(): Promise<void> }>(thing: Promise<T>): Promise<T> {
  const resource = await thing;
  open.push(resource);
  return resource;
}

const failure = (code: string, message: RegExp, more: object = {}) =>
  expect.objectContaining({ code, message: expect.stringMatching(message), ...more });

describe('a plain answer', () => {
  it('carries the body, headers in lower case and the final address', async () => {
    const server = await opened(
      serveDocuments({ '/feed': { headers: { ETag: '"é"', 'X-A': '1' }, body: 'hello' } }),
    );
    const answer = await fetcherFor().fetch(`${server.origin}/feed#x`);
    expect(answer).toMatchObject({
      requestedUrl: `${server.origin}/feed`,
      url: `${server.origin}/feed`,
      permanentUrl: null,
      status: 200,
      notModified: false,
    });
    expect(answer.headers).toMatchObject({ 'x-a': '1' });
    expect(answer.body.bytes.toString()).toBe('hello');
  });

  it('sends an honest User-Agent, the Accept asked for and validators byte for byte', async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    const server = await opened(
      startServer((request, response) => {
        seen = request.headers;
        response.writeHead(304).end();
      }),
    );
    const answer = await fetcherFor({ publicUrl: 'https://feeds.example' }).fetch(server.origin, {
      accept: 'application/rss+xml',
      headers: { 'if-none-match': 'W/"a\xe9;b"' },
    });
    expect(answer.notModified).toBe(true);
    expect(seen['user-agent']).toMatch(/^feedctl\/.*\+https:\/\/feeds\.example\)$/);
    expect(seen.accept).toBe('application/rss+xml');
    expect(seen['if-none-match']).toBe('W/"a\xe9;b"');
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['gzip', Buffer.from('hello')],
    ['identity', Buffer.from('hello')],
    ['GZIP', gzipSync('hello')],
    ['utf-8', Buffer.from('hello')],
    ['none', Buffer.from('hello')],
    ['8bit', Buffer.from('hello')],
    ['UTF-16, gzip', gzipSync('hello')],
    ...(zstdCompressSync === undefined
      ? []
      : [['zstd', zstdCompressSync('hello')] as [string, Buffer]]),
  ])('unpacks %s', async (encoding, body) => {
    const server = await opened(
      serveDocuments({ '/': { headers: { 'content-encoding': encoding }, body } }),
    );
    expect((await fetcherFor().fetch(server.origin)).body.bytes.toString()).toBe('hello');
  });

  it('gives what a gzip body that was cut short still holds', async () => {
    const whole = gzipSync('hello '.repeat(10_000));
    const server = await opened(
      serveDocuments({
        '/': { headers: { 'content-encoding': 'gzip' }, body: whole.subarray(0, -20) },
      }),
    );
    expect((await fetcherFor().fetch(server.origin)).body.bytes.toString()).toMatch(/^hello hello/);
  });

  const rss = '<?xml version="1.0"?><!-- made by hand --><rss><channel></channel></rss>';

  it.each([
    ['RSS', {}, rss],
    ['Atom with a comment behind it', {}, '<feed xmlns="a">\n</feed>\n<!-- 0.01 s -->\n'],
    ['a page', {}, '<!DOCTYPE html><HTML lang=en><body><p>x</body></html>'],
    ['JSON', {}, '{"items":[]}'],
    ['gzip', { 'content-encoding': 'gzip' }, gzipSync(rss)],
  ])(
    'that is whole is read although its connection breaks after it: %s',
    async (_, headers, body) => {
      const sent = Buffer.from(body as string);
      const server = await opened(
        startServer((request, response) => {
          if (request.url === '/chunked') response.writeHead(200, headers);
          else response.writeHead(200, { ...headers, 'content-length': sent.length + 40 });
          response.write(sent, () => response.socket?.destroySoon());
        }),
      );
      const fetcher = fetcherFor();
      const text = String('content-encoding' in headers ? rss : body);
      for (const path of ['/chunked', '/long']) {
        const answer = await fetcher.fetch(`${server.origin}${path}`);
        expect(answer.body.bytes.toString()).toBe(text);
      }
    },
  );

  it.each(['<rss><channel><item></item>', '<rss><a></b></rss', '{"items":[', 'text'])(
    'is refused when its connection breaks before its end: %s',
    async (body) => {
      const server = await opened(
        startServer((_, response) => {
          response.writeHead(200, { 'content-length': body.length + 40 });
          response.write(body, () => response.socket?.destroySoon());
        }),
      );
      await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
        failure('SOURCE_UNREACHABLE', /closed the connection/),
      );
    },
  );

  it('sends a body and hands back any status when asked to', async () => {
    const server = await opened(
      startServer(async (request, response) => {
        const chunks = await request.toArray();
        response.writeHead(418).end(`${request.method} ${Buffer.concat(chunks)}`);
      }),
    );
    const answer = await fetcherFor().fetch(server.origin, {
      method: 'POST',
      body: 'payload',
      anyStatus: true,
    });
    expect(answer.status).toBe(418);
    expect(answer.body.bytes.toString()).toBe('POST payload');
  });
});

describe('redirects', () => {
  it('are followed by hand and permanent ones noted', async () => {
    const server = await opened(
      serveDocuments({
        '/old': { status: 301, headers: { location: '/new' } },
        '/new': { status: 308, headers: { location: '/newest' } },
        '/newest': { status: 302, headers: { location: '/now' } },
        '/now': 'here',
      }),
    );
    const answer = await fetcherFor().fetch(`${server.origin}/old`);
    expect(answer.url).toBe(`${server.origin}/now`);
    expect(answer.permanentUrl).toBe(`${server.origin}/newest`);
    expect(answer.requestedUrl).toBe(`${server.origin}/old`);
  });

  it('within one domain are one turn: they do not wait for the interval', async () => {
    const server = await opened(
      serveDocuments({ '/old': { status: 301, headers: { location: '/new' } }, '/new': 'here' }),
    );
    const fetcher = fetcherFor({ hostIntervalMs: 3_600_000 });
    expect((await fetcher.fetch(`${server.origin}/old`)).body.bytes.toString()).toBe('here');
  });

  it('take a cookie along that was set on the way', async () => {
    const seen: (string | undefined)[] = [];
    const server = await opened(
      startServer((request, response) => {
        const { url = '', headers } = request;
        seen.push(headers.cookie);
        if (url === '/f' && headers.cookie?.includes('seen=1')) return void response.end('read');
        const location = url === '/f' ? '/check?to=/f' : '/f';
        const cookies =
          url === '/f' ? [] : ['seen=1; Path=/', 'gone=1; Max-Age=0', 'far=1; Path=/g'];
        response.writeHead(302, { location, 'set-cookie': cookies }).end();
      }),
    );
    const fetcher = fetcherFor();
    expect((await fetcher.fetch(`${server.origin}/f`)).body.bytes.toString()).toBe('read');
    expect(seen).toEqual([undefined, undefined, 'seen=1']);
    await fetcher.fetch(`${server.origin}/f`);
    // Nothing is kept for the next chain.
    expect(seen[3]).toBeUndefined();
  });

  it('end although each of them sets another cookie', async () => {
    let count = 0;
    const server = await opened(
      startServer((_, response) => {
        count += 1;
        response.writeHead(302, { location: '/', 'set-cookie': `n=${count}` }).end();
      }),
    );
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /redirects more than 5 times/),
    );
  });

  it('in a circle or without end are an error', async () => {
    const server = await opened(
      startServer((request, response) => {
        const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'));
        const location = request.url?.startsWith('/loop') ? '/loop' : `/far?n=${step + 1}`;
        response.writeHead(302, { location }).end();
      }),
    );
    const fetcher = fetcherFor();
    await expect(fetcher.fetch(`${server.origin}/loop`)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /redirects in a loop/),
    );
    await expect(fetcher.fetch(`${server.origin}/far?n=0`)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /more than 5 times/),
    );
    expect(server.requests.filter((path) => path.startsWith('/far'))).toHaveLength(6);
  });

  it('are handed back when none may be followed', async () => {
    const server = await opened(
      serveDocuments({ '/': { status: 302, headers: { location: '/x' } } }),
    );
    const answer = await fetcherFor().fetch(server.origin, { maxRedirects: 0, anyStatus: true });
    expect(answer.status).toBe(302);
  });

  it('to a forbidden address are refused before anything is sent there', async () => {
    const port = await freePort();
    const inner = await opened(
      startServer((_, response) => response.end('secret'), '127.0.0.2', port),
    );
    const outer = await opened(
      startServer((request, response) => {
        const location = decodeURIComponent(request.url?.slice(1) ?? '');
        response.writeHead(302, { location }).end();
      }),
    );
    // The rule of the service, but for the one loopback address the "public" server lives on.
    const fetcher = fetcherFor({
      policy: (ip) => (ip === '127.0.0.1' ? null : 'a loopback address'),
    });
    for (const host of ['127.0.0.2', '2130706434', '0x7f000002', '0177.0.0.2', '127.2']) {
      const target = encodeURIComponent(`http://${host}:${inner.port}/`);
      await expect(fetcher.fetch(`${outer.origin}/${target}`)).rejects.toEqual(
        failure('SOURCE_FORBIDDEN', /loopback/),
      );
    }
    await expect(
      fetcher.fetch(`${outer.origin}/${encodeURIComponent('file:///etc/passwd')}`),
    ).rejects.toEqual(failure('SOURCE_FORBIDDEN', /must start with http:\/\/ or https:\/\//));
    expect(inner.requests).toEqual([]);
  });
});

describe('hostile addresses', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.5.4/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'https://127.0.0.1/',
  ])('%s is refused', async (address) => {
    await expect(fetcherFor({ allowPrivateNetworks: false }).fetch(address)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /./),
    );
  });

  it.each(['http://169.254.169.254/', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/'])(
    '%s stays refused when private networks are allowed',
    async (address) => {
      await expect(fetcherFor().fetch(address)).rejects.toEqual(
        failure('SOURCE_FORBIDDEN', /metadata/),
      );
    },
  );

  it('a name that resolves to private addresses only is refused, without telling them', async () => {
    const fetcher = fetcherFor({
      allowPrivateNetworks: false,
      resolve: async () => ['10.20.30.40', '::ffff:192.168.7.7'],
    });
    await expect(fetcher.fetch('http://intranet.example/')).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /^intranet\.example is a private address((?!10\.20).)*$/),
    );
  });

  it('a name that is public at first and private at connect is refused', async () => {
    const port = await freePort();
    const inner = await opened(
      startServer((_, response) => response.end('secret'), '127.0.0.2', port),
    );
    const outer = await opened(
      startServer(
        (_, response) => response.writeHead(200, { connection: 'close' }).end('public'),
        '127.0.0.1',
        port,
      ),
    );
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const fetcher = fetcherFor({
      hostIntervalMs: 0,
      policy: (ip) => (ip === '127.0.0.1' ? null : 'a private address'),
      resolve: async () => answers.shift() ?? [],
    });
    const address = `http://rebind.example:${port}/`;
    expect((await fetcher.fetch(address)).body.bytes.toString()).toBe('public');
    await expect(fetcher.fetch(address)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /rebind\.example is a private address/),
    );
    expect(outer.requests).toEqual(['/']);
    expect(inner.requests).toEqual([]);
  });

  it('of several addresses only the allowed ones are tried', async () => {
    const server = await opened(serveDocuments({ '/': 'public' }));
    const fetcher = fetcherFor({
      policy: (ip) => (ip === '127.0.0.1' ? null : 'a private address'),
      resolve: async () => ['127.0.0.9', '127.0.0.1'],
    });
    const answer = await fetcher.fetch(`http://both.example:${server.port}/`);
    expect(answer.body.bytes.toString()).toBe('public');
  });

  it('the address of the socket itself is looked at once more', async () => {
    const server = await opened(serveDocuments({ '/': 'reached' }));
    let asked = 0;
    const fetcher = fetcherFor({
      // Allowed when the name is resolved, refused when the socket shows where it really is.
      policy: () => (++asked > 1 ? 'a private address' : null),
      resolve: async () => ['127.0.0.1'],
    });
    await expect(fetcher.fetch(`http://late.example:${server.port}/`)).rejects.toEqual(
      failure('SOURCE_FORBIDDEN', /late\.example/),
    );
    expect(server.requests).toEqual([]);
  });
});

describe('limits', () => {
  /** Sends `chunk` for as long as anybody reads. */
  const endless = (headers: Record<string, string>, chunk: Buffer): Promise<LoopbackServer> =>
    startServer((_, response) => {
      response.writeHead(200, headers);
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    });

  it('a body of 30 MB is stopped at 10 MB on the wire', async () => {
    const server = await opened(serveDocuments({ '/': { body: Buffer.alloc(30_000_000, 'a') } }));
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /more than 10 MB/),
    );
  });

  it('the largest body is a setting', async () => {
    const server = await opened(serveDocuments({ '/': { body: Buffer.alloc(12_000_000, 'a') } }));
    const roomy = await fetcherFor({ maxBodyBytes: 13_000_000 }).fetch(server.origin);
    expect(roomy.body.length).toBe(12_000_000);
    await expect(fetcherFor({ maxBodyBytes: 2_000_000 }).fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /more than 2 MB/),
    );
  });

  it('a stream that never ends is stopped', async () => {
    const server = await opened(endless({}, Buffer.alloc(65_536, 'a')));
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /more than 10 MB/),
    );
  });

  it('a gzip bomb is stopped at 20 MB while it streams, with memory bounded', {
    tags: 'slow',
  }, async () => {
    const bomb = gzippedZeros(400_000_000);
    const server = await opened(
      serveDocuments({ '/': { headers: { 'content-encoding': 'gzip' }, body: bomb } }),
    );
    const before = process.memoryUsage().rss;
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /more than 20 MB decompressed/),
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it('a bomb in a bomb is stopped too, and a third layer refused', async () => {
    const bomb = gzipSync(gzippedZeros(100_000_000));
    const server = await opened(
      serveDocuments({
        '/two': { headers: { 'content-encoding': 'gzip, gzip' }, body: bomb },
        '/three': { headers: { 'content-encoding': 'gzip, gzip, gzip' }, body: bomb },
      }),
    );
    const fetcher = fetcherFor();
    await expect(fetcher.fetch(`${server.origin}/two`)).rejects.toEqual(
      failure('SOURCE_TOO_LARGE', /decompressed/),
    );
    await expect(fetcher.fetch(`${server.origin}/three`)).rejects.toEqual(
      failure('SOURCE_INVALID', /decompressed/),
    );
  });

  it('an endless body behind a redirect or an error is not read to its end', async () => {
    const server = await opened(
      startServer((request, response) => {
        if (request.url === '/end') return void response.end('end');
        response.writeHead(302, { location: '/end' });
        const pump = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', pump);
        pump();
      }),
    );
    expect((await fetcherFor().fetch(server.origin)).body.bytes.toString()).toBe('end');
  });

  it('an answer that takes too long is an error that says how long', async () => {
    const server = await opened(
      startServer((request, response) => {
        if (request.url === '/body') response.writeHead(200).write('half');
      }),
    );
    const fetcher = fetcherFor({ limits: { timeoutMs: 100 } });
    for (const path of ['/headers', '/body']) {
      await expect(fetcher.fetch(`${server.origin}${path}`)).rejects.toEqual(
        failure('SOURCE_UNREACHABLE', /within 0\.1 s \(timeout\)/),
      );
    }
  });

  it('the time is for all redirects together', async () => {
    const server = await opened(
      startServer((request, response) => {
        const next = Number(request.url?.slice(1)) + 1;
        setTimeout(() => response.writeHead(302, { location: `/${next}` }).end(), 80);
      }),
    );
    const fetcher = fetcherFor({ limits: { timeoutMs: 200 } });
    await expect(fetcher.fetch(`${server.origin}/0`)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /timeout/),
    );
  });

  it('the caller may give up', async () => {
    const server = await opened(startServer(() => {}));
    const controller = new AbortController();
    const answer = fetcherFor().fetch(server.origin, { signal: controller.signal });
    controller.abort(new Error('changed my mind'));
    await expect(answer).rejects.toThrow('changed my mind');
  });
});

describe('failures name the host and what happened', () => {
  it('a name that does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    await expect(fetcherFor({ resolve }).fetch('http://nowhere.example/')).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /nowhere\.example cannot be looked up/),
    );
  });

  it('a resolver that is down', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' }));
    await expect(fetcherFor({ resolve }).fetch('http://nowhere.example/')).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /could not be resolved \(DNS\)/),
    );
  });

  it('a connection that is refused', async () => {
    const server = await startServer(() => {});
    await server.close();
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /127\.0\.0\.1:\d+ refused the connection/),
    );
  });

  it('a connection that is never made', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const fetcher = fetcherFor({ resolve, limits: { connectTimeoutMs: 100 } });
    await expect(fetcher.fetch('http://slow.example/')).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /slow\.example did not accept a connection within 0\.1 s/),
    );
  });

  it.each([
    ['closes at once', ''],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ])('a server that %s', async (_, greeting) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end(greeting);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    const code = greeting === '' ? 'SOURCE_UNREACHABLE' : 'SOURCE_INVALID';
    await expect(fetcherFor().fetch(`http://127.0.0.1:${port}/`)).rejects.toEqual(
      failure(code, /127\.0\.0\.1:\d+ (closed the connection|is not HTTP)/),
    );
  });

  it('a certificate nobody knows', async () => {
    const { selfSigned } = await import('./self-signed.js');
    const server = createTlsServer(selfSigned, (_, response) => response.end('x'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    await expect(fetcherFor().fetch(`https://localhost:${port}/`)).rejects.toEqual(
      failure(
        'SOURCE_UNREACHABLE',
        /localhost:\d+ failed \(TLS: .*not issued by a known authority/,
      ),
    );
  });

  it('a server of HTTP/2 only', async () => {
    const { selfSigned } = await import('./self-signed.js');
    const server = createSecureServer(selfSigned);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: async () => void server.close() });
    const { port } = server.address() as AddressInfo;
    await expect(fetcherFor().fetch(`https://localhost:${port}/`)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /localhost:\d+ accepts HTTP\/2 only/),
    );
  });

  it('response headers that are too large', async () => {
    const server = await opened(
      startServer((_, response) => response.writeHead(200, { 'x-a': 'a'.repeat(20_000) }).end()),
    );
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_INVALID', /response headers of more than 16 KB/),
    );
  });

  it.each([
    [404, 'SOURCE_UNREACHABLE', /HTTP 404: .* was not found/],
    [410, 'SOURCE_UNREACHABLE', /HTTP 410: .* was permanently removed/],
    [401, 'SOURCE_BLOCKED', /HTTP 401/],
    [403, 'SOURCE_BLOCKED', /HTTP 403/],
    [500, 'SOURCE_UNREACHABLE', /HTTP 500/],
    [503, 'SOURCE_UNREACHABLE', /HTTP 503/],
    [300, 'SOURCE_UNREACHABLE', /HTTP 300/],
  ])('HTTP %i', async (status, code, message) => {
    const server = await opened(serveDocuments({ '/': { status, body: 'sorry' } }));
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure(code, message, { httpStatus: status }),
    );
  });

  it.each([429, 503])('HTTP %i with Retry-After', async (status) => {
    const server = await opened(
      serveDocuments({ '/': { status, headers: { 'retry-after': '90' } } }),
    );
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_UNREACHABLE', /Try again later/, { retryAfterSeconds: 90 }),
    );
  });

  it('a bot wall', async () => {
    const server = await opened(
      serveDocuments({ '/': { status: 403, headers: { 'cf-mitigated': 'challenge' } } }),
    );
    await expect(fetcherFor().fetch(server.origin)).rejects.toEqual(
      failure('SOURCE_BLOCKED', /blocks automated readers \(Cloudflare/),
    );
  });

  it('a compression nobody asked for, and one that is broken', async () => {
    const server = await opened(
      serveDocuments({
        '/compress': { headers: { 'content-encoding': 'compress' }, body: 'x' },
        '/br': { headers: { 'content-encoding': 'br' }, body: 'certainly no brotli' },
      }),
    );
    for (const path of ['/compress', '/br']) {
      await expect(fetcherFor().fetch(`${server.origin}${path}`)).rejects.toEqual(
        failure('SOURCE_INVALID', /cannot be decompressed/),
      );
    }
  });
});

describe('a proxy', () => {
  it('of the setting is used, and still never for a forbidden address', async () => {
    const proxy = await opened(
      startServer((request, response) => response.end(`via ${request.url}`)),
    );
    const fetcher = fetcherFor({
      allowPrivateNetworks: false,
      fetchProxy: proxy.origin,
      resolve: async (name) => (name === 'public.example' ? ['93.184.216.34'] : ['10.0.0.1']),
    });
    const answer = await fetcher.fetch('http://public.example/feed');
    expect(answer.body.bytes.toString()).toBe('via http://public.example/feed');
    for (const address of ['http://private.example/', 'http://127.0.0.1/']) {
      await expect(fetcher.fetch(address)).rejects.toEqual(failure('SOURCE_FORBIDDEN', /./));
    }
    expect(proxy.requests).toHaveLength(1);
  });

  it('of a feed may be in the private network, but is no metadata service', async () => {
    const proxy = await opened(startServer((_, response) => response.end('via proxy')));
    const fetcher = fetcherFor({
      allowPrivateNetworks: false,
      resolve: async (name) =>
        name === 'public.example' ? ['93.184.216.34'] : ['169.254.169.254'],
    });
    const through = (address: string) =>
      fetcher.fetch('http://public.example/feed', {
        access: { origin: 'http://public.example', headers: {}, proxy: address },
      });
    expect((await through(proxy.origin)).body.bytes.toString()).toBe('via proxy');
    for (const address of [
      ...['http://169.254.169.254', 'http://100.100.100.200:80', 'http://[fd00:ec2::254]'],
      ...['http://[::ffff:169.254.169.254]:8080', 'http://proxy.example'],
    ]) {
      await expect(through(address), address).rejects.toEqual(failure('SOURCE_FORBIDDEN', /./));
    }
  });

  it('of the environment is ignored', async () => {
    const proxy = await opened(startServer((_, response) => response.end('via proxy')));
    const server = await opened(serveDocuments({ '/': 'direct' }));
    // Not a copy of process.env in its place: Node would no longer see TZ change in this process.
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, proxy.origin);
    expect((await fetcherFor().fetch(server.origin)).body.bytes.toString()).toBe('direct');
  });
});
