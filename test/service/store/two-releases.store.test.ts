import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import type { ServiceError } from '../../../src/service/core/errors.js';
import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { testDatabase } from '../../support/database.js';
import { later } from './later-migration.js';

const openLater = (location: string) =>
  openStore(location, undefined, { wanted: [...MIGRATIONS, later] });

async function startedService(databasePath: string) {
  const service = await openService({ databasePath });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const headers = {
    Authorization: `Bearer ${apiKey}:${apiSecret}`,
    'Content-Type': 'application/json',
  };
  return {
    readiness: async () => {
      try {
        await service.http.deps.store.requireReady();
        return { status: 200 };
      } catch (error) {
        const { code, message } = error as ServiceError;
        return { status: code === 'STORE_UNAVAILABLE' ? 503 : 500, message };
      }
    },
    create: async (name: string) => {
      const body = JSON.stringify({ name });
      const request = new Request('http://127.0.0.1/v1/bundles', { method: 'POST', headers, body });
      return (await service.fetch(request)).status;
    },
    list: async () => {
      const response = await service.fetch(new Request('http://127.0.0.1/v1/bundles', { headers }));
      const bundles = (await response.json()) as { name: string }[];
      return bundles.map(({ name }) => name).sort();
    },
  };
}

it('a release only reads once a later one has changed the database, and does not start on it', async () => {
  const location = await testDatabase();
  const older = await startedService(location);
  expect(await older.create('Before')).toBe(201);
  expect(await older.list()).toEqual(['Before']);

  const newer = await openLater(location);
  // It asks once a second.
  await expect.poll(() => older.create('After'), { interval: 500 }).toBe(503);
  const seen = await older.list();
  expect(seen).toContain('Before');
  expect(await older.create('Later')).toBe(503);
  expect(await older.list()).toEqual(seen);
  expect(await older.readiness()).toEqual({
    status: 503,
    message: expect.stringMatching(
      /was written by feedctl .* with schema 1000 \(later\); this is .* writes nothing to it any more/,
    ),
  });

  const contents = () => sql`select * from bundles order by name`.execute(newer.db);
  const before = await contents();
  await expect(openStore(location)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(
      /was written by feedctl .* with schema 1000 \(later\); this is .* with schema \d+ \(/,
    ),
  });
  expect(await contents()).toEqual(before);
  await newer.close();
  await (await openLater(location)).close();
});
