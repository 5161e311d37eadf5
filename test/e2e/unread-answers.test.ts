import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

/** Each asks twice. */
const CLIENTS = 60;
/** 120 answers of 18 MB are 2.1 GB; 64 MiB of them may wait. */
const MAX_RESIDENT_KB = 600_000;

const POLLING = { timeout: 60_000, interval: 200 };

/** A feed of 90 items with 100 kB of text each. */
function largeFeed() {
  const items = Array.from({ length: 90 }, (_, index) => ({
    title: `Item ${index}`,
    link: `https://example.com/${index}`,
    description: `${index} ${'All work and no play makes a long text. '.repeat(2500)}`,
  }));
  return { title: 'Large', items };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token.trim()}` });

/** The headers of a key of another account. */
async function otherAccount(sandbox: Sandbox) {
  const account = await sandbox.output('accounts', 'create', '--name', 'other', '-o', 'id');
  const made = await sandbox.json('keys', 'create', '--account', account.trim());
  const { id, secret } = made as { id: string; secret: string };
  return bearer(`${id}:${secret}`);
}

it('bounds the memory for answers that clients do not read, and serves the others', {
  timeout: 180_000,
}, async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox();
  const { server, url } = await serving(sandbox);
  const address = sources.publish('/large.xml', largeFeed());
  const { id } = (await sandbox.json('feeds', 'create', '--url', address)) as { id: string };
  const path = `/v1/feeds/${id}`;
  const headers = bearer(await sandbox.output('auth', 'token'));
  const size = (await (await fetch(`${url}${path}`, { headers })).arrayBuffer()).byteLength;
  expect(size).toBeGreaterThan(8_000_000);

  const { Authorization } = headers;
  const stalled: Socket[] = [];
  onTestFinished(() => stalled.forEach((socket) => void socket.destroy()));
  for (let index = 0; index < CLIENTS; index += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    const lines = [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: ${Authorization}`];
    // The operating system may take all of the first answer by itself.
    socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(2));
    stalled.push(socket);
  }

  // Connections that are open already are served before those that wait to be accepted.
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}${path}`, { headers });
      const text = await answer.text();
      return { status: answer.status, isOverloaded: text.includes('"OVERLOADED"') };
    }, POLLING)
    .toEqual({ status: 503, isOverloaded: true });
  const refused = await fetch(`${url}${path}`, { headers });
  await refused.arrayBuffer();
  expect(refused.headers.get('Retry-After')).toBe('10');

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const small = await fetch(`${url}/v1/feeds/${id}/settings`, { headers });
  expect(small.status).toBe(200);
  const published = await fetch(`${url}/feeds/${id}.xml`);
  expect((await published.text()).length).toBeGreaterThan(8_000_000);
  const other = await otherAccount(sandbox);
  expect((await fetch(`${url}/v1/feeds`, { headers: other })).status).toBe(200);
  const resident = execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)]).toString();
  expect(Number(resident)).toBeLessThan(MAX_RESIDENT_KB);

  for (const socket of stalled) socket.destroy();
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}${path}`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    }, POLLING)
    .toBe(200);
});
