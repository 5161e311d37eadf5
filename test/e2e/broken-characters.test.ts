import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

/** 19 KB on the wire, and 19.9 MB of bytes that no UTF-8 text has. */
const BROKEN = gzipSync(
  Buffer.concat([
    Buffer.from('<rss version="2.0"><channel><title>'),
    Buffer.alloc(19_900_000, 0xff),
  ]),
);

it('megabytes of broken characters neither end a small serve nor keep its requests waiting', async () => {
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const sandbox = new Sandbox({ NODE_OPTIONS: '--max-old-space-size=256' });
  const answerBroken = (path: string) =>
    sources.on(path, (_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(BROKEN);
    });
  const feed = sources.publish('/feed.xml', { title: 'Good', items: numberedItems(1) });
  const { server, url } = await serving(sandbox);
  const key = (await sandbox.json('keys', 'create', '--name', 'test')) as Record<string, string>;
  const user = new Sandbox({
    FEEDCTL_BASE_URL: url,
    FEEDCTL_API_KEY: key.id ?? '',
    FEEDCTL_API_SECRET: key.secret ?? '',
  });
  const { id } = (await user.json('feeds', 'create', '--url', feed)) as { id: string };
  answerBroken('/feed.xml');
  const other = answerBroken('/other.xml');

  for (const args of [
    ['refresh', id],
    ['preview', other],
    ['feeds', 'create', '--url', other],
  ]) {
    const waited = await longestWait(`${url}/healthz`, async () => {
      const { code, stdout, stderr } = await user.runProcess(args);
      expect(stdout + stderr).toContain('breaks off in the middle');
      expect(code).not.toBe(0);
    });
    // Blocked for the whole of it, /healthz would wait for as long as the command takes.
    expect(waited.longest).toBeLessThan(Math.max(500, waited.whole / 2));
  }
  expect(server.exitCode).toBeNull();
});

/** The longest time that an address took to answer while work was done, and that of the work. */
async function longestWait(address: string, work: () => Promise<void>) {
  let longest = 0;
  let isDone = false;
  const started = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = performance.now();
    const { status } = await fetch(address);
    expect(status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
    await sleep(10);
  }
  await working;
  return { longest, whole: performance.now() - started };
}
