import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { getBundleSummary } from '../../../src/service/bundles/bundle.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import type { Db } from '../../../src/service/store/store.js';
import { STORE } from '../../support/database.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

/** Two creations at a time, of which the first is held in its transaction by a lock on a row. */
describe('a bundle of all feeds and a feed that are created at the same time', () => {
  async function start() {
    const { deps, service, sources, create } = await startSetup();
    const domain = service.http.deps;
    const [first, second] = ['/1.xml', '/2.xml'].map((path) =>
      sources.publish(path, { items: numberedItems(1) }),
    );
    const bundle = () => createBundle(domain, OWNER, { name: 'All', all_feeds: true });
    const held = { bundle: await bundle(), feed: await create(first ?? '') };
    const { db } = deps.store;
    return {
      bundle,
      feed: () => createFeed(domain, OWNER, { url: second ?? '' }),
      members: async (id: string) => (await getBundleSummary(domain, OWNER, id)).feeds,
      /** Starts both while a row is locked, and waits for each to be as far as it gets. */
      async together<A, B>(
        table: 'bundles' | 'feeds',
        one: () => Promise<A>,
        two: () => Promise<B>,
      ) {
        const id = table === 'bundles' ? held.bundle.id : held.feed;
        const both = await db.transaction().execute(async (transaction) => {
          await transaction
            .selectFrom(table)
            .select('id')
            .where('id', '=', id)
            .forUpdate()
            .execute();
          const started = one();
          await waiting(db, 1);
          const other = two();
          await Promise.race([waiting(db, 2), other]);
          return [started, other] as const;
        });
        return Promise.all(both);
      },
    };
  }

  it('find each other when the feed is first', async () => {
    const { bundle, feed, together, members } = await start();
    const [{ feed: made }, { id }] = await together('bundles', feed, bundle);
    expect(await members(id)).toContain(made.id);
  });

  it('find each other when the bundle is first', async () => {
    const { bundle, feed, together, members } = await start();
    const [{ id }, { feed: made }] = await together('feeds', bundle, feed);
    expect(await members(id)).toContain(made.id);
  });
});

/** Until so many statements wait for a lock. On SQLite one transaction excludes all others. */
async function waiting(db: Db, count: number): Promise<void> {
  if (STORE === 'sqlite') return;
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    expect(rows.length).toBeGreaterThanOrEqual(count);
  }, 10_000);
}
