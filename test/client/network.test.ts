import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  FeedClient,
  type FeedClientOptions,
  NetworkError,
  RedirectError,
} from '../../src/client/index.js';
import { serve } from './ad-hoc-server.js';
import { StillTiming } from './still-timing.js';

function connect(baseUrl: string, options: Partial<FeedClientOptions> = {}): FeedClient {
  const client = new FeedClient({
    baseUrl,
    apiKey: 'c_key',
    apiSecret: 's_secret',
    timing: new StillTiming(),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('over the network', () => {
  it('cuts the texts of an error, of which a service may send any number', async () => {
    const { url } = await serve((_, response) => {
      response.statusCode = 400;
      response.setHeader('Content-Type', 'application/json');
      const errors = Array(500).fill({ title: 'y'.repeat(5000), code: 'X' });
      response.end(JSON.stringify({ message: 'x'.repeat(100_000), errors }));
    });
    const error = await failure(connect(url).getFeed('a'));
    expect(error).toMatchObject({
      message: `${'x'.repeat(999)}…`,
      errorBody: { errors: Array(100).fill({ title: `${'y'.repeat(999)}…`, code: 'X' }) },
    });
  });

  it('keeps one connection for calls one after the other', async () => {
    const { url, server } = await serve((_, response) => response.end('[]'));
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const client = connect(url);
    for (let call = 0; call < 5; call++) await client.listFeeds();
    expect(connections).toBe(1);
  });

  it('can be used again after it was closed', async () => {
    const { url } = await serve((_, response) => response.end('[]'));
    const client = connect(url);
    await client.listFeeds();
    await client.close();
    expect(await client.listFeeds()).toEqual([]);
  });

  it('unzips', async () => {
    const { url } = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify([{ id: 'f1', title: 'Ünïcode'.repeat(1000) }])));
    });
    expect((await connect(url).listFeeds())[0]?.title).toHaveLength(7000);
  });

  it('takes an empty body that claims to be zipped', async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '0' }).end(),
    );
    expect(await connect(url).deleteFeed('f1')).toEqual({ id: 'f1', deleted: true });
  });

  it('keeps a character whole that arrives in two pieces', async () => {
    const { url } = await serve((_, response) => {
      const bytes = Buffer.from('[{"id":"f1","title":"日本"}]');
      const middle = bytes.indexOf(Buffer.from('日')) + 1;
      response.write(bytes.subarray(0, middle), () => response.end(bytes.subarray(middle)));
    });
    expect((await connect(url).listFeeds())[0]?.title).toBe('日本');
  });

  it('runs many calls at once under one signal without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const { url } = await serve((_, response) => response.end('[]'));
    const client = connect(url, { signal: new AbortController().signal });
    await Promise.all(Array.from({ length: 30 }, () => client.listFeeds()));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

describe('when no answer comes', () => {
  const noRetry = { retry: false } as const;

  it('names a refused connection', async () => {
    const { url, server } = await serve(() => {});
    server.close();
    const error = await failure(connect(url, noRetry).listFeeds());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ kind: 'refused', code: 'ECONNREFUSED', host: new URL(url).host });
    expect(String(error)).toContain(`Nothing answers at ${new URL(url).host}`);
  });

  it('names a connection that ends', async () => {
    const { url } = await serve((request) => request.socket.destroy());
    const error = await failure(connect(url, noRetry).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'reset' });
  });

  it('names a host that does not exist', async () => {
    vi.stubEnv('HTTPS_PROXY', '');
    vi.stubEnv('HTTP_PROXY', '');
    vi.stubEnv('https_proxy', '');
    vi.stubEnv('http_proxy', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failure(connect('https://nothing.invalid', noRetry).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'dns', host: 'nothing.invalid' });
  });

  it('names a port that does not speak TLS', async () => {
    const { url } = await serve((_, response) => response.end());
    const error = await failure(connect(url.replace('http:', 'https:'), noRetry).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'tls' });
  });

  it('names something that does not speak HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const error = await failure(connect(`http://127.0.0.1:${port}`, noRetry).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'other' });
    expect(String(error)).toContain('No usable answer');
  });

  it('ends at the timeout, and does not try again', async () => {
    let requests = 0;
    const { url } = await serve(() => {
      requests += 1;
    });
    const error = await failure(connect(url, { timeoutMs: 500 }).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'timeout' });
    expect(String(error)).toContain('did not respond within 0.5 s');
    expect(requests).toBe(1);
  });

  it('counts a body that never ends against the timeout', async () => {
    const { url } = await serve((_, response) => void response.write('['));
    const error = await failure(connect(url, { timeoutMs: 50 }).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'timeout' });
  });

  it('refuses an answer without end instead of filling the memory', { tags: 'slow' }, async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const { url } = await serve((_, response) => {
      const fill = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', fill);
      fill();
    });
    const error = await failure(connect(url, noRetry).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'other' });
    expect(String(error)).toContain('larger than 67108864 bytes');
  });

  it('refuses a small answer that unzips without end', { tags: 'slow' }, async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const error = await failure(connect(url, noRetry).listFeeds());
    expect(String(error)).toContain('larger than 67108864 bytes');
  });
});

