import { expect, it } from 'vitest';
import { systemClock } from '../../../src/service/core/clock.js';
import { diagnose } from '../../../src/service/instances/diagnose.js';
import { startInstance } from '../../../src/service/instances/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { testDatabase } from '../../support/database.js';

it('says that a database is sound, and who serves it', async () => {
  const store = await openStore(await testDatabase(':memory:'), systemClock);
  try {
    expect(await diagnose(store, systemClock)).toEqual({ damage: [], feeds: 0, instances: [] });
    const instance = await startInstance(store, systemClock, {
      role: 'all',
      listenUrl: 'http://127.0.0.1:7410',
      publicUrl: null,
    });
    const { instances } = await diagnose(store, systemClock);
    expect(instances).toEqual([
      { role: 'all', listenUrl: 'http://127.0.0.1:7410', publicUrl: null },
    ]);
    await instance.stop();
    expect((await diagnose(store, systemClock)).instances).toEqual([]);
  } finally {
    await store.close();
  }
});
