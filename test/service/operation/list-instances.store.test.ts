import { expect, it } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import {
  isDelivered,
  isRefreshed,
  isServed,
  listInstances,
} from '../../../src/service/operation/liveness.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { testDatabase } from '../../support/database.js';

it('lists who serves the database now', async () => {
  const store = await openStore(await testDatabase(), systemClock);
  try {
    expect(await listInstances(store, systemClock)).toEqual([]);
    const listenUrl = 'http://127.0.0.1:7410';
    const info = { role: 'all', listenUrl, publicUrl: null } as const;
    const instance = await startInstance(store, systemClock, info);
    expect(await listInstances(store, systemClock)).toMatchObject([
      { role: 'all', listen_url: listenUrl, public_url: null },
    ]);
    await instance.stop();
    expect(await listInstances(store, systemClock)).toEqual([]);
  } finally {
    await store.close();
  }
});

it.each([
  ['all', [true, true, true]],
  ['worker', [true, true, true]],
  ['no-refresh', [false, true, true]],
  ['api', [false, false, true]],
] as const)('whether %s refreshes, delivers and serves: %j', async (role, expected) => {
  const store = await openStore(await testDatabase(), systemClock);
  const all = () =>
    Promise.all([isRefreshed, isDelivered, isServed].map((does) => does(store, systemClock)));
  try {
    expect(await all()).toEqual([false, false, false]);
    const info = { role, listenUrl: 'http://127.0.0.1:7410', publicUrl: null };
    const instance = await startInstance(store, systemClock, info);
    expect(await all()).toEqual(expected);
    await instance.stop();
  } finally {
    await store.close();
  }
});
