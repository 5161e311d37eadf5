import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../../src/service/http/error-response.js';
import type { HttpEnv } from '../../../src/service/http/http-deps.js';
import { proxyCheck } from '../../../src/service/http/proxy.js';
import { silentLogger } from '../../../src/service/logger.js';

/** What a request from this peer gets; the peer's address stands where the socket has it. */
async function statusFrom(
  peer: string | undefined,
  forwardedProto?: string,
  cidrs: string[] = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'],
): Promise<number> {
  const app = new Hono<HttpEnv>();
  app.onError((error, context) => errorResponse(error, context, silentLogger));
  app.use(proxyCheck(cidrs));
  app.get('/', (context) => context.text('through'));
  const headers = forwardedProto === undefined ? {} : { 'X-Forwarded-Proto': forwardedProto };
  const socket = { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' };
  const response = await app.request(
    '/',
    { headers },
    {
      incoming: { socket } as unknown as IncomingMessage,
    },
  );
  return response.status;
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
});
