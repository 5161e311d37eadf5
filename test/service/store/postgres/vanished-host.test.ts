import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, it, type TestContext } from 'vitest';
import { startPostgresServer } from '../../../../scripts/postgres-server.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import type { Db } from '../../../../src/service/store/store.js';
import { fileDatabase } from '../../../support/database.js';
import { command } from '../../../support/postgres-databases.js';

/** Of a test that runs beside others, which have no hook in common. */
type AtEnd = TestContext['onTestFinished'];

async function database(atEnd: AtEnd): Promise<string> {
  const { location, drop } = await fileDatabase();
  atEnd(drop);
  return location;
}

/** A way to a server that can vanish: nothing is forwarded any more, and nothing is closed. */
async function startProxy(location: string, atEnd: AtEnd) {
  const { hostname, port } = new URL(location);
  const sockets: Socket[] = [];
  let vanished = false;
  const proxy = createServer((near) => {
    sockets.push(near);
    if (vanished) return;
    const far = connect(Number(port), hostname);
    sockets.push(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => !vanished && to.write(chunk));
      from.on('close', () => !vanished && to.destroy());
      from.on('error', () => undefined);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = new URL(location);
  address.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
  return {
    url: address.href,
    vanish() {
      vanished = true;
    },
    comeBack() {
      vanished = false;
    },
  };
}

/** The address of two hosts, in this order. */
function both(first: string, second: string): string {
  return `${first.replace(/\/postgres$/, `,${new URL(second).host}/postgres`)}?target_session_attrs=read-write`;
}

const SILENT_MS = 1500;

/** A statement that takes longer than the time after which a silent host is asked, in seconds. */
const LONG_S = 9;

async function startServer(atEnd: AtEnd) {
  const server = await startPostgresServer();
  atEnd(() => server.stop());
  const url = server.url('postgres');
  await (await openStore(url)).close();
  const writing = `${url}?options=${encodeURIComponent('-c default_transaction_read_only=off')}`;
  const setReadOnly = (on: boolean) =>
    command(writing, `alter database postgres set default_transaction_read_only = ${on}`);
  return { url, port: new URL(url).port, setReadOnly };
}

async function portOf(db: Db): Promise<string> {
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db);
  return rows[0]?.port ?? '';
}

const write = (db: Db) => db.updateTable('accounts').set({ disabled_at: null }).execute();

// At once: each waits for seconds until somebody notices.
describe.concurrent('a server whose host vanishes', () => {
  it('is noticed on connections that were silent, and used again when it is back', {
    timeout: 25_000,
  }, async ({ expect, onTestFinished }) => {
    const proxy = await startProxy(await database(onTestFinished), onTestFinished);
    const { db, close } = await openStore(proxy.url);
    onTestFinished(close);
    const ask = () => sql`select 1 as one`.execute(db);
    await Promise.all([ask(), ask(), ask()]);
    await new Promise((resolve) => setTimeout(resolve, SILENT_MS));
    proxy.vanish();
    const answers = await Promise.allSettled([ask(), ask(), ask()]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    }
    proxy.comeBack();
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  });

  it('breaks off the statements that it has not answered, and no others', {
    timeout: 25_000,
  }, async ({ expect, onTestFinished }) => {
    const location = await database(onTestFinished);
    const proxy = await startProxy(location, onTestFinished);
    const [vanishing, staying] = await Promise.all([openStore(proxy.url), openStore(location)]);
    onTestFinished(vanishing.close);
    onTestFinished(staying.close);
    const sleep = (db: Db, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
    const unanswered = sleep(vanishing.db, 1);
    const answered = sleep(staying.db, LONG_S);
    proxy.vanish();
    await expect(unanswered).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await answered;
  });

  it('is replaced by the other host of the address, as is one that takes no writes any more', {
    timeout: 60_000,
  }, async ({ expect, onTestFinished }) => {
    const [first, second] = await Promise.all([
      startServer(onTestFinished),
      startServer(onTestFinished),
    ]);
    const proxy = await startProxy(first.url, onTestFinished);
    await first.setReadOnly(true);
    const { db, close, location } = await openStore(both(proxy.url, second.url));
    onTestFinished(close);
    expect(location).toContain(`,127.0.0.1:${second.port}/`);
    expect(await portOf(db)).toBe(second.port);

    await first.setReadOnly(false);
    await second.setReadOnly(true);
    await command(second.url, END_OTHERS);
    await expect(write(db)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await write(db);
    expect(await portOf(db)).toBe(first.port);

    await second.setReadOnly(false);
    await new Promise((resolve) => setTimeout(resolve, SILENT_MS));
    proxy.vanish();
    await write(db);
    expect(await portOf(db)).toBe(second.port);
  });
});

/** New connections have the settings of the database. */
const END_OTHERS =
  "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'feedctl'";
