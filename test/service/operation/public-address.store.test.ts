import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { publicAddress } from '../../../src/service/operation/public-address.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';

async function setup() {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const stop of stops) await stop();
    await store.close();
  });
  return {
    clock,
    store,
    address: publicAddress(store, clock, undefined),
    async serve(listenUrl: string | null, publicUrl: string | null = null) {
      const role = listenUrl === null ? 'worker' : 'all';
      const instance = await startInstance(store, clock, { role, listenUrl, publicUrl });
      stops.push(instance.stop);
      return instance;
    },
  };
}

describe('the address of published feeds', () => {
  it('is the usual one while nothing ever served, with a reason for a note', async () => {
    const { address } = await setup();
    expect(await address.base()).toBe('http://127.0.0.1:7410');
    expect(await address.isUnserved()).toBe(true);
  });

  it('has the port that serve would take', async () => {
    const service = await openService({ databasePath: ':memory:', env: { FEEDCTL_PORT: '7411' } });
    onTestFinished(() => service.close());
    expect(await service.http.deps.publicAddress.base()).toBe('http://127.0.0.1:7411');
  });

  it('is the explicit one before all others', async () => {
    const { store, clock, serve } = await setup();
    await serve('http://127.0.0.1:8000', 'https://other.example');
    const address = publicAddress(store, clock, 'https://feeds.example/base/');

    expect(await address.base()).toBe('https://feeds.example/base');
    expect(await address.isUnserved()).toBe(false);
  });

  it('is that of the live instance: the public one, else where it listens', async () => {
    const { address, clock, serve } = await setup();
    const first = await serve('http://127.0.0.1:8000', 'https://feeds.example');
    expect(await address.base()).toBe('https://feeds.example');
    expect(await address.isUnserved()).toBe(false);

    await first.stop();
    await serve('http://127.0.0.1:9000');
    clock.advance(1000);
    expect(await address.base()).toBe('http://127.0.0.1:9000');
  });

  it('is looked up once a second', async () => {
    const { address, clock, serve } = await setup();
    expect(await address.base()).toBe('http://127.0.0.1:7410');
    await serve('http://127.0.0.1:8000');
    clock.advance(999);
    expect(await address.base()).toBe('http://127.0.0.1:7410');
    clock.advance(1);
    expect(await address.base()).toBe('http://127.0.0.1:8000');
  });

  it('stays that of the first of several, and is never that of a worker', async () => {
    const { address, clock, serve } = await setup();
    await serve(null);
    await serve('http://127.0.0.1:8000');
    clock.advance(1000);
    const second = await serve('http://127.0.0.1:9000');
    clock.advance(1000);
    await second.beat();

    expect(await address.base()).toBe('http://127.0.0.1:8000');
  });

  it('stays the last known one after a stop, and after 30 s of silence, with a note', async () => {
    const { address, clock, serve } = await setup();
    const instance = await serve('http://127.0.0.1:8000', 'https://feeds.example');
    clock.advance(29_999);
    expect(await address.isUnserved()).toBe(false);
    clock.advance(1);
    expect(await address.isUnserved()).toBe(true);
    await instance.beat();
    expect(await address.isUnserved()).toBe(false);
    await instance.stop();
    expect(await address.isUnserved()).toBe(true);
    expect(await address.base()).toBe('https://feeds.example');
  });

  it('is known to others only where somebody configured it', async () => {
    const { address, clock, store, serve } = await setup();
    const explicit = publicAddress(store, clock, 'https://mine.example/');
    expect(await explicit.configured()).toBe('https://mine.example');
    expect(await address.configured()).toBeNull();
    const local = await serve('http://127.0.0.1:8000');
    expect(await address.configured()).toBeNull();
    await local.stop();
    const instance = await serve('http://127.0.0.1:9000', 'https://feeds.example/');
    expect(await address.configured()).toBe('https://feeds.example');
    await instance.stop();
    expect(await address.configured()).toBeNull();
  });

  it('forgets instances that died more than a day ago when the next one starts', async () => {
    const { clock, store, serve } = await setup();
    await serve('http://127.0.0.1:8000');
    clock.advance(24 * 60 * 60_000 + 1);
    await serve('http://127.0.0.1:9000');

    const rows = await store.db.selectFrom('instances').select('listen_url').execute();
    expect(rows.map((row) => row.listen_url)).toEqual(['http://127.0.0.1:9000']);
  });
});
