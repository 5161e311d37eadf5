import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openService, type ServiceOptions } from '../../../src/service/app/service.js';
import type { Logger } from '../../../src/service/core/logger.js';
import { testDatabase } from '../../support/database.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function open(options: Partial<ServiceOptions> = {}) {
  const service = await openService({ databasePath: await testDatabase(), ...options });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const get = (path: string) =>
    service.fetch(
      new Request(`http://127.0.0.1${path}`, {
        headers: { Authorization: `Bearer ${apiKey}:${apiSecret}` },
      }),
    );
  return { service, get };
}

describe('openService', () => {
  it('makes the owner account at the first start only', async () => {
    const databasePath = await testDatabase();
    const first = await openService({ databasePath });
    expect(first.ownerIsNew).toBe(true);
    await first.close();

    expect((await open({ databasePath })).service.ownerIsNew).toBe(false);
  });

  it('makes nothing where a database must exist', async () => {
    const databasePath = join(temporaryDirectory(), 'data', 'feedctl.db');
    await expect(openService({ databasePath, mustExist: true })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(databasePath),
    });
    expect(existsSync(databasePath)).toBe(false);
  });

  it('takes settings from the environment, explicit ones first', async () => {
    const env = { FEEDCTL_PUBLIC_URL: 'https://env.example' };
    const baseOf = async (options: Partial<ServiceOptions>) =>
      (await open(options)).service.http.deps.publicAddress.base();

    expect(await baseOf({ env })).toBe('https://env.example');
    expect(await baseOf({ env, publicUrl: 'https://flag.example' })).toBe('https://flag.example');
  });

  it('refuses a setting that makes no sense before it makes a database', async () => {
    const databasePath = join(temporaryDirectory(), 'feedctl.db');
    const env = { FEEDCTL_HOST_CONCURRENCY: 'many' };

    await expect(openService({ databasePath, env })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringContaining('FEEDCTL_HOST_CONCURRENCY'),
    });
    expect(existsSync(databasePath)).toBe(false);
  });

  it('says that nothing serves its feeds yet', async () => {
    expect(await (await open()).service.http.deps.publicAddress.isUnserved()).toBe(true);
    const { service } = await open({ publicUrl: 'https://feeds.example' });
    expect(await service.http.deps.publicAddress.isUnserved()).toBe(false);
  });

  it('can be closed right after a request', async () => {
    const databasePath = await testDatabase();
    const service = await openService({ databasePath });
    const { apiKey, apiSecret } = await service.issueOwnerKey('test');
    const headers = { Authorization: `Bearer ${apiKey}:${apiSecret}` };
    const response = await service.fetch(new Request('http://x/v1/feeds', { headers }));
    await service.close();

    expect(response.status).toBe(200);
    const again = await open({ databasePath });
    const keys = again.service.http.deps.store.db.selectFrom('api_keys');
    const used = await keys.select('last_used_at').where('id', '=', apiKey).executeTakeFirst();
    expect(used?.last_used_at).toEqual(expect.any(Number));
  });
});

describe('a fault of ours', () => {
  it('answers 500 with the request id and nothing of the inside, which goes to the log', async () => {
    const logged: { fields: object; message: string }[] = [];
    const logger: Logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields, message) => logged.push({ fields, message }),
    };
    const { service, get } = await open({ logger });
    await sql`alter table feeds rename to gone`.execute(service.http.deps.store.db);
    const response = await get('/v1/feeds');
    const requestId = response.headers.get('X-Request-Id') ?? '';
    const body = await response.text();

    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({
      statusCode: 500,
      // Within the process there is no log that a person could open.
      message: 'The service failed.',
      errors: [{ code: 'INTERNAL' }],
    });
    expect(body).not.toMatch(/feeds"|no such table|does not exist|at .*\.ts/);
    expect(logged).toEqual([
      {
        message: 'request failed',
        fields: {
          requestId,
          err: expect.objectContaining({
            message: expect.stringMatching(/no such table: |relation "\w+" does not exist/),
          }),
        },
      },
    ]);
  });
});
