import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { MIGRATIONS } from '../../../src/service/store/migrate.js';
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

it('a release goes on while a later one changes the database, and does not start on it again', async () => {
  const location = await testDatabase();
  const older = await startedService(location);
  expect(await older.create('Before')).toBe(201);
  expect(await older.list()).toEqual(['Before']);

  const newer = await openLater(location);
  expect(await older.create('After')).toBe(201);
  expect(await older.list()).toEqual(['After', 'Before']);

  const contents = () => sql`select * from bundles order by name`.execute(newer.db);
  const before = await contents();
  await expect(openStore(location)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(
      /was written by feedctl .* with schema 1000 \(later\); this is .* with schema 1 \(foundation-/,
    ),
  });
  expect(await contents()).toEqual(before);
  await newer.close();
  await (await openLater(location)).close();
});
