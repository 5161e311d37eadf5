import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFeed } from '../../../../src/service/feeds/create-feed.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { send } from '../../../../src/service/store/prepared.js';
import { accountsOf } from '../../../support/accounts.js';
import { testDatabase } from '../../../support/database.js';
import { OWNER, startSetup } from '../../../support/refresh-setup.js';
import { numberedItems } from '../../../support/rss.js';

/** How often the driver of PostgreSQL sends something while nothing is on its way: each is a round trip. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const send = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  let onTheirWay = 0;
  let trips = 0;
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    // Connections that were silent for a while are probed before they are used.
    const isProbe = (given[0] as { text?: string }).text === 'select 1';
    if (onTheirWay === 0 && !isProbe) trips += 1;
    onTheirWay += 1;
    const answer = send.apply(this, given);
    const arrived = () => {
      onTheirWay -= 1;
    };
    answer.then(arrived, arrived);
    return answer;
  } as never);
  onTestFinished(() => query.mockRestore());
  await work();
  query.mockRestore();
  return trips;
}

describe('a transaction whose writes travel together', () => {
  it('reports the first error and stores nothing', async () => {
    const { service } = await startSetup();
    const { db } = service.http.deps.store;
    const document = { feed_id: 'unknown', identities: '[]', digest: null };
    const writing = db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('accounts')
        .values({ id: 'lost', name: 'lost', created_at: 0 })
        .execute();
      await send(transaction, transaction.insertInto('feed_documents').values(document));
      await send(transaction, transaction.deleteFrom('creations'));
    });
    await expect(writing).rejects.toMatchObject({ code: '23503' });
    const lost = await db.selectFrom('accounts').select('id').where('id', '=', 'lost').execute();
    expect(lost).toEqual([]);
  });

  it('is rolled back when its work fails, and the connection is used again', async () => {
    const location = await testDatabase();
    const { db, close } = await openStore(location, undefined, { pool: 1 });
    onTestFinished(close);
    const writing = db.transaction().execute(async (transaction) => {
      const row = { id: 'lost', name: 'lost', created_at: 0 };
      await send(transaction, transaction.insertInto('accounts').values(row));
      throw new Error('changed its mind');
    });
    await expect(writing).rejects.toThrow('changed its mind');
    expect(await db.selectFrom('accounts').select('id').execute()).toEqual([]);
  });
});

describe('round trips of a creation', () => {
  it.each([
    ['an account without limits', OWNER, {}],
    ['an account with limits', undefined, { feeds: 10, concurrent_creations: 3 }],
  ])('are at most 8 for %s', async (_, known, limits) => {
    const { service, sources } = await startSetup();
    const accounts = accountsOf(service);
    const account = known ?? { id: (await accounts.create({ name: 'news desk' })).id };
    if (known === undefined) await accounts.update(account.id, { limits });
    const create = (name: string) => {
      const url = sources.publish(`/${name}.xml`, { items: numberedItems(60, name) });
      return createFeed(service.http.deps, account, { url });
    };
    // The first one opens connections.
    await create('first');
    // The least of several: a connection that was silent is probed first, and what was at once is not any more.
    const counts: number[] = [];
    for (const name of ['second', 'third', 'fourth']) {
      counts.push(await roundTripsOf(() => create(name)));
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(8);
  });
});
