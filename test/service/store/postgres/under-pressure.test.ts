import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../../src/service/app/service.js';
import { testDatabase } from '../../../support/database.js';

async function started(settings: { databasePool?: number; databaseStatementTimeoutMs?: number }) {
  const service = await openService({ databasePath: await testDatabase(), ...settings });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const headers = { Authorization: `Bearer ${apiKey}:${apiSecret}` };
  const get = () => service.fetch(new Request('http://127.0.0.1/v1/feeds', { headers }));
  const { db } = service.http.deps.store;
  return { db, get };
}

it('with every connection in use: 503 that says so, and the end of it', async () => {
  const { db, get } = await started({ databasePool: 2 });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding: Promise<void>[] = [];
  for (let connection = 0; connection < 2; connection += 1) {
    await new Promise<void>((holds) => {
      const transaction = db.transaction().execute(async (inside) => {
        await sql`select 1`.execute(inside);
        holds();
        await held;
      });
      holding.push(transaction);
    });
  }

  const refused = await get();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('raise FEEDCTL_DATABASE_POOL'),
    errors: [{ code: 'STORE_UNAVAILABLE' }],
  });

  letGo();
  await Promise.all(holding);
  expect((await get()).status).toBe(200);
});

it('a statement that takes too long is broken off, and the next one is answered', async () => {
  const { db, get } = await started({ databaseStatementTimeoutMs: 2_000 });
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('FEEDCTL_DATABASE_STATEMENT_TIMEOUT'),
    retryAfterSeconds: expect.any(Number),
  });
  expect((await get()).status).toBe(200);
});
