import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetcher } from '../../../../src/service/fetch/index.js';
import { PictureCache } from '../../../../src/service/fetch/pictures/picture-cache.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { ManualClock } from '../../../support/clock.js';
import { testDatabase } from '../../../support/database.js';
import { png } from '../../../support/pictures.js';
import { startSourceServer } from '../../../support/source-server.js';

const LONG_MS = 10_000;

async function openCache({ allowPrivateNetworks = true, maxTotalBytes = 50_000_000 } = {}) {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  const source = await startSourceServer();
  const fetcher = createFetcher({ allowPrivateNetworks, limits: { timeoutMs: 2_000 } });
  const deps = { store, fetcher: async () => fetcher, maxTotalBytes };
  const cache = new PictureCache(deps);
  onTestFinished(async () => {
    await fetcher.close();
    await cache.settled();
    await source.close();
    await store.close();
  });
  const answer = (path: string, body: Buffer | string, type = 'image/png') =>
    source.on(path, (_, response) => {
      response.setHeader('Content-Type', type);
      response.end(body);
    });
  return { cache, clock, store, source, answer };
}

describe('the cache of pictures', () => {
  it('fetches a picture once, and again after 90 days', async () => {
    const { cache, clock, source, answer } = await openCache();
    const address = answer('/icon.png', png(16, 16), 'text/plain');
    const first = await cache.get(address, LONG_MS);
    expect(first).toEqual({ state: 'found', type: 'image/png', body: png(16, 16) });
    expect(await cache.get(address, LONG_MS)).toEqual(first);
    expect(source.hits('/icon.png')).toBe(1);
    clock.advance(91 * 86_400_000);
    await cache.get(address, LONG_MS);
    expect(source.hits('/icon.png')).toBe(2);
  });

  it('takes a picture of 900 kB, as sites have them for their articles', async () => {
    const { cache, answer } = await openCache();
    const body = Buffer.concat([png(16, 16), Buffer.alloc(900_000)]);
    const address = answer('/large.png', body);
    const found = await cache.get(address, LONG_MS);
    expect(found).toMatchObject({ state: 'found', type: 'image/png' });
    // `toEqual` would compare byte by byte, for seconds.
    expect('body' in found && found.body.equals(body)).toBe(true);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page that calls itself a PNG', '<!doctype html><script>alert(1)</script>'],
    ['more than 1 MB', Buffer.concat([png(16, 16), Buffer.alloc(1_000_001)])],
    ['a picture of too many pixels', png(30_000, 30_000)],
  ])('does not take %s, and asks once a day', async (_, body) => {
    const { cache, clock, source, answer } = await openCache();
    const address = answer('/icon.png', body);
    expect(await cache.get(address, LONG_MS)).toEqual({ state: 'none' });
    expect(await cache.get(address, LONG_MS)).toEqual({ state: 'none' });
    expect(source.hits('/icon.png')).toBe(1);
    clock.advance(86_400_001);
    await cache.get(address, LONG_MS);
    expect(source.hits('/icon.png')).toBe(2);
  });

  it('asks no private address, and follows no redirect to one', async () => {
    const { cache, source, answer } = await openCache({ allowPrivateNetworks: false });
    const address = answer('/icon.png', png(16, 16));
    expect(await cache.get(address, LONG_MS)).toEqual({ state: 'none' });
    expect(await cache.get('http://169.254.169.254/icon.png', LONG_MS)).toEqual({ state: 'none' });
    expect(await cache.get('file:///etc/passwd', LONG_MS)).toEqual({ state: 'none' });
    expect(source.hits('/icon.png')).toBe(0);
  });

  it('does not wait for a slow source, and has the picture later', async () => {
    const { cache, source } = await openCache();
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const address = source.on('/slow.png', async (_, response) => {
      await slow;
      response.end(png(16, 16));
    });
    expect(await cache.get(address, 0)).toEqual({ state: 'pending' });
    release();
    await cache.settled();
    expect((await cache.get(address, LONG_MS)).state).toBe('found');
    expect(source.hits('/slow.png')).toBe(1);
  });

  it('evicts the oldest pictures beyond its size', async () => {
    const { cache, clock, store, answer } = await openCache({ maxTotalBytes: 5_000 });
    for (let at = 0; at < 45; at += 1) {
      clock.advance(1_000);
      await cache.get(answer(`/${at}.png`, png(16, 16)), LONG_MS);
    }
    const rows = await store.db.selectFrom('pictures').select(['bytes']).execute();
    expect(rows.length).toBeLessThan(25);
  });
});
