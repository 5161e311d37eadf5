import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFERRED_MS, settleDeferred } from '../../../src/service/accounts/suspended-feeds.js';
import { openService } from '../../../src/service/app/service.js';
import { findSession, startSession } from '../../../src/service/dashboard/use-cases/sign-in.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { claimDueFeeds } from '../../../src/service/refresh/due.js';
import { accountsOf, FIRST_PAGE } from '../../support/accounts.js';
import { ManualClock } from '../../support/clock.js';
import { IS_REPEATED, STORE, testDatabase } from '../../support/database.js';
import { plansOf } from '../../support/query-plans.js';
import { startReceiver } from '../../support/receiver.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

const DAY = 24 * 60 * 60_000;
const ROOM = { limit: 50, busy: new Map<string, number>(), perDomain: 50 };

async function startAccounts(env: Record<string, string> = {}) {
  const clock = new ManualClock();
  const service = await openService({ databasePath: await testDatabase(), env, clock });
  onTestFinished(() => service.close());
  // Accounts of the same millisecond are listed by id: the owner is to be the oldest.
  clock.advance(1);
  return accountsOf(service);
}

describe('accounts', () => {
  it('are made without limits, and found by id and by name', async () => {
    const accounts = await startAccounts();
    const made = await accounts.create({ name: '  news desk ' });
    expect(made).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-Za-z]{16}$/),
      name: 'news desk',
      enabled: true,
      feeds: 0,
      limits: { requests_per_minute: null, burst: null, feeds: null, concurrent_creations: null },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      disabled_at: null,
    });
    expect(await accounts.update('news desk', { limits: {} })).toEqual(made);
    expect(await accounts.update(made.id, { limits: {} })).toEqual(made);
    expect((await accounts.list(FIRST_PAGE)).map(({ name }) => name)).toEqual([
      'owner',
      'news desk',
    ]);
  });

  it.skipIf(IS_REPEATED)(
    'begin with the limits of the environment, which later ones do not change',
    async () => {
      const accounts = await startAccounts({
        FEEDCTL_DEFAULT_REQUESTS_PER_MINUTE: '120',
        FEEDCTL_DEFAULT_FEEDS: '500',
        FEEDCTL_DEFAULT_CONCURRENT_CREATIONS: '3',
      });
      expect(await accounts.create({ name: 'a' })).toMatchObject({
        limits: { requests_per_minute: 120, burst: null, feeds: 500, concurrent_creations: 3 },
      });
      expect((await accounts.list(FIRST_PAGE))[0]).toMatchObject({
        id: 'owner',
        limits: { requests_per_minute: null, feeds: null, concurrent_creations: null },
      });
    },
  );

  it.skipIf(IS_REPEATED)('have no name that looks like an id', async () => {
    const accounts = await startAccounts();
    const made = accounts.create({ name: 'acc_1' });
    await expect(made).rejects.toMatchObject({ code: 'INVALID_FIELD' });
  });

  it.skipIf(IS_REPEATED).each(['owner', 'taken'])('have no name twice: %s', async (name) => {
    const accounts = await startAccounts();
    await accounts.create({ name: 'taken' });
    await expect(accounts.create({ name })).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' });
  });

  it.skipIf(IS_REPEATED)('that do not exist are named', async () => {
    const accounts = await startAccounts();
    const missing = { code: 'ACCOUNT_NOT_FOUND', message: 'There is no account nobody.' };
    await expect(accounts.update('nobody', { limits: {} })).rejects.toMatchObject(missing);
    await expect(accounts.update('nobody', { enabled: false })).rejects.toMatchObject(missing);
    await expect(accounts.update('nobody', { enabled: true })).rejects.toMatchObject(missing);
    await expect(accounts.keysOf('nobody')).rejects.toMatchObject(missing);
  });

  it.skipIf(IS_REPEATED)('have keys of their own', async () => {
    const accounts = await startAccounts();
    await accounts.create({ name: 'a' });
    const keys = await accounts.keysOf('a');
    const { id } = await keys.create({ name: 'reader' });
    expect((await keys.list()).map((key) => key.id)).toEqual([id]);
    const owners = await accounts.keysOf('owner');
    await expect(owners.revoke(id)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  });

  it.skipIf(IS_REPEATED)('have at most 100 keys in use', async () => {
    const accounts = await startAccounts();
    await accounts.create({ name: 'a' });
    const keys = await accounts.keysOf('a');
    const { id } = await keys.create({ name: 'first' });
    for (let count = 1; count < 100; count += 1) await keys.create({ name: `key ${count}` });
    await expect(keys.create({ name: 'one more' })).rejects.toMatchObject({
      code: 'KEY_LIMIT_REACHED',
    });
    await (await accounts.keysOf('owner')).create({ name: 'of another account' });
    await keys.revoke(id);
    await keys.create({ name: 'in its place' });
    expect((await keys.list()).filter(({ revoked_at }) => revoked_at === null)).toHaveLength(100);
  });
});

