import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../../../scripts/postgres-server.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import type { StoreOptions } from '../../../../src/service/store/store.js';
import { testDatabase } from '../../../support/database.js';
import { command } from '../../../support/postgres-databases.js';

const SECRET = 'hunter2-and-more';

/** Refused as an unusable store, in a message that has all of the parts and no password. */
async function expectUnavailable(work: Promise<unknown>, ...parts: string[]): Promise<void> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'ServiceError', code: 'STORE_UNAVAILABLE' });
  for (const part of parts) expect(String(error)).toContain(part);
  expect(String(error)).not.toContain(SECRET);
}

async function open(location: string, options?: StoreOptions) {
  const store = await openStore(location, undefined, options);
  onTestFinished(() => store.close());
  return store;
}

describe('a server that asks for passwords', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
    const maintenance = server.url('postgres');
    await command(maintenance, `create role feedctl login password '${SECRET}'`);
    await command(maintenance, 'create role reader login');
    await command(maintenance, 'create database feedctl owner feedctl');
    await command(maintenance, 'create database theirs');
    await letIn(maintenance, [
      'host all postgres 127.0.0.1/32 trust',
      'host theirs reader 127.0.0.1/32 trust',
      'host all feedctl 127.0.0.1/32 scram-sha-256',
    ]);
  });
  afterAll(() => server.stop());

  function as(user: string, password = '', database = 'feedctl'): string {
    const url = new URL(server.url(database));
    url.username = user;
    url.password = password;
    return url.href;
  }

  it('opens with the right one, wherever it stands', async () => {
    const store = await open(as('feedctl', SECRET));
    expect(store.location).toBe(as('feedctl'));
    await open(`${as('feedctl')}?password=${SECRET}`);
  });

  it('refuses a wrong one', async () => {
    const opening = openStore(as('feedctl', `${SECRET}!`));
    await expectUnavailable(
      opening,
      as('feedctl'),
      'refuses the user or the password',
      'PGPASSWORD',
    );
  });

  it('refuses none', async () => {
    const opening = openStore(as('feedctl'));
    await expectUnavailable(opening, as('feedctl'), 'asks for a password', 'FEEDCTL_DATABASE_URL');
  });

  it('refuses a user that it does not let in', async () => {
    const opening = openStore(as('reader', SECRET));
    await expectUnavailable(opening, 'does not let this user in', 'pg_hba.conf');
  });

  it('refuses a user that may not make tables', async () => {
    const opening = openStore(as('reader', SECRET, 'theirs'));
    await expectUnavailable(opening, 'does not allow this user what feedctl needs', 'CREATE');
  });
});

describe('a database that is not there', () => {
  it('is refused with how to make it', async () => {
    const location = new URL(await testDatabase());
    location.password = SECRET;
    location.pathname = '/nowhere';
    await expectUnavailable(openStore(location.href), '/nowhere does not exist', 'createdb');
  });

  it('at a port where nothing listens is refused', async () => {
    const location = `postgres://ana:${SECRET}@127.0.0.1:1/feedctl`;
    const shown = 'postgres://ana@127.0.0.1:1/feedctl';
    await expectUnavailable(openStore(location), shown, 'nothing listens at its address');
  });
});

describe('a statement', () => {
  it('that takes too long is broken off, and the connection stays', async () => {
    const { db } = await open(await testDatabase(), { statementTimeoutMs: 100, pool: 1 });
    const process = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      return rows[0]?.pid;
    };
    const before = await process();
    await expectUnavailable(
      sql`select pg_sleep(60)`.execute(db),
      'took too long for a statement',
      'FEEDCTL_DATABASE_STATEMENT_TIMEOUT',
    );
    expect(await process()).toBe(before);
  });

  it('that finds every connection in use says so after a while', async () => {
    const { db } = await open(await testDatabase(), { pool: 1 });
    await db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('accounts').select('id').execute();
      const other = db.selectFrom('accounts').select('id').execute();
      await expectUnavailable(other, 'were in use for too long', 'FEEDCTL_DATABASE_POOL');
    });
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });

  it('that breaks a constraint is no fault of the store, and names none of its inside', async () => {
    const { db } = await open(await testDatabase());
    const insert = () =>
      db.insertInto('accounts').values({ id: 'a', name: 'a', created_at: 0 }).execute();
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: '23505' });
  });
});

/** Writes pg_hba.conf anew. */
async function letIn(maintenance: string, lines: readonly string[]): Promise<void> {
  const rows = lines.map((line) => `('${line}')`).join();
  const program = `do $$ begin execute format('copy (values ${rows.replaceAll("'", "''")}) to %L', current_setting('hba_file')); end $$`;
  await command(maintenance, program);
  await command(maintenance, 'select pg_reload_conf()');
}
