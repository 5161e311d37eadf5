import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/service/core/logger.js';
import { errorResponse } from '../../../src/service/http/error-response.js';
import type { HttpEnv } from '../../../src/service/http/http-deps.js';
import {
  boundlessNetworks,
  clientAddressOf,
  isOnThisMachine,
  proxyCheck,
} from '../../../src/service/http/proxy.js';

const PROXIES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'];

interface Sent {
  headers?: Record<string, string>;
  cidrs?: string[];
}

/** What a request from this peer gets; the peer's address stands where the socket has it. */
async function requestFrom(
  peer: string | undefined,
  { headers = {}, cidrs = PROXIES }: Sent = {},
): Promise<Response> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, silentLogger));
  app.use(proxyCheck(cidrs));
  app.get('*', (context) => context.text(clientAddressOf(context)));
  const socket = { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' };
  return app.request('/', { headers }, { incoming: { socket } as unknown as IncomingMessage });
}

async function statusFrom(
  peer: string | undefined,
  forwardedProto?: string,
  cidrs: string[] = PROXIES,
): Promise<number> {
  const headers = forwardedProto === undefined ? {} : { 'X-Forwarded-Proto': forwardedProto };
  return (await requestFrom(peer, { headers, cidrs })).status;
}

describe('behind a proxy', () => {
  it.each([
    ['10.1.2.3', 'https', 200],
    ['::ffff:10.1.2.3', 'https', 200],
    ['192.0.2.7', 'https', 200],
    ['fd00::1', 'https', 200],
    ['10.1.2.3', 'HTTPS , https', 200],
    ['10.1.2.3', 'http', 403],
    ['10.1.2.3', 'https, http', 403],
    ['10.1.2.3', '', 403],
    ['10.1.2.3', undefined, 403],
    ['192.0.2.8', 'https', 403],
    ['11.0.0.1', 'https', 403],
    ['2001:db8::1', 'https', 403],
    [undefined, 'https', 403],
    ['127.0.0.1', undefined, 200],
    ['::1', undefined, 200],
  ])('a request from %s that says %s gets %i', async (peer, proto, status) => {
    expect(await statusFrom(peer, proto)).toBe(status);
  });

  it('a proxy on this machine is held to it like any other', async () => {
    expect(await statusFrom('127.0.0.1', undefined, ['127.0.0.1'])).toBe(403);
    expect(await statusFrom('127.0.0.1', 'https', ['127.0.0.0/8'])).toBe(200);
  });

  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['1.2.3.4, 203.0.113.5', '203.0.113.5'],
    ['203.0.113.5, 10.9.9.9, 192.0.2.7', '203.0.113.5'],
    ['10.9.9.9', '10.9.9.9'],
    ['203.0.113.5, unknown', '10.1.2.3'],
    ['', '10.1.2.3'],
    ['2001:db8::5', '2001:db8::5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
  ])('takes the client of "%s" to be %s', async (forwardedFor, client) => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': forwardedFor };
    expect(await (await requestFrom('10.1.2.3', { headers })).text()).toBe(client);
  });

  it('believes no X-Forwarded-For of a peer that is no proxy', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.5' };
    expect(await (await requestFrom('127.0.0.1', { headers })).text()).toBe('127.0.0.1');
  });

  it('knows networks of every address', () => {
    expect(boundlessNetworks(['10.0.0.0/8', '0.0.0.0/0', '192.0.2.7', '::/0'])).toEqual([
      '0.0.0.0/0',
      '::/0',
    ]);
  });
});

describe('a request of this machine', () => {
  const from = (address: string, headers: Record<string, string> = {}) =>
    isOnThisMachine(
      {
        header: (name) =>
          new Headers({ host: '127.0.0.1:7410', ...headers }).get(name) ?? undefined,
      },
      address,
    );

  it.each([
    ['in this process', '', {}],
    ['over IPv4', '127.0.0.1', {}],
    ['over IPv6', '::1', { host: '[::1]:7410' }],
    ['on a socket for both', '::ffff:127.0.0.1', { host: 'localhost:7410' }],
  ])('is one %s', (_, address, headers) => {
    expect(from(address, headers)).toBe(true);
  });

  it.each([
    ['of another machine', '192.0.2.1', {}],
    ['of the same network', '10.0.0.5', {}],
    ['that a proxy passes on', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }],
    ['that a proxy names otherwise', '127.0.0.1', { forwarded: 'for=192.0.2.1' }],
    ['that went through a gateway', '127.0.0.1', { via: '1.1 gate' }],
    ['to the public name', '127.0.0.1', { host: 'feeds.example.com' }],
    ['to a name that looks like it', '127.0.0.1', { host: '127.0.0.1.example.com' }],
  ])('is none %s', (_, address, headers) => {
    expect(from(address, headers)).toBe(false);
  });
});
