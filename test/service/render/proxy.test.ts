import { type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressPolicy } from '../../../src/service/fetch/index.js';
import { RENDER_LIMITS } from '../../../src/service/render/limits.js';
import type { ProxyTicket } from '../../../src/service/render/proxy/proxy-ticket.js';
import {
  createUpstream,
  type UpstreamOptions,
} from '../../../src/service/render/proxy/upstream.js';
import { VettingProxy } from '../../../src/service/render/proxy/vetting-proxy.js';
import { freePort } from '../../support/free-port.js';
import { startServer } from '../../support/loopback-server.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
});

async function opened<T extends { close(): Promise<void> }>(thing: Promise<T>): Promise<T> {
  const resource = await thing;
  open.push(resource);
  return resource;
}

const DIRECT: UpstreamOptions = {
  policy: addressPolicy({ allowPrivateNetworks: true }),
  resolve: async () => ['127.0.0.1'],
};
const startProxy = (options: Partial<UpstreamOptions> = {}) =>
  opened(VettingProxy.start(createUpstream({ ...DIRECT, ...options })));
const serve = (handler: RequestListener) => opened(startServer(handler));

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function credentialOf({ username, password }: ProxyTicket): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** One request to the proxy itself, with `target` as its request line has it. */
function ask(
  proxy: VettingProxy,
  target: string,
  {
    headers = {},
    method = 'GET',
    body,
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      proxy.origin,
      { path: target, method, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Asks for a tunnel; the socket is open when the status is 200. */
function tunnel(proxy: VettingProxy, target: string, credential?: string) {
  return new Promise<{ status: number; socket: Socket }>((resolve, reject) => {
    const headers = credential === undefined ? {} : { 'proxy-authorization': credential };
    const sent = request(proxy.origin, { path: target, method: 'CONNECT', headers, agent: false });
    sent.on('connect', ({ statusCode = 0 }, socket, head) => {
      socket.unshift(head);
      resolve({ status: statusCode, socket: socket as Socket });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('who may use the proxy', () => {
  it('only who has the credential of a ticket, and only while that lasts', async () => {
    const proxy = await startProxy();
    const site = await serve((_request, response) => response.end('hello'));
    const ticket = proxy.admit(RENDER_LIMITS, 'site.test');
    const headers = { 'proxy-authorization': credentialOf(ticket) };
    const target = `${site.origin}/a?b`;

    const stranger = await ask(proxy, target);
    expect(stranger.status).toBe(407);
    expect(stranger.headers['proxy-authenticate']).toBe('Basic realm="feedctl"');
    const wrong = Buffer.from(`${ticket.username}:${'0'.repeat(48)}`).toString('base64');
    expect(
      (await ask(proxy, target, { headers: { 'proxy-authorization': `Basic ${wrong}` } })).status,
    ).toBe(407);
    expect((await tunnel(proxy, `127.0.0.1:${site.port}`)).status).toBe(407);

    expect(await ask(proxy, target, { headers })).toMatchObject({ status: 200, body: 'hello' });
    expect(site.requests).toEqual(['/a?b']);
    ticket.close();
    expect((await ask(proxy, target, { headers })).status).toBe(407);
  });

  it('answers 400 to what is not meant for a proxy', async () => {
    const proxy = await startProxy();
    const headers = { 'proxy-authorization': credentialOf(proxy.admit(RENDER_LIMITS, 'x')) };
    for (const target of ['/', 'ftp://site.test/', 'http://u:p@site.test/']) {
      expect((await ask(proxy, target, { headers })).status).toBe(400);
    }
    expect((await tunnel(proxy, 'site.test', headers['proxy-authorization'])).status).toBe(400);
  });
});

describe('what goes through', () => {
  it('passes requests and answers on, without the headers of a single connection', async () => {
    let seen: IncomingHttpHeaders = {};
    let received = '';
    const site = await serve((incoming, response) => {
      seen = incoming.headers;
      incoming.setEncoding('utf8').on('data', (part) => {
        received += part;
      });
      incoming.on('end', () => {
        response.writeHead(201, [
          ...['set-cookie', 'a=1', 'set-cookie', 'b=2'],
          ...['connection', 'x-private', 'x-private', '1', 'x-public', '1'],
        ]);
        response.end('made');
      });
    });
    const proxy = await startProxy();
    const answer = await ask(proxy, `${site.origin}/`, {
      method: 'POST',
      body: '{"query":1}',
      headers: {
        'proxy-authorization': credentialOf(proxy.admit(RENDER_LIMITS, 'x')),
        'proxy-connection': 'keep-alive',
        connection: 'x-mine',
        'x-mine': '1',
        'x-theirs': '1',
      },
    });
    expect(received).toBe('{"query":1}');
    expect(seen).toMatchObject({ 'x-theirs': '1', host: `127.0.0.1:${site.port}` });
    expect(seen).not.toHaveProperty('proxy-authorization');
    expect(seen).not.toHaveProperty('proxy-connection');
    expect(seen).not.toHaveProperty('x-mine');
    expect(answer).toMatchObject({ status: 201, body: 'made' });
    expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-public': '1' });
    expect(answer.headers).not.toHaveProperty('x-private');
  });

  it('tunnels bytes both ways, and ends when either side does', async () => {
    const echo = createTcpServer((socket) => socket.pipe(socket));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise((resolve) => echo.close(() => resolve())) });
    const proxy = await startProxy();
    const ticket = proxy.admit(RENDER_LIMITS, 'x');
    const target = `site.test:${(echo.address() as AddressInfo).port}`;
    const { status, socket } = await tunnel(proxy, target, credentialOf(ticket));
    expect(status).toBe(200);
    const echoed = new Promise((resolve) => socket.once('data', (part) => resolve(String(part))));
    socket.write('ping');
    expect(await echoed).toBe('ping');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    ticket.close();
    await closed;
  });
});

describe('what is refused', () => {
  it('addresses the policy forbids, with the reason kept for the ticket', async () => {
    const site = await serve((_request, response) => response.end('secret'));
    const proxy = await startProxy({ policy: addressPolicy({ allowPrivateNetworks: false }) });
    const ticket = proxy.admit(RENDER_LIMITS, 'x');
    const headers = { 'proxy-authorization': credentialOf(ticket) };
    expect((await ask(proxy, `http://name.test:${site.port}/`, { headers })).status).toBe(502);
    expect((await tunnel(proxy, `127.0.0.1:${site.port}`, credentialOf(ticket))).status).toBe(502);
    expect((await tunnel(proxy, '[::1]:443', credentialOf(ticket))).status).toBe(502);
    expect(site.requests).toEqual([]);
    expect(ticket.failureOf(`http://name.test:${site.port}/x`)).toMatchObject({
      code: 'SOURCE_FORBIDDEN',
      message: expect.stringContaining('name.test is a loopback address'),
    });
    expect(ticket.failureOf('https://[::1]/')).toMatchObject({ code: 'SOURCE_FORBIDDEN' });
    expect(ticket.failureOf('http://other.test/')).toBeUndefined();
  });

  it('bytes beyond the limit, whatever connection brings them', async () => {
    const site = await serve((_request, response) => response.end(Buffer.alloc(60_000)));
    const proxy = await startProxy();
    const ticket = proxy.admit({ ...RENDER_LIMITS, wireBytes: 100_000 }, 'site.test');
    const headers = { 'proxy-authorization': credentialOf(ticket) };
    expect((await ask(proxy, `${site.origin}/1`, { headers })).status).toBe(200);
    await expect(ask(proxy, `${site.origin}/2`, { headers })).rejects.toThrow();
    expect(ticket.signal.reason).toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: 'site.test loads more than 0.1 MB when it is rendered.',
    });
    expect((await ask(proxy, `${site.origin}/3`, { headers })).status).toBe(407);
  });

  it('more connections at once than allowed', async () => {
    const site = await serve(() => {});
    const proxy = await startProxy();
    const ticket = proxy.admit({ ...RENDER_LIMITS, openRequests: 1 }, 'x');
    const headers = { 'proxy-authorization': credentialOf(ticket) };
    const first = ask(proxy, `${site.origin}/1`, { headers }).catch((error: Error) => error);
    await expect.poll(() => site.requests).toEqual(['/1']);
    expect((await ask(proxy, `${site.origin}/2`, { headers })).status).toBe(503);
    ticket.close();
    expect(await first).toBeInstanceOf(Error);
  });

  it('a client that does not speak HTTP', async () => {
    const proxy = await startProxy();
    const { port } = new URL(proxy.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write('\0\0\0 nonsense\r\n\r\n');
    await closed;
  });
});

describe("the operator's own proxy", () => {
  it('is used for everything, after the names were vetted', async () => {
    const site = await serve((_request, response) => response.end('hello'));
    const asked: string[] = [];
    const upstream = await serve((incoming, response) => {
      asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization']}`);
      response.end('through the proxy');
    });
    upstream.server.on('connect', (incoming, socket) => {
      asked.push(`CONNECT ${incoming.url} ${incoming.headers['proxy-authorization']}`);
      socket.end('HTTP/1.1 200 OK\r\n\r\ntunnelled');
    });
    const fetchProxy = upstream.origin.replace('//', '//user:pa%3Ass@');
    const proxy = await startProxy({
      fetchProxy,
      policy: (address) => (address === '127.0.0.1' ? null : 'a private address'),
      resolve: async (name) => (name === 'private.test' ? ['10.0.0.1'] : ['127.0.0.1']),
    });
    const credential = credentialOf(proxy.admit(RENDER_LIMITS, 'x'));
    const headers = { 'proxy-authorization': credential };
    const known = `Basic ${Buffer.from('user:pa:ss').toString('base64')}`;

    expect((await ask(proxy, 'http://site.test/a', { headers })).body).toBe('through the proxy');
    const { status, socket } = await tunnel(proxy, 'site.test:443', credential);
    expect(status).toBe(200);
    expect(
      await new Promise((resolve) => socket.once('data', (part) => resolve(String(part)))),
    ).toBe('tunnelled');
    expect((await ask(proxy, 'http://private.test/', { headers })).status).toBe(502);
    expect((await tunnel(proxy, 'private.test:443', credential)).status).toBe(502);
    expect(asked).toEqual([`GET http://site.test/a ${known}`, `CONNECT site.test:443 ${known}`]);
    expect(site.requests).toEqual([]);
  });

  it('is named as the reason when it connects to nothing', async () => {
    const upstream = await serve((_request, response) => response.end());
    upstream.server.on('connect', (_incoming, socket) => {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const gone = `http://127.0.0.1:${await freePort()}`;
    const proxy = await startProxy({ fetchProxy: upstream.origin });
    const reasons = async (fetchProxy: string | null) => {
      const ticket = proxy.admit(
        RENDER_LIMITS,
        'site.test',
        fetchProxy === null ? null : createUpstream({ ...DIRECT, fetchProxy }),
      );
      const credential = credentialOf(ticket);
      expect((await tunnel(proxy, 'site.test:443', credential)).status).toBe(502);
      await ask(proxy, 'http://site.test/', { headers: { 'proxy-authorization': credential } });
      const addresses = ['https://site.test/', 'http://site.test/'];
      return addresses.map((address) => ticket.failureOf(address)?.message);
    };
    expect(await reasons(null)).toEqual([
      'The proxy of this service did not connect to site.test (HTTP 403).',
      undefined,
    ]);
    const unreachable =
      'The proxy of this feed cannot be reached (ECONNREFUSED). Check the proxy of the feed.';
    expect(await reasons(gone)).toEqual([unreachable, unreachable]);
  });
});