describe('an aborted call', () => {
  it('rejects with the reason while it waits for an answer', async () => {
    const abort = new AbortController();
    const { url } = await serve(() => abort.abort(new Error('Ctrl-C')));
    await expect(connect(url, { signal: abort.signal }).listFeeds()).rejects.toThrow('Ctrl-C');
  });

  it('rejects with the reason of its own signal, and leaves the client usable', async () => {
    const abort = new AbortController();
    const { url } = await serve((request, response) => {
      if (request.url?.includes('bundles')) abort.abort(new Error('enough'));
      else response.end('[]');
    });
    const client = connect(url);
    await expect(client.listBundles({ signal: abort.signal })).rejects.toThrow('enough');
    expect(await client.listFeeds()).toEqual([]);
  });

  it('is not sent at all when the signal has been aborted before', async () => {
    let requests = 0;
    const { url } = await serve(() => {
      requests += 1;
    });
    const client = connect(url, { signal: AbortSignal.abort(new Error('too late')) });
    await expect(client.listFeeds()).rejects.toThrow('too late');
    expect(requests).toBe(0);
  });

  it('ends a wait between attempts', async () => {
    const abort = new AbortController();
    const { url } = await serve((_, response) => response.writeHead(503).end());
    const client = new FeedClient({
      baseUrl: url,
      token: 'c_key:s_secret',
      signal: abort.signal,
      retry: { baseDelayMs: 1_000_000, maxDelayMs: 1_000_000 },
      onResponse: () => void setImmediate(() => abort.abort(new Error('Ctrl-C'))),
    });
    onTestFinished(() => client.close());
    await expect(client.listFeeds()).rejects.toThrow('Ctrl-C');
  });
});

describe('the secret', () => {
  it('does not follow a redirect to another origin', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end('[]');
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((_, response) =>
        response.writeHead(status, { location: `${elsewhere.url}/v1/feeds?token=x` }).end(),
      );
      const error = await failure(connect(url).listFeeds());
      expect(error).toBeInstanceOf(RedirectError);
      expect(error).toMatchObject({ status, locationOrigin: elsewhere.url });
      expect(String(error)).toContain(`redirects to ${elsewhere.url} (${status})`);
      expect(await failure(connect(url).request('GET', '/v1/feeds'))).toBeInstanceOf(RedirectError);
    }
    expect(visits).toBe(0);
  });

  it('does not follow a redirect within the origin either', async () => {
    const paths: unknown[] = [];
    const { url } = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/login' }).end();
    });
    expect(String(await failure(connect(url).listFeeds()))).toContain('redirects to another path');
    expect(paths).toEqual(['/v1/feeds']);
  });

  it('is not shown to a proxy: loopback goes there directly', async () => {
    let visits = 0;
    const proxy = await serve((_, response) => {
      visits += 1;
      response.end('[]');
    });
    const { url } = await serve((_, response) => response.end('[]'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      vi.stubEnv(name, proxy.url);
    }
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await connect(url).listFeeds()).toEqual([]);
    expect(visits).toBe(0);
  });

  it('is not shown to a proxy: HTTPS goes through a tunnel', async () => {
    const connects: unknown[] = [];
    const { url, server } = await serve((_, response) => response.end());
    server.on('connect', (request, socket) => {
      connects.push({ url: request.url, authorization: request.headers.authorization });
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    vi.stubEnv('HTTPS_PROXY', url);
    vi.stubEnv('https_proxy', url);
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('no_proxy', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failure(connect('https://service.invalid', { retry: false }).listFeeds());
    expect(error).toMatchObject({ name: 'NetworkError', kind: 'proxy', host: 'service.invalid' });
    expect(connects).toEqual([{ url: 'service.invalid:443', authorization: undefined }]);
  });

  it('says which variable is wrong when the proxy is no address', async () => {
    vi.stubEnv('HTTPS_PROXY', 'not an address');
    vi.stubEnv('https_proxy', 'not an address');
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await failure(connect('https://service.invalid').listFeeds());
    expect(error).toMatchObject({ name: 'ConfigurationError', field: 'proxy' });
  });
});
