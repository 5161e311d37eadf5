import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetcher, type FetcherOptions } from '../../../src/service/fetch/index.js';
import { createSender } from '../../../src/service/webhooks/sender.js';

const RESOLVED: Readonly<Record<string, string>> = {
  'public.example': '93.184.216.34',
  'private.example': '10.0.0.1',
  'metadata.example': '169.254.169.254',
};

/** A proxy that does with a connection what it is told, once a request has come. */
async function startProxy(answer: (socket: Socket, head: string) => void) {
  const sockets = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      heads.push(text);
      answer(socket, text);
      text = '';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { fetchProxy: `http://127.0.0.1:${address.port}`, heads };
}

function fetcherThrough(fetchProxy: string, options: FetcherOptions = {}) {
  const fetcher = createFetcher({
    fetchProxy,
    hostIntervalMs: 0,
    resolve: async (name) => {
      const address = RESOLVED[name];
      if (address === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
      return [address];
    },
    limits: { timeoutMs: 1500, connectTimeoutMs: 500 },
    ...options,
  });
  onTestFinished(() => fetcher.close());
  return fetcher;
}

const says =
  (head: string, body = '') =>
  (socket: Socket) =>
    void socket.end(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

describe.each(['http', 'https'])('a fetch of %s through a proxy', (scheme) => {
  const source = `${scheme}://public.example/feed`;

  it.each([
    ['never answers', () => {}],
    ['opens the way and is silent then', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
    [
      'sends a header without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ');
        const timer = setInterval(() => socket.write('a'), 20);
        socket.once('close', () => clearInterval(timer));
      },
    ],
  ] satisfies [string, (socket: Socket) => void][])(
    'ends in time though it %s, and leaves room for the next',
    async (_, answer) => {
      const { fetchProxy } = await startProxy((socket, head) =>
        head.includes('/good') ? says('HTTP/1.1 200 OK', 'good')(socket) : answer(socket),
      );
      const fetcher = fetcherThrough(fetchProxy, { globalConcurrency: 1 });
      await expect(fetcher.fetch(source)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
      const next = await fetcher.fetch('http://public.example/good');
      expect(next.body.bytes.toString()).toBe('good');
    },
  );

  it.each([
    ['answers garbage', (socket) => socket.end('garbage garbage\r\n\r\n')],
    ['breaks the connection off', (socket) => socket.destroy()],
    [
      'sends 3 MB of headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(3_000_000)}\r\n\r\n`),
    ],
    [
      'opens the way to something that is not what was asked for',
      (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\ngarbage'),
    ],
  ] satisfies [string, (socket: Socket) => void][])(
    'is an error of the source, not a crash, where it %s',
    async (_, answer) => {
      const { fetchProxy } = await startProxy(answer);
      const outcome = fetcherThrough(fetchProxy).fetch(source);
      // A plain exchange without a length is a body that ends with the connection.
      await outcome.then(
        ({ body }) => expect(body.bytes.toString()).toBe('garbage'),
        (error) => expect(error.code).toMatch(/^SOURCE_(?:UNREACHABLE|INVALID)$/),
      );
    },
  );

  it('says that the proxy cannot be reached, and accuses no source', async () => {
    for (const fetchProxy of ['http://127.0.0.1:9', 'http://proxy.invalid:3128']) {
      const error = await fetcherThrough(fetchProxy)
        .fetch(source)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'SOURCE_UNREACHABLE' });
      expect(String(error)).toContain('The proxy of this service cannot be reached');
      expect(String(error)).toContain('FEEDCTL_FETCH_PROXY');
      // Tenants read this.
      expect(String(error)).not.toMatch(/127\.0\.0\.1|proxy\.invalid/);
    }
  });

  it('says that the proxy asks for a password', async () => {
    const { fetchProxy } = await startProxy(
      says('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic'),
    );
    await expect(fetcherThrough(fetchProxy).fetch(source)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('requires a user name and password (HTTP 407)'),
    });
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://private.example/',
    'http://metadata.example/',
    'http://169.254.169.254/latest/meta-data/',
    // Known to the network of the proxy, if not here.
    'http://metadata.google.internal/computeMetadata/v1/',
    'https://metadata/',
    'http://router/',
    'http://printer.local/',
  ])('never asks for %s, and follows no redirect there', async (target) => {
    const { fetchProxy, heads } = await startProxy(
      says(`HTTP/1.1 302 Found\r\nlocation: ${target}`),
    );
    const fetcher = fetcherThrough(fetchProxy);
    await expect(fetcher.fetch(target)).rejects.toMatchObject({ code: 'SOURCE_FORBIDDEN' });
    expect(heads).toEqual([]);
    await expect(fetcher.fetch('http://public.example/')).rejects.toMatchObject({
      code: 'SOURCE_FORBIDDEN',
    });
    expect(heads).toHaveLength(1);
  });
});

it('says that the proxy could not connect to a source', async () => {
  const { fetchProxy } = await startProxy(says('HTTP/1.1 502 Bad Gateway'));
  await expect(
    fetcherThrough(fetchProxy).fetch('https://public.example/feed'),
  ).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringContaining('did not connect to public.example (HTTP 502)'),
  });
});

it('leaves a name that is known only to the proxy to the proxy', async () => {
  const { fetchProxy } = await startProxy(says('HTTP/1.1 200 OK', 'known there'));
  const { body } = await fetcherThrough(fetchProxy).fetch('http://elsewhere.example/');
  expect(body.bytes.toString()).toBe('known there');
});

it('asks for names of the private network where that is allowed, but never for metadata', async () => {
  const { fetchProxy, heads } = await startProxy(says('HTTP/1.1 200 OK', 'printer'));
  const fetcher = fetcherThrough(fetchProxy, { allowPrivateNetworks: true });
  expect((await fetcher.fetch('http://printer.local/')).body.bytes.toString()).toBe('printer');
  await expect(fetcher.fetch('http://metadata.google.internal/')).rejects.toMatchObject({
    code: 'SOURCE_FORBIDDEN',
  });
  expect(heads).toHaveLength(1);
});

it('keeps webhooks from the same targets', async () => {
  const { fetchProxy, heads } = await startProxy(says('HTTP/1.1 200 OK'));
  const sender = createSender({ fetchProxy, resolve: async () => ['169.254.169.254'] });
  onTestFinished(() => sender.close());
  const message = { headers: {}, body: '{}', timeoutMs: 1000 };
  for (const address of ['https://metadata.google.internal/', 'https://metadata.example/']) {
    await expect(sender.post(address, message)).rejects.toMatchObject({ code: 'SOURCE_FORBIDDEN' });
  }
  expect(heads).toEqual([]);
});
