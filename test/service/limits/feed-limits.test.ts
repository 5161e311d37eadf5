import { describe, expect, it } from 'vitest';
import type { Deps } from '../../../src/service/deps.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { lockQuota } from '../../../src/service/limits/feed-quota.js';
import { numberedItems } from '../../support/rss.js';
import { type RefreshBench, startBench } from '../refresh/bench.js';

async function shared() {
  const bench = await startBench();
  const accounts = await bench.service.operator.accounts();
  const { id } = await accounts.create('news desk');
  const deps: Deps = bench.service.http.deps;
  return { bench, accounts, account: { id }, deps };
}

/** Publishes so many feeds and returns their addresses. */
function publish({ sources }: RefreshBench, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    sources.publish(`/${index}.xml`, {
      title: `Feed ${index}`,
      items: numberedItems(2, `f${index}`),
    }),
  );
}

/** The codes that creating feeds of all these sources at once ended with, sorted. */
async function createAll(deps: Deps, account: { id: string }, urls: readonly string[]) {
  const results = await Promise.allSettled(urls.map((url) => createFeed(deps, account, { url })));
  return results
    .map((result) => (result.status === 'fulfilled' ? 'created' : result.reason.code))
    .sort();
}

describe('feeds of an account', () => {
  it('are exactly as many as it may have, however many are made at once', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { feeds: 3 });
    const codes = await createAll(deps, account, publish(bench, 8));

    expect(codes.filter((code) => code === 'created')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['created', 'FEED_LIMIT_REACHED']));
    expect(await accounts.list()).toContainEqual(
      expect.objectContaining({ id: account.id, feeds: 3 }),
    );
    // What was refused has left nothing behind.
    const { db } = deps.store;
    const items = await db.selectFrom('items').select('feed_id').distinct().execute();
    expect(items).toHaveLength(3);
  });

  it('are refused by number, before the source is read', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { feeds: 1 });
    const [first = '', second = ''] = publish(bench, 2);
    await createFeed(deps, account, { url: first });

    await expect(createFeed(deps, account, { url: second })).rejects.toMatchObject({
      code: 'FEED_LIMIT_REACHED',
      status: 402,
      message: expect.stringMatching(/may have 1 feed, .*Delete one/),
    });
    expect(bench.sources.hits('/1.xml')).toBe(0);
    // What the account has already is found, not refused.
    expect(await createFeed(deps, account, { url: first })).toMatchObject({ created: false });
  });

  it('may be any number for an account without a limit, the owner among them', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { feeds: 0 });
    await accounts.limits(account.id, { feeds: null });
    const urls = publish(bench, 4);
    expect(await createAll(deps, account, urls)).toEqual(Array(4).fill('created'));
    expect(await createAll(deps, { id: 'owner' }, urls)).toEqual(Array(4).fill('created'));
  });

  it('are not stored for an account that was switched off meanwhile', async () => {
    const { accounts, account, deps } = await shared();
    await accounts.disable(account.id);
    const storing = deps.store.db
      .transaction()
      .execute((transaction) => lockQuota(transaction, account));
    await expect(storing).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED', status: 403 });
  });
});

describe('feeds being made at once', () => {
  it('are as many as the account may make, and their places are given back', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { concurrentCreations: 2 });
    const urls = publish(bench, 6);

    const codes = await createAll(deps, account, urls);
    expect(codes.filter((code) => code === 'created')).toHaveLength(2);
    expect(new Set(codes)).toEqual(new Set(['created', 'CREATION_LIMIT_REACHED']));
    expect(await deps.store.db.selectFrom('creations').selectAll().execute()).toEqual([]);

    const failing = bench.sources.on('/gone', (_, response) => response.writeHead(410).end());
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await createAll(deps, account, [failing])).toEqual(['SOURCE_UNREACHABLE']);
    }
    expect(await createAll(deps, account, urls.slice(0, 2))).toEqual(['created', 'created']);
  });

  it('are told when to come again', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { concurrentCreations: 1 });
    const [one = '', other = ''] = publish(bench, 2);
    const refused = Promise.all([
      createFeed(deps, account, { url: one }),
      createFeed(deps, account, { url: other }),
    ]);
    await expect(refused).rejects.toMatchObject({
      code: 'CREATION_LIMIT_REACHED',
      status: 429,
      retryAfterSeconds: 2,
    });
  });

  it('do not keep the place of a process that died', async () => {
    const { bench, accounts, account, deps } = await shared();
    await accounts.limits(account.id, { concurrentCreations: 1 });
    const now = bench.clock.now();
    await deps.store.db
      .insertInto('creations')
      .values({ id: 'dead', account_id: account.id, expires_at: now + 300_000 })
      .execute();
    const urls = publish(bench, 1);
    expect(await createAll(deps, account, urls)).toEqual(['CREATION_LIMIT_REACHED']);
    bench.clock.advance(300_000);
    expect(await createAll(deps, account, urls)).toEqual(['created']);
  });
});
