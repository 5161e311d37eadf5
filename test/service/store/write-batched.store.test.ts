import { expect, it, onTestFinished } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { getFeed } from '../../../src/service/feeds/read-feeds.js';
import { writeBatched } from '../../../src/service/store/write-batched.js';
import { testDatabase } from '../../support/database.js';
import { numberedItems } from '../../support/rss.js';
import { startSourceServer } from '../../support/source-server.js';

async function service() {
  const opened = await openService({
    databasePath: await testDatabase(),
    allowPrivateNetworks: true,
  });
  onTestFinished(() => opened.close());
  return { deps: opened.http.deps, owner: OWNER };
}

it('answers feeds that were made at once as they are read afterwards', async () => {
  const { deps, owner } = await service();
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const urls = Array.from({ length: 12 }, (_, index) =>
    sources.publish(`/${index}`, { title: `Feed ${index}`, items: numberedItems(index) }),
  );
  // Some of the sources twice: one of the two makes the feed, the other finds it.
  const made = await Promise.all(
    [...urls, ...urls.slice(0, 4)].map((url) => createFeed(deps, owner, { url })),
  );
  expect(made.filter(({ created }) => created)).toHaveLength(12);
  expect(new Set(made.map(({ feed }) => feed.id)).size).toBe(12);
  for (const { feed } of made) expect(await getFeed(deps, owner, feed.id)).toEqual(feed);
});

it('keeps what can be stored when one of them cannot', async () => {
  const { deps, owner } = await service();
  const write = (id: string) =>
    writeBatched(deps.store, owner.id, async (transaction) => {
      await transaction
        .insertInto('bundles')
        .values({
          id,
          account_id: owner.id,
          name: id,
          description: '',
          icon: '',
          revision: 1,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      return id;
    });
  const [first, twin, last] = await Promise.allSettled([write('_a'), write('_a'), write('_b')]);
  expect(first).toEqual({ status: 'fulfilled', value: '_a' });
  expect(twin).toMatchObject({ status: 'rejected' });
  expect(last).toEqual({ status: 'fulfilled', value: '_b' });
  const stored = await deps.store.db.selectFrom('bundles').select('id').orderBy('id').execute();
  expect(stored).toEqual([{ id: '_a' }, { id: '_b' }]);
});

it('shares a transaction with what comes within its window, which a shorter one ends', async () => {
  const { deps, owner } = await service();
  const write = (windowMs: number) =>
    writeBatched(deps.store, owner.id, async (transaction) => transaction, { windowMs });
  const patient = write(3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [first, second] = await Promise.all([patient, write(1)]);
  expect(first).toBe(second);
});
