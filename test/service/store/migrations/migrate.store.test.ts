import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../src/service/core/logger.js';
import { backfillChores } from '../../../../src/service/retention/backfill-chores.js';
import { doDueChores } from '../../../../src/service/retention/chores.js';
import type { Chore } from '../../../../src/service/retention/claim-chore.js';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import type { Migration } from '../../../../src/service/store/migrations/migration.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import type { Db } from '../../../../src/service/store/store.js';
import { startChild } from '../../../support/child-process.js';
import { emptyDatabase, STORE } from '../../../support/database.js';
import { later } from '../later-migration.js';
import { countingMigration } from './counting-migration.js';

const NEXT = MIGRATIONS.length + 1;

/** A database of this build with some accounts, feeds and bundles. */
async function usedDatabase(accounts = 3): Promise<string> {
  const location = await emptyDatabase();
  const { db, close } = await openStore(location);
  const rows = Array.from({ length: accounts }, (_, number) => ({
    id: `account-${String(number).padStart(6, '0')}`,
    name: `Account ${number}`,
    created_at: number,
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('accounts')
      .values(rows.slice(at, at + 500))
      .execute();
  }
  await close();
  return location;
}

describe('several processes that start at once', () => {
  it('one migrates, and the others wait for it, longer than for any other lock', async () => {
    const location = await usedDatabase();
    const children = await Promise.all(
      Array.from({ length: 3 }, () =>
        startChild('test/service/store/migrations/migrate.child.ts', location, '7000'),
      ),
    );
    await Promise.all(children.map((child) => child.line()));
    for (const child of children) child.tell('go');
    const outcomes = await Promise.all(
      children.map(
        async (child) => JSON.parse(await child.line()) as { ran: number; told: string[] },
      ),
    );
    expect(outcomes.map(({ ran }) => ran).sort()).toEqual([0, 0, 1]);
    if (STORE === 'sqlite') {
      const waiting = outcomes.filter(({ told }) => told.some((text) => /^Waiting for/.test(text)));
      expect(waiting).toHaveLength(2);
    }
    expect(await Promise.all(children.map((child) => child.exit))).toEqual([0, 0, 0]);
  });
});

describe('a migration that fails', () => {
  const failing: Migration = {
    version: NEXT + 1,
    name: 'failing',
    async up(db) {
      await sql`delete from accounts`.execute(db);
      await sql`alter table no_such_table add column x text`.execute(db);
    },
  };
  const addsColumn: Migration = { ...later, version: NEXT };

  it('changes nothing, and neither do those before it; the message says what to do', async () => {
    const location = await usedDatabase();
    const opening = openStore(location, undefined, {
      wanted: [...MIGRATIONS, addsColumn, failing],
    });
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /could not be updated to schema \d+ \(failing\): .*no_such_table.* Nothing was changed\. feedctl .* still opens it: (?:git|npm) .* Report this message\./,
      ),
    });
    const { db, close } = await openStore(location);
    onTestFinished(close);
    expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(3);
    await expect(sql`select colour from bundles`.execute(db)).rejects.toThrow(/colour/);
  });
});

/** Numbers all accounts, in pieces of ten. */
const numbering: Migration = {
  version: NEXT,
  name: 'numbering',
  async up(db) {
    await sql`alter table accounts add column rank bigint`.execute(db);
  },
  backfill: {
    table: 'accounts',
    key: 'id',
    rows: 10,
    async fill(db, keys) {
      await sql`
        update accounts set rank = created_at + 1000 where id in (${sql.join(keys)}) and rank is null
      `.execute(db);
    },
  },
};

const needing: Migration = {
  version: NEXT + 1,
  name: 'needing',
  needs: numbering,
  up: async (db) => {
    await sql`create unique index accounts_rank on accounts (rank)`.execute(db);
  },
};

/** The same, ending after some steps. */
function stopAfter(chores: Chore[], steps: number, stopping: AbortController): Chore[] {
  let done = 0;
  return chores.map((chore) => ({
    ...chore,
    step(db, now, position) {
      done += 1;
      if (done === steps) stopping.abort();
      return chore.step(db, now, position);
    },
  }));
}