describe.skipIf(IS_REPEATED)('limits', () => {
  it('change one by one; without a rate there is no burst', async () => {
    const accounts = await startAccounts();
    await accounts.create({ name: 'a' });
    const limits = async (changes: object) =>
      (await accounts.update('a', { limits: changes })).limits;
    const none = {
      requests_per_minute: null,
      burst: null,
      feeds: null,
      concurrent_creations: null,
    };

    expect(await limits({ requests_per_minute: 60, burst: 10 })).toEqual({
      ...none,
      requests_per_minute: 60,
      burst: 10,
    });
    expect(await limits({ feeds: 0, concurrent_creations: 1 })).toEqual({
      requests_per_minute: 60,
      burst: 10,
      feeds: 0,
      concurrent_creations: 1,
    });
    expect(await limits({ requests_per_minute: null })).toEqual({
      ...none,
      feeds: 0,
      concurrent_creations: 1,
    });
  });

  it('have no burst without a rate', async () => {
    const accounts = await startAccounts();
    await accounts.create({ name: 'a' });
    const changed = accounts.update('a', { limits: { burst: 5 }, enabled: false });
    await expect(changed).rejects.toMatchObject({ code: 'INVALID_FIELD' });
    expect(await accounts.get('a')).toMatchObject({ enabled: true });
    const both = { burst: 5, requests_per_minute: 60 };
    expect(await accounts.create({ name: 'b', limits: both })).toMatchObject({ limits: both });
  });
});

/** An account with a feed that is due and a webhook something waits for. */
async function busyAccount() {
  const setup = await startSetup({ databasePath: await testDatabase() });
  const receiver = await startReceiver();
  const accounts = accountsOf(setup.service);
  const account = { id: (await accounts.create({ name: 'a' })).id };
  const webhooks = await setup.service.http.webhooks.of(account);
  await webhooks.create({ url: receiver.url });
  const url = setup.sources.publish('/a.xml', { title: 'A', items: numberedItems(2) });
  const { feed } = await createFeed(setup.service.http.deps, account, { url, announce: true });
  const mine = setup.sources.publish('/mine.xml', { title: 'Mine', items: numberedItems(2) });
  const owners = await setup.create(mine);
  setup.clock.advance(DAY);
  const due = async () => (await claimDueFeeds(setup.deps, ROOM)).map(({ id }) => id);
  const published = async (id: string, extension = 'xml') =>
    (await setup.service.fetch(new Request(`http://127.0.0.1/feeds/${id}.${extension}`))).status;
  return { setup, accounts, account, webhooks, receiver, feed, owners, due, published };
}

