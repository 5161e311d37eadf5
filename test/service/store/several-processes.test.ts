import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { firstStarts, startChild } from '../../support/child-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** FEEDCTL_PROOF_ROUNDS=20 is the long form: npm run prove first-start. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 1);

async function startedService(databasePath: string) {
  const service = await openService({ databasePath });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const request = (method: string, path: string, body?: object) =>
    service.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}:${apiSecret}`,
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  // The use of the key is written beside this request: done before another process takes the lock.
  await request('GET', '/v1/feeds');
  return { service, request };
}

describe('several processes on one database', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'may start for the first time at once (round %i)',
    async () => {
      const path = join(temporaryDirectory(), 'new', 'feedctl.db');
      const { outcomes, exitCodes } = await firstStarts(path);

      expect(outcomes.filter((outcome) => outcome.ownerIsNew)).toHaveLength(1);
      expect(exitCodes).toEqual([0, 0, 0, 0]);
      const { service } = await startedService(path);
      expect(service.ownerIsNew).toBe(false);
      const { db } = service.http.deps.store;
      const versions = await db.selectFrom('schema_migrations').select('version').execute();
      expect(versions).toEqual(MIGRATIONS.map(({ version }) => ({ version })));
      expect(await db.selectFrom('api_keys').select('id').execute()).toHaveLength(5);
    },
  );

  it('writes wait for the lock of another process, reads do not', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { request } = await startedService(path);
    const holder = await startChild('test/service/store/hold-lock.child.ts', path);
    expect(await holder.line()).toBe('held');

    let written = false;
    const writing = request('POST', '/v1/bundles', { name: 'Patient' }).then((response) => {
      written = true;
      return response;
    });
    for (let read = 0; read < 20; read += 1) {
      expect((await request('GET', '/v1/bundles')).status).toBe(200);
    }
    expect(written).toBe(false);
    holder.tell('let go');
    expect((await writing).status).toBe(201);
    expect(await holder.exit).toBe(0);
  });

  it('writes give up after 5 s: 503 that says what holds them, with Retry-After', async () => {
    const path = join(temporaryDirectory(), 'feedctl.db');
    const { request } = await startedService(path);
    const holder = await startChild('test/service/store/hold-lock.child.ts', path);
    expect(await holder.line()).toBe('held');

    const response = await request('POST', '/v1/bundles', { name: 'Too late' });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining(`Another process has locked the database ${path}`),
      errors: [{ code: 'STORE_UNAVAILABLE' }],
    });
    holder.tell('let go');
    expect((await request('POST', '/v1/bundles', { name: 'Now' })).status).toBe(201);
  });
});
