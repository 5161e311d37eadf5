import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../../src/service/app/service.js';
import { serviceLog } from '../../../src/service/http/service-log.js';
import { send } from '../../support/send.js';
import { startServed } from '../../support/served.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const tlsFile = (name: string) => new URL(`../../fixtures/tls/${name}`, import.meta.url).pathname;
const certFile = tlsFile('localhost.crt');
const keyFile = tlsFile('localhost.key');
const ca = readFileSync(certFile, 'utf8');

/** A network that no test has a peer in. */
const ELSEWHERE = '192.0.2.0/24';

describe('serve', () => {
  it('speaks HTTPS with a certificate', async () => {
    const { url } = await startServed({ tls: { certFile, keyFile } });
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await send(`${url}/healthz`, { ca })).status).toBe(200);
    await expect(send(`${url}/healthz`)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  it('stops an HTTPS server as it stops another', async () => {
    const server = await startServed({ tls: { certFile, keyFile } });
    await send(`${server.url}/healthz`, { ca });
    await server.stop();
    await expect(send(`${server.url}/healthz`, { ca })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'feeds.example'])('keeps %s for HTTPS', async (host) => {
    await expect(startServed({ host })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(/--tls-cert FILE --tls-key FILE, or --behind-proxy CIDR/),
    });
  });

  it('listens beyond the machine with a certificate or behind a proxy', async () => {
    const secure = await startServed({ host: '0.0.0.0', tls: { certFile, keyFile } });
    expect((await send(`${secure.url}/healthz`, { ca })).status).toBe(200);
    const proxied = await startServed({ host: '0.0.0.0', behindProxy: [ELSEWHERE] });
    expect((await send(`${proxied.url}/healthz`)).status).toBe(200);
  });

  it('takes its address from the environment, and flags before that', async () => {
    const env = { FEEDCTL_HOST: '::1', FEEDCTL_PORT: '1', FEEDCTL_ALLOWED_HOSTS: 'intranet, x' };
    const { url } = await startServed({ env, host: '127.0.0.1', port: 0 });
    const allowed = await send(`${url}/openapi.json`, { headers: { Host: 'intranet' } });
    expect(allowed.status).toBe(200);
    await expect(startServed({ env: { FEEDCTL_HOST: '0.0.0.0' } })).rejects.toMatchObject({
      message: expect.stringContaining('0.0.0.0'),
    });
  });

  it.each([
    ['a port', { env: { FEEDCTL_PORT: '70000' } }, /FEEDCTL_PORT/],
    ['a public address', { publicUrl: 'feeds.example' }, /The public address \(--public-url\)/],
    ['a network', { behindProxy: ['10.0.0.0/99'] }, /"10\.0\.0\.0\/99" \(--behind-proxy\)/],
  ])('refuses what is no %s', async (_, options, message) => {
    await expect(startServed(options)).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(message),
    });
  });

  it('refuses a database that is none', async () => {
    const databasePath = join(temporaryDirectory(), 'feedctl.db');
    await writeFile(databasePath, 'this is not a database, whatever its name says'.repeat(100));
    await expect(startServed({ databasePath })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
  });
});

describe('serve behind a proxy', () => {
  it('answers what came over HTTPS and says what else is wrong', async () => {
    const { url } = await startServed({ behindProxy: ['127.0.0.0/8'] });
    const secure = await send(`${url}/openapi.json`, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(secure.status).toBe(200);
    const plain = await send(`${url}/openapi.json`, { headers: { 'X-Forwarded-Proto': 'http' } });
    expect(plain.status).toBe(403);
    expect(JSON.parse(plain.text)).toMatchObject({ errors: [{ code: 'INSECURE_REQUEST' }] });
    expect(JSON.parse((await send(`${url}/openapi.json`)).text)).toMatchObject({
      message: expect.stringContaining('Make it send: X-Forwarded-Proto: https'),
    });
    for (const path of ['/healthz', '/readyz']) {
      for (const headers of [{}, { Host: '10.0.0.7' }, { 'X-Forwarded-Proto': 'http' }]) {
        expect((await send(`${url}${path}`, { headers })).status).toBe(200);
      }
    }
  });

  it('shows a browser a page where a program gets an error object', async () => {
    const { url } = await startServed({ behindProxy: ['127.0.0.0/8'] });
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const plain = await send(`${url}/dashboard/`, {
      headers: { ...browser, 'X-Forwarded-Proto': 'http' },
    });
    expect(plain.status).toBe(403);
    expect(plain.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(plain.text).toContain('<h1>Forbidden</h1>');
    expect(plain.text).toContain('Use the https:// address of this service.');
  });

  it('counts wrong keys by the address that the proxy gives', async () => {
    const { url } = await startServed({ behindProxy: ['127.0.0.0/8'] });
    const { hostname } = new URL(url);
    const signIn = async (client: string) => {
      const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': client, Host: hostname };
      const shown = await send(`${url}/dashboard/sign-in`, { headers });
      const token = /name="form_token" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
      const answer = await send(`${url}/dashboard/sign-in`, {
        method: 'POST',
        headers: {
          ...headers,
          Origin: `https://${hostname}`,
          Cookie: shown.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          form_token: token,
          api_key: 'c_x',
          api_secret: 's_x',
        }).toString(),
      });
      return answer.status;
    };
    // A wrong key leads back to the form; too many of them are refused.
    for (let guess = 0; guess < 10; guess += 1) expect(await signIn('203.0.113.5')).toBe(303);
    expect(await signIn('203.0.113.5')).toBe(429);
    expect(await signIn('203.0.113.6')).toBe(303);
  });

  it('warns of a proxy that can be anybody', async () => {
    const lines: string[] = [];
    const logger = serviceLog('info', (line) => lines.push(line));
    await startServed({ behindProxy: ['10.0.0.0/8', '0.0.0.0/0'], logger });
    const warnings = lines.filter((line) => line.includes('"level":"warn"'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('["0.0.0.0/0"]');
    expect(warnings[0]).toContain('--behind-proxy trusts every address');
  });
});

describe('readiness', () => {
  it('never comes when starting fails: the server stops', async () => {
    let starting = '';
    const prepare = async ({ http }: Service) => {
      starting = await http.deps.publicAddress.base();
      throw new Error('no place for the key');
    };
    await expect(startServed({ prepare })).rejects.toThrow('no place for the key');
    await expect(send(`${starting}/healthz`)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('ends with the database file, of which only the log tells where it was', async () => {
    const directory = temporaryDirectory();
    const lines: string[] = [];
    const logger = serviceLog('info', (line) => lines.push(line));
    const databasePath = join(directory, 'feedctl.db');
    let key = '';
    const { url } = await startServed({
      databasePath,
      logger,
      async prepare(service) {
        const { apiKey, apiSecret } = await service.issueOwnerKey('test');
        key = `Bearer ${apiKey}:${apiSecret}`;
      },
    });
    const authorized = { Authorization: key, 'Content-Type': 'application/json' };
    const createBundle = () =>
      send(`${url}/v1/bundles`, {
        method: 'POST',
        headers: authorized,
        body: JSON.stringify({ name: 'News' }),
      });
    expect((await send(`${url}/readyz`)).status).toBe(200);
    expect((await createBundle()).status).toBe(201);
    rmSync(databasePath);
    const write = await createBundle();
    expect(write.status).toBe(503);
    expect(write.text).not.toContain(directory);
    const answer = await send(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ code: 'STORE_UNAVAILABLE' }] });
    expect(answer.text).not.toContain(directory);
    expect(lines.join('')).toContain(`${databasePath} was removed`);
  });
});
