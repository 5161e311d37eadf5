import { expect, it } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import { listInstances } from '../../../src/service/operation/liveness.js';
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
