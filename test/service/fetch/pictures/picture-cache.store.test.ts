import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetcher } from '../../../../src/service/fetch/index.js';
import { PictureCache } from '../../../../src/service/fetch/pictures/picture-cache.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { ManualClock } from '../../../support/clock.js';
import { testDatabase } from '../../../support/database.js';
import { png } from '../../../support/pictures.js';
import { startSourceServer } from '../../../support/source-server.js';

const LONG_MS = 10_000;
/** Bytes of a row with the smallest picture. */
const ROW = 300 + png(1, 1).length;

async function openCache(options: { allowPrivateNetworks?: boolean; maxTotalBytes?: number } = {}) {
  const { allowPrivateNetworks = true, ...size } = options;
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  const source = await startSourceServer();
  const fetcher = createFetcher({ allowPrivateNetworks, limits: { timeoutMs: 2_000 } });
  const cache = new PictureCache({ store, fetcher: async () => fetcher, ...size });
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
    clock.advance(90 * 86_400_000 - 1);
    await cache.get(address, LONG_MS);
    expect(source.hits('/icon.png')).toBe(1);
    clock.advance(1);
    await cache.get(address, LONG_MS);
    expect(source.hits('/icon.png')).toBe(2);
  });

  it('takes a picture of 1 MB: sites have large ones for their articles', async () => {
    const { cache, answer } = await openCache();
    const body = Buffer.concat([png(16, 16)], 1_000_000);
    const address = answer('/large.png', body);
    const found = await cache.get(address, LONG_MS);
    expect(found).toMatchObject({ state: 'found', type: 'image/png' });
    // `toEqual` would compare byte by byte, for seconds.
    expect('body' in found && found.body.equals(body)).toBe(true);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page that calls itself a PNG', '<!doctype html><script>alert(1)</script>'],
    ['more than 1 MB', Buffer.concat([png(16, 16)], 1_000_001)],
    ['a picture of too many pixels', png(30_000, 30_000)],
  ])('does not take %s, and asks once a day', async (_, body) => {
    const { cache, clock, source, answer } = await openCache();
    const address = answer('/icon.png', body);
    expect(await cache.get(address, LONG_MS)).toEqual({ state: 'none' });
    expect(await cache.get(address, LONG_MS)).toEqual({ state: 'none' });
    expect(source.hits('/icon.png')).toBe(1);
    clock.advance(86_400_000 - 1);
    await cache.get(address, LONG_MS);
    expect(source.hits('/icon.png')).toBe(1);
    clock.advance(1);
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

  it('asks a source for a picture once, and for a hundred at a time', async () => {
    const { store } = await openCache();
    const asked: [string, unknown][] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fetch = async (address: string, options: unknown) => {
      asked.push([address, options]);
      await held;
      return { body: { bytes: png(1, 1) } };
    };
    const cache = new PictureCache({ store, fetcher: async () => ({ fetch }) as never });
    const addresses = Array.from({ length: 100 }, (_, at) => `${at}`);
    const waiting = addresses.map((address) => cache.get(address, LONG_MS));
    // Over several connections of a database, in any order.
    await expect.poll(() => asked.length).toBe(100);
    expect(await cache.get('100', LONG_MS)).toEqual({ state: 'pending' });
    const again = cache.get('0', LONG_MS);
    release();
    const found = await Promise.all([...waiting, again]);
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['found']));
    expect(asked.map(([address]) => address).sort()).toEqual(addresses.sort());
    expect(asked[0]?.[1]).toEqual({
      accept: 'image/webp,image/png,image/*;q=0.8',
      timeoutMs: 8_000,
      decodedBytes: 1_000_000,
      maxRedirects: 3,
    });
  });

  it.each<[number, number]>([
    [21 * ROW, 21],
    [21 * ROW - 1, 0],
  ])('of %i bytes keeps %i of 21 pictures, at its 21st', async (maxTotalBytes, kept) => {
    const { cache, store, answer } = await openCache({ maxTotalBytes });
    for (let at = 0; at < 20; at += 1) await cache.get(answer(`/${at}`, png(1, 1)), LONG_MS);
    const rows = () => store.db.selectFrom('pictures').selectAll().execute();
    expect(await rows()).toHaveLength(20);
    await cache.get(answer('/20', png(1, 1)), LONG_MS);
    expect(await rows()).toHaveLength(kept);
  });

  it.each([
    [50_000_000 - ROW, 202],
    [50_000_000 - ROW + 1, 2],
  ])('evicts the oldest 200 at once beyond 50 MB: of %i and a new one', async (bytes, kept) => {
    const { cache, store, clock, answer } = await openCache();
    const row = { type: null, content: '', bytes: 0, expires_at: clock.now() + 1 };
    const old = Array.from({ length: 201 }, (_, at) => ({
      ...{ ...row, key: `${at}`, fetched_at: at - 500 },
      bytes: at === 0 ? bytes : 0,
    }));
    const expired = { ...row, key: 'expired', fetched_at: -1, expires_at: clock.now() };
    await store.db
      .insertInto('pictures')
      .values([...old, expired])
      .execute();
    await cache.get(answer('/new', png(1, 1)), LONG_MS);
    const rows = await store.db.selectFrom('pictures').select('key').execute();
    expect(rows.map(({ key }) => key)).toContain('200');
    expect(rows).toHaveLength(kept);
  });
});