async function unranked(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from accounts where rank is null
  `.execute(db);
  return Number(rows[0]?.n);
}

describe('a backfill', () => {
  it('is done in pieces by the chores of a service, which goes on where another one ended', async () => {
    const location = await usedDatabase(95);
    const store = await openStore(location, undefined, { wanted: [...MIGRATIONS, numbering] });
    onTestFinished(store.close);
    const deps = { store, clock: store.clock, logger: silentLogger };
    const chores = backfillChores([numbering]);
    const stopping = new AbortController();
    await doDueChores(deps, stopAfter(chores, 3, stopping), { signal: stopping.signal });
    expect(await unranked(store.db)).toBe(65);

    await doDueChores(deps, chores);
    expect(await unranked(store.db)).toBe(0);
    expect(await store.db.selectFrom('chores').select('name').execute()).toEqual([]);
  });

  it('is finished first where a later migration needs it, with progress', async () => {
    const location = await usedDatabase(95);
    await (await openStore(location, undefined, { wanted: [...MIGRATIONS, numbering] })).close();
    const told: string[] = [];
    const store = await openStore(location, undefined, {
      wanted: [...MIGRATIONS, numbering, needing],
      onMigration: ({ text }) => told.push(text),
    });
    onTestFinished(store.close);
    expect(await unranked(store.db)).toBe(0);
    expect(told.at(-1)).toMatch(/^Updated the database .* to schema \d+\.$/);
    expect(told.join('\n')).toMatch(/numbering, \d+ % done/);
  });

  it('of a database that has skipped a release, too, and of an empty one', async () => {
    for (const location of [await usedDatabase(25), await emptyDatabase()]) {
      const wanted = [...MIGRATIONS, numbering, needing];
      const store = await openStore(location, undefined, { wanted });
      onTestFinished(store.close);
      expect(await unranked(store.db)).toBe(0);
      const { rows } = await sql<{ name: string }>`
        select name from schema_migrations order by version desc limit 2
      `.execute(store.db);
      expect(rows).toEqual([{ name: 'needing' }, { name: 'numbering' }]);
    }
  });

  it('goes on after kill -9 without repeating or skipping a piece', async () => {
    const location = await usedDatabase(500);
    for (const minutes of ['0', '2', '4']) {
      const entry = 'test/service/store/migrations/backfill.child.ts';
      const child = await startChild(entry, location, minutes);
      await child.line();
      child.kill();
      await child.exit;
    }
    const counting = countingMigration();
    const store = await openStore(location, undefined, { wanted: [...MIGRATIONS, counting] });
    onTestFinished(store.close);
    expect(await byFills(store.db)).toEqual([
      [0, 410],
      [1, 90],
    ]);
    // The lease of the killed process ends after a minute; a migration that needs it does not wait.
    const next = { ...needing, needs: counting, up: async () => {} };
    const finished = await openStore(location, undefined, {
      wanted: [...MIGRATIONS, counting, next],
    });
    onTestFinished(finished.close);
    expect(await byFills(finished.db)).toEqual([[1, 500]]);
  });
});

/** How many accounts were filled how often. */
async function byFills(db: Db): Promise<[number, number][]> {
  const { rows } = await sql<{ fills: number; n: number }>`
    select fills, count(*) as n from accounts group by fills order by fills
  `.execute(db);
  return rows.map(({ fills, n }) => [Number(fills), Number(n)]);
}

describe('a table that others refer to', () => {
  it('is made anew without losing rows', async () => {
    const location = await usedDatabase();
    const before = await openStore(location);
    await before.db
      .insertInto('bundles')
      .values({
        ...{ id: '_AAAAAAAAAAAAAAAA', account_id: 'account-000001', name: 'Kept', description: '' },
        ...{ icon: '', created_at: 1, updated_at: 1, revision: 1 },
      })
      .execute();
    await before.close();
    const strict: Migration = {
      version: NEXT,
      name: 'strict',
      rebuilds: true,
      async up(db) {
        if (STORE !== 'sqlite') return;
        // In this order; renaming the old one would rename it in the tables that refer to it, too.
        await sql`
          create table accounts_new (
            id text primary key not null, name text not null, created_at integer not null,
            disabled_at integer, requests_per_minute integer, burst integer, max_feeds integer,
            max_creations integer, muted text
          ) strict`.execute(db);
        await sql`insert into accounts_new select * from accounts`.execute(db);
        await sql`drop table accounts`.execute(db);
        await sql`alter table accounts_new rename to accounts`.execute(db);
      },
    };
    const store = await openStore(location, undefined, { wanted: [...MIGRATIONS, strict] });
    onTestFinished(store.close);
    expect(await store.db.selectFrom('bundles').select('name').execute()).toEqual([
      { name: 'Kept' },
    ]);
    const orphan = sql`
      insert into bundles (id, account_id, name, description, icon, created_at, updated_at, revision)
      values ('_B', 'nobody', '', '', '', 1, 1, 1)`;
    await expect(orphan.execute(store.db)).rejects.toThrow(/foreign key|violates/i);
  });
});