describe('an account that is switched off', () => {
  it.skipIf(IS_REPEATED)('is refused with a code of its own, whatever it asks', async () => {
    const { setup, accounts, account } = await busyAccount();
    const { id, secret } = await (await accounts.keysOf(account.id)).create({ name: 'k' });
    const ask = (authorization: string) =>
      setup.service.fetch(new Request('http://127.0.0.1/v1/feeds', { headers: { authorization } }));
    expect((await ask(`Bearer ${id}:${secret}`)).status).toBe(200);

    await accounts.update(account.id, { enabled: false });
    const refusal = await ask(`Bearer ${id}:${secret}`);
    expect(refusal.status).toBe(403);
    expect(await refusal.json()).toMatchObject({ errors: [{ code: 'ACCOUNT_DISABLED' }] });
    // Who does not have the secret learns nothing.
    expect((await ask(`Bearer ${id}:s_wrong`)).status).toBe(401);

    await accounts.update(account.id, { enabled: true });
    expect((await ask(`Bearer ${id}:${secret}`)).status).toBe(200);
  });

  it.skipIf(IS_REPEATED)('has its feeds rest, and go on where they were', async () => {
    const { setup, accounts, account, feed, owners, due } = await busyAccount();
    const before = (await setup.row(feed.id)).next_refresh_at;
    await accounts.update(account.id, { enabled: false });
    expect(await due()).toEqual([owners]);
    expect((await setup.row(feed.id)).next_refresh_at).toBe(before + DEFERRED_MS);

    await accounts.update(account.id, { enabled: false });
    await accounts.update(account.id, { enabled: true });
    await accounts.update(account.id, { enabled: true });
    expect((await setup.row(feed.id)).next_refresh_at).toBe(before);
    expect(await due()).toEqual([feed.id]);
  });

  it('has a feed rest that was just being read, and it is put aside in time', async () => {
    const { setup, accounts, account, feed, due } = await busyAccount();
    const claimed = await due();
    expect(claimed).toContain(feed.id);
    await accounts.update(account.id, { enabled: false });
    const { db } = setup.deps.store;
    const now = setup.clock.now();
    await db
      .updateTable('feeds')
      .set({ next_refresh_at: now, lease_token: null, lease_expires_at: null })
      .where('id', '=', feed.id)
      .execute();
    expect(await due()).toEqual([]);

    expect(await settleDeferred(db, setup.clock.now())).toBe(1);
    expect((await setup.row(feed.id)).next_refresh_at).toBe(now + DEFERRED_MS);
    expect(await settleDeferred(db, setup.clock.now())).toBe(0);
    // As a crash in the middle of enabling would leave it.
    await db.updateTable('accounts').set({ disabled_at: null }).execute();
    expect(await settleDeferred(db, setup.clock.now())).toBe(1);
    expect((await setup.row(feed.id)).next_refresh_at).toBe(now);
  });

  it.skipIf(IS_REPEATED)('has published nothing', async () => {
    const { setup, accounts, account, feed, owners, published } = await busyAccount();
    const { db } = setup.deps.store;
    const id = '_0123456789abcdef';
    await db
      .insertInto('bundles')
      .values({
        id,
        account_id: account.id,
        name: 'B',
        description: '',
        icon: '',
        created_at: 1,
        updated_at: 1,
        revision: 1,
      })
      .execute();
    await db
      .insertInto('bundle_feeds')
      .values({ bundle_id: id, feed_id: feed.id, position: 0 })
      .execute();
    expect([await published(feed.id), await published(id, 'atom')]).toEqual([200, 200]);

    await accounts.update(account.id, { enabled: false });
    expect([await published(feed.id), await published(id, 'atom')]).toEqual([404, 404]);
    expect(await published(owners)).toBe(200);
    await accounts.update(account.id, { enabled: true });
    expect([await published(feed.id), await published(id, 'atom')]).toEqual([200, 200]);
  });

  it('has its webhooks wait, and then get what waited', async () => {
    const { setup, accounts, account, receiver } = await busyAccount();
    const deliver = () => setup.service.http.webhooks.deliverDue({ withinMs: 5000 });
    await accounts.update(account.id, { enabled: false });
    expect(await deliver()).toEqual({ delivered: 0, failed: 0 });
    await accounts.update(account.id, { enabled: true });
    expect(await deliver()).toEqual({ delivered: 1, failed: 0 });
    expect(receiver.received).toHaveLength(1);
  });

  it.skipIf(IS_REPEATED)('has nobody signed in to its dashboard', async () => {
    const { setup, accounts, account } = await busyAccount();
    const { deps } = setup.service.http;
    const { id } = await (await accounts.keysOf(account.id)).create({ name: 'k' });
    const holder = { accountId: account.id, apiKey: id };
    const { token } = await startSession(deps.store.db, holder, {
      now: deps.clock.now(),
      life: 'visit',
    });
    const signedIn = async () => (await findSession(deps, token)) !== null;
    expect(await signedIn()).toBe(true);
    await accounts.update(account.id, { enabled: false });
    expect(await signedIn()).toBe(false);
    await accounts.update(account.id, { enabled: true });
    expect(await signedIn()).toBe(true);
  });

  it.skipIf(STORE === 'postgres')('is looked for in an index of its own', async () => {
    const { setup, due } = await busyAccount();
    await due();
    const { store } = setup.deps;
    const plans = await plansOf(store.db, (db) =>
      claimDueFeeds({ ...setup.deps, store: { ...store, db } }, ROOM),
    );
    // A partial index: of the accounts only those that are switched off are looked at.
    expect(plans).toContain('SCAN accounts USING INDEX accounts_disabled');
    expect(plans).toContain('SEARCH feeds USING INDEX feeds_due (next_refresh_at<?)');
  });

  it.skipIf(IS_REPEATED)('is never the owner', async () => {
    const accounts = await startAccounts();
    await expect(accounts.update('owner', { enabled: false })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
    });
  });
});
