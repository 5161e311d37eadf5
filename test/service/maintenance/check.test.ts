import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { describe, expect, it } from 'vitest';
import { checkDatabase, checkStore, findDamage } from '../../../src/service/maintenance/check.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { filledDatabase } from '../../support/filled-database.js';
import { sqlitePlace } from '../../support/places.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';
import { damage } from './damaged-database.js';

/** A service with two feeds in a bundle and a webhook that waits for a delivery: as it should be. */
async function soundService() {
  const setup = await startSetup();
  const { store } = setup.deps;
  const ids: string[] = [];
  for (const name of ['one', 'two']) {
    const document = { title: name, items: numberedItems(3) };
    ids.push(await setup.create(setup.sources.publish(`/${name}`, document)));
  }
  await run(
    store.db,
    "insert into bundles (id, account_id, name, description, icon, created_at, updated_at, revision) values ('_b', 'owner', 'Both', '', '', 1, 1, 1)",
  );
  await run(
    store.db,
    "insert into bundle_feeds (bundle_id, feed_id, position) select '_b', id, 0 from feeds",
  );
  const check = async () => (await checkStore(store)).findings;
  const write = (statement: string) => run(store.db, statement);
  return { ids, check, write };
}

async function run(db: Parameters<typeof checkStore>[0]['db'], statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

const OTHER = "insert into accounts (id, name, created_at) values ('other', 'other', 1)";
const EVENT =
  "insert into events (id, feed_id, account_id, created_at, payload) values ('e', 'f', 'owner', 1, '{}')";
const WEBHOOK =
  "insert into webhooks (id, account_id, url, filter, secret, created_at, updated_at) values ('w', 'owner', 'https://example.com/', '{}', 's', 1, 1)";
const delivery = (account: string, status: string, nextAttempt: number | null) =>
  `insert into deliveries (id, account_id, webhook_id, event_id, position, is_test, status, attempts, failures, next_attempt_at, created_at) values ('d', '${account}', 'w', 'e', 0, 0, '${status}', 0, 0, ${nextAttempt}, 1)`;

describe('checkStore', () => {
  it('finds nothing in what the service has made', async () => {
    const { check } = await soundService();
    expect(await check()).toEqual([]);
  });

  it.each([
    ['foreign-member', [OTHER, "update feeds set account_id = 'other' where rowid = 1"]],
    ['never-due', ['update feeds set next_refresh_at = 9000000000000']],
    ['endless-lease', ["update feeds set lease_token = 't', lease_expires_at = 9000000000000"]],
    ['half-lease', ["update feeds set lease_token = 't'"]],
    ['lost-delivery', [EVENT, WEBHOOK, delivery('owner', 'pending', null)]],
    ['lost-delivery', [EVENT, WEBHOOK, delivery('owner', 'delivered', 5)]],
    ['wrong-account', [OTHER, EVENT, WEBHOOK, delivery('other', 'pending', 5)]],
    ['late-batch', ['update feeds set last_batch_at = 1']],
    [
      'late-count',
      [
        "insert into refreshes (feed_id, number, at, outcome, items_new, items_changed, duration_ms) select id, 7, 1, 'unchanged', 0, 0, 1 from feeds",
      ],
    ],
    ['future', ['update feeds set last_refreshed_at = 9000000000000']],
  ])('finds %s', async (finding, statements) => {
    const { check, write } = await soundService();
    for (const statement of statements) await write(statement);
    const found = await check();
    expect(found.map((each) => each.finding)).toEqual([finding]);
    expect(found[0]?.rows).toBeGreaterThan(0);
    expect(found[0]?.fixes[0]).toMatch(/\w/);
  });

  it('finds rows that refer to nothing, and names them', async () => {
    const { ids, check, write } = await soundService();
    await write('pragma foreign_keys = off');
    await write(`delete from feeds where id = '${ids[0]}'`);
    const found = await check();
    expect(found.map(({ finding }) => finding)).toEqual(found.map(() => 'dangling'));
    expect(found.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'Rows of items whose feed_id is in no row of feeds',
        'Rows of bundle_feeds whose feed_id is in no row of feeds',
      ]),
    );
    const items = found.find(({ detail }) => detail.startsWith('Rows of items'));
    expect(items).toMatchObject({ rows: 3, examples: [ids[0]] });
  });

  it('leaves the feeds of a switched-off account alone: those are put aside', async () => {
    const { check, write } = await soundService();
    await write('update accounts set disabled_at = 1');
    await write('update feeds set next_refresh_at = next_refresh_at + 3155760000000');
    expect(await check()).toEqual([]);
  });
});

describe('checkDatabase', () => {
  it('finds damage of the file', async () => {
    const location = await filledDatabase(60, 40);
    damage(location);
    const outcome = await checkDatabase(location).then(
      ({ findings }) => findings.map(({ finding }) => finding),
      (error: unknown) => [String(error)],
    );
    // Where the damage hits decides whether it can be opened at all.
    expect(outcome.join()).toMatch(/^damage|is damaged/);
  });

  it('names the damage also where the rows of a table cannot be read', async () => {
    const location = await filledDatabase(60, 10);
    const database = new LibsqlDatabase(location);
    database.pragma('wal_checkpoint(truncate)');
    const root = database.prepare("select rootpage from sqlite_master where name = 'items'");
    const { rootpage } = root.get([]) as { rootpage: number };
    database.close();
    await collectGarbage();
    const file = openSync(location, 'r+');
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 4096 * (rootpage - 1));
    closeSync(file);
    const { findings } = await checkDatabase(location);
    const damaged = findings.filter(({ finding }) => finding === 'damage');
    expect(damaged[0]).toMatchObject({ fixes: ['Restore a backup: feedctl service restore FILE'] });
    expect(await findDamage(location)).toEqual(damaged.map(({ detail }) => detail));
  });

  it('finds an index that does not match its table', async () => {
    const location = await filledDatabase(3, 3);
    const database = new LibsqlDatabase(location);
    database.pragma('writable_schema = on');
    database.exec(
      "update sqlite_master set sql = 'CREATE INDEX feeds_due ON feeds (created_at)' where name = 'feeds_due'",
    );
    database.close();
    await collectGarbage();
    const { findings } = await checkDatabase(location);
    expect(findings[0]).toMatchObject({
      finding: 'damage',
      detail: expect.stringContaining('feeds_due'),
    });
  });

  it('finds a file without content, and leaves it as it is', async () => {
    const location = await sqlitePlace();
    writeFileSync(location, '');
    const { findings } = await checkDatabase(location);
    expect(findings).toMatchObject([
      { finding: 'damage', detail: expect.stringContaining('empty') },
    ]);
    expect(statSync(location).size).toBe(0);
  });

  it('makes no database where there is none', async () => {
    const checking = checkDatabase(await sqlitePlace());
    await expect(checking).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
  });
});
