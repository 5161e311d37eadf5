import { describe, expect, it } from 'vitest';
import { withCreationSlot } from '../../../src/service/accounts/creations.js';
import { lockQuota } from '../../../src/service/accounts/feed-quota.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import type { Deps } from '../../../src/service/feeds/deps.js';
import { accountsOf, FIRST_PAGE } from '../../support/accounts.js';
import { testDatabase } from '../../support/database.js';
import { type RefreshSetup, startSetup } from '../../support/refresh-setup.js';
import { numberedItems, rss } from '../../support/rss.js';

async function shared() {
  const setup = await startSetup({ databasePath: await testDatabase() });
  const accounts = accountsOf(setup.service);
  const { id } = await accounts.create({ name: 'news desk' });
  const deps: Deps = setup.service.http.deps;
  return { setup, accounts, account: { id }, deps };
}

/** Publishes so many feeds and returns their addresses. */
function publish({ sources }: RefreshSetup, count: number): string[] {
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
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { feeds: 3 } });
    const codes = await createAll(deps, account, publish(setup, 8));

    expect(codes.filter((code) => code === 'created')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['created', 'FEED_LIMIT_REACHED']));
    expect(await accounts.list(FIRST_PAGE)).toContainEqual(
      expect.objectContaining({ id: account.id, feeds: 3 }),
    );
    // What was refused has left nothing behind.
    const { db } = deps.store;
    const items = await db.selectFrom('items').select('feed_id').distinct().execute();
    expect(items).toHaveLength(3);
  });

  it('are refused by number, before the source is read', async () => {
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { feeds: 1 } });
    const [first = '', second = ''] = publish(setup, 2);
    await createFeed(deps, account, { url: first });

    await expect(createFeed(deps, account, { url: second })).rejects.toMatchObject({
      code: 'FEED_LIMIT_REACHED',
      status: 402,
      message: expect.stringMatching(/may have 1 feed, .*Delete a feed/),
    });
    expect(setup.sources.hits('/1.xml')).toBe(0);
    // What the account has already is found, not refused.
    expect(await createFeed(deps, account, { url: first })).toMatchObject({ created: false });
  });

  it('may be any number for an account without a limit, the owner among them', async () => {
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { feeds: 0 } });
    await accounts.update(account.id, { limits: { feeds: null } });
    const urls = publish(setup, 4);
    expect(await createAll(deps, account, urls)).toEqual(Array(4).fill('created'));
    expect(await createAll(deps, { id: 'owner' }, urls)).toEqual(Array(4).fill('created'));
  });

  it('are not stored for an account that was switched off meanwhile', async () => {
    const { accounts, account, deps } = await shared();
    await accounts.update(account.id, { enabled: false });
    const storing = deps.store.db
      .transaction()
      .execute((transaction) => lockQuota(transaction, account));
    await expect(storing).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED', status: 403 });
  });
});

describe('feeds being made at once', () => {
  it('are as many as the account may make; the others wait for their turn', async () => {
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { concurrent_creations: 2 } });
    let reading = 0;
    let most = 0;
    const urls = Array.from({ length: 6 }, (_, index) =>
      setup.sources.on(`/slow/${index}`, (_request, response) => {
        reading += 1;
        most = Math.max(most, reading);
        setTimeout(() => {
          reading -= 1;
          response.setHeader('Content-Type', 'application/rss+xml');
          response.end(rss({ title: `Slow ${index}`, items: numberedItems(1, `s${index}`) }));
        }, 20);
      }),
    );
    expect(await createAll(deps, account, urls)).toEqual(Array(6).fill('created'));
    expect(most).toBeLessThanOrEqual(2);
    expect(await deps.store.db.selectFrom('creations').selectAll().execute()).toEqual([]);
  });

  it('give their places back when they fail', async () => {
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { concurrent_creations: 1 } });
    const failing = setup.sources.on('/gone', (_, response) => response.writeHead(410).end());
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await createAll(deps, account, [failing])).toEqual(['SOURCE_UNREACHABLE']);
    }
    expect(await deps.store.db.selectFrom('creations').selectAll().execute()).toEqual([]);
  });

  it('end with the time to come again for who has waited long enough', async () => {
    const { accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { concurrent_creations: 1 } });
    let release: () => void = () => undefined;
    const held = withCreationSlot(
      deps,
      account,
      () => new Promise<void>((done) => (release = done)),
    );
    await expect.poll(() => places(deps)).toBe(1);
    const impatient = withCreationSlot(deps, account, async () => 'made', 0);
    await expect(impatient).rejects.toMatchObject({
      code: 'CREATION_LIMIT_REACHED',
      status: 429,
      retryAfterSeconds: 2,
      message: expect.stringContaining('may run one creation, preview or refresh at once'),
    });
    release();
    await held;
    expect(await withCreationSlot(deps, account, async () => 'made', 0)).toBe('made');
  });

  it('do not keep the place of a process that died', async () => {
    const { setup, accounts, account, deps } = await shared();
    await accounts.update(account.id, { limits: { concurrent_creations: 1 } });
    await deps.store.db
      .insertInto('creations')
      .values({ id: 'dead', account_id: account.id, expires_at: setup.clock.now() + 300_000 })
      .execute();
    const impatient = () => withCreationSlot(deps, account, async () => 'made', 0);
    await expect(impatient()).rejects.toMatchObject({ code: 'CREATION_LIMIT_REACHED' });
    setup.clock.advance(300_000);
    expect(await impatient()).toBe('made');
  });
});

async function places({ store }: Deps): Promise<number> {
  return (await store.db.selectFrom('creations').select('id').execute()).length;
}
