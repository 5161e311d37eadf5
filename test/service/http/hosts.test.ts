import { describe, expect, it } from 'vitest';
import { send } from '../../support/send.js';
import { startServed } from '../../support/served.js';

describe('the Host header', () => {
  it('must be loopback, the public address or an allowed name', async () => {
    const { url } = await startServed({
      publicUrl: 'https://Feeds.example:8443/base',
      allowedHosts: ['intranet', 'https://other.example/', '2001:db8::7', '0.0.0.0'],
    });
    const statusFor = async (host: string) =>
      (await send(`${url}/openapi.json`, { headers: { Host: host } })).status;

    for (const host of [
      'localhost',
      'Localhost:7410',
      'LOCALHOST.',
      'api.localhost',
      '127.0.0.1:1',
      '127.8.8.8',
      '[::1]:7410',
      'feeds.example',
      'FEEDS.example:8443',
      'intranet:80',
      'other.example',
      '[2001:db8::7]:7410',
    ]) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    for (const host of [
      'evil.example',
      'evil.example:7410',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'feeds.example.evil.example',
      '192.168.1.5',
      '0.0.0.0:7410',
      '[2001:db8::8]',
    ]) {
      expect([host, await statusFor(host)]).toEqual([host, 421]);
    }
  });

  it('is refused with the error object, on every path', async () => {
    const { url } = await startServed();
    for (const path of ['/v1/feeds', '/openapi.json', '/feeds/AAAAAAAAAAAAAAAA.xml']) {
      const answer = await send(`${url}${path}`, { headers: { Host: 'rebound.example' } });
      expect(answer.status).toBe(421);
      expect(JSON.parse(answer.text)).toMatchObject({
        statusCode: 421,
        message: expect.stringContaining('"rebound.example"'),
        errors: [{ code: 'MISDIRECTED_REQUEST' }],
      });
    }
  });

  it('counts beside a whole address in the request line', async () => {
    const { url } = await startServed();
    expect((await send(url, { path: 'http://evil.example/openapi.json' })).status).toBe(421);
    expect((await send(url, { path: 'http://localhost/openapi.json' })).status).toBe(200);
  });

  it('does not matter to health checks, which go by address', async () => {
    const { url } = await startServed();
    for (const path of ['/healthz', '/readyz', '/healthz?from=balancer']) {
      expect((await send(`${url}${path}`, { headers: { Host: '10.0.0.7' } })).status).toBe(200);
    }
  });

  it('that cannot be read is a 400 with the error object', async () => {
    const { url } = await startServed();
    const answer = await send(`${url}/openapi.json`, { headers: { Host: 'a b' } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 400 });
  });

  it('does not matter to requests within the process', async () => {
    const { service } = await startServed();
    const response = await service.fetch(new Request('http://anything.example/openapi.json'));
    expect(response.status).toBe(200);
  });
});
