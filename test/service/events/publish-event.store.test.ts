import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/contract/index.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { addFeedToBundle } from '../../../src/service/bundles/membership.js';
import { publishUpdate } from '../../../src/service/events/publish-event.js';
import { deleteFeed, updateFeed } from '../../../src/service/feeds/edit-feed.js';
import { FEED_COLUMNS, presentFeed } from '../../../src/service/feeds/feed.js';
import { updateFeedSettings } from '../../../src/service/feeds/feed-settings.js';
import { selectItems } from '../../../src/service/items/item.js';
import type { Db } from '../../../src/service/store/store.js';
import { WebhookAdmin } from '../../../src/service/webhooks/webhook-admin.js';
import { shuffledLetters } from '../../support/any-text.js';
import { numberedItems } from '../../support/rss.js';
import { OWNER, type Setup, startSetup } from '../../support/webhooks-setup.js';

const URL = 'https://hooks.example.com/';

/** Announces what is stored of a feed once more, as its changes. */
async function announceChanges(setup: Setup, feedId: string): Promise<boolean> {
  return setup.store.db
    .transaction()
    .execute((transaction) => announceChangesIn(transaction, setup, feedId));
}

async function announceChangesIn(
  transaction: Db,
  { clock }: Setup,
  feedId: string,
): Promise<boolean> {
  const feed = await transaction
    .selectFrom('feeds')
    .select([...FEED_COLUMNS, 'account_id'])
    .where('id', '=', feedId)
    .executeTakeFirstOrThrow();
  return publishUpdate(transaction, {
    feed,
    summary: presentFeed(feed, 'https://feeds.example.com'),
    newItems: [],
    changedItems: await selectItems(transaction, feedId, 'last_added', Date.now()),
    now: clock.now(),
  });
}

describe('an announced update', () => {
  it('has the fields of docs/api.md and no others', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL });
    const id = await setup.announce(2);
    const [event] = await setup.events();

    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
      type: 'feed_update',
      feed: {
        id,
        title: 'Feed 1',
        source_url: `${setup.sources.origin}/1.xml`,
        rss_feed_url: `https://feeds.example.com/feeds/${id}.xml`,
        description: '',
        icon: expect.any(String),
        is_active: true,
      },
      data: {
        items_new: [
          {
            guid: expect.stringMatching(/^[0-9A-Za-z]{17}$/),
            url: 'https://example.com/feed-1/0',
            title: 'feed-1 number 0',
            description_text: 'About feed-1 0',
            description_html: '<p>About feed-1 0</p>',
            thumbnail: null,
            date_published: '2026-01-10T00:00:00.000Z',
            authors: [{ name: 'Author 0' }],
          },
          expect.objectContaining({ url: 'https://example.com/feed-1/1' }),
        ],
        items_changed: [],
      },
    });
    expect(EVENT_TYPES.feed_update.schema.parse(event)).toEqual(event);
  });

  it('shows what was PATCHed and the custom author', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL });
    const id = await setup.announce(1);
    await updateFeed(setup.feedDeps, OWNER, id, { title: 'Mine' });
    await updateFeedSettings(setup.feedDeps, OWNER, id, { customAuthor: 'Desk' });
    setup.clock.advance(1);
    await announceChanges(setup, id);

    const [, event] = await setup.events();
    expect(event?.feed.title).toBe('Mine');
    expect(event?.data).toMatchObject({
      items_new: [],
      items_changed: [{ authors: [{ name: 'Desk' }] }],
    });
  });

  it('that nobody wants to hear of is no event', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL, filters: { include: ['nothing'] } });
    const id = await setup.announce(2);
    expect(await announceChanges(setup, id)).toBe(false);
    expect(await setup.events()).toEqual([]);
    await setup.webhooks.create({ url: URL });
    expect(await announceChanges(setup, id)).toBe(true);
  });

  it('of nothing is no event', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL });
    await setup.announce(0);
    expect(await setup.events()).toEqual([]);
    expect(await setup.deliveries()).toEqual([]);
  });

  it('of more than 100 items is several events, in order', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL });
    await setup.announce(250);

    const events = await setup.events();
    const deliveries = (await setup.deliveries()).reverse();
    const inOrder = deliveries.map(({ event_id }) => events.find(({ id }) => id === event_id));
    expect(inOrder.map((event) => event?.data.items_new.length)).toEqual([100, 100, 50]);
    expect(inOrder.flatMap((event) => event?.data.items_new.map(({ title }) => title))).toEqual(
      Array.from({ length: 250 }, (_, index) => `feed-1 number ${index}`),
    );
  });

  it('is as many events as a webhook wants, and shared by those that want the same', async () => {
    const setup = await startSetup();
    const of = async (max_items?: number | null) =>
      (await setup.webhooks.create({ url: URL, max_items })).id;
    const [one, all, two, again] = [await of(1), await of(), await of(2), await of(2)];
    await setup.announce(3);
    const events = await setup.events();
    const deliveries = await setup.deliveries();
    const sizes = (webhook: string) =>
      deliveries
        .filter(({ webhook_id }) => webhook_id === webhook)
        .map(({ event_id }) => events.find(({ id }) => id === event_id)?.data.items_new.length)
        .sort();
    expect([one, all, two, again].map(sizes)).toEqual([[1, 1, 1], [3], [1, 2], [1, 2]]);
    expect(events).toHaveLength(6);

    await setup.webhooks.update(one, { max_items: null });
    expect(await setup.webhooks.get(one)).not.toHaveProperty('max_items');
    expect(await setup.webhooks.get(two)).toMatchObject({ max_items: 2 });
  });

  it('is rolled back with the transaction it is in', async () => {
    const setup = await startSetup();
    await setup.webhooks.create({ url: URL });
    const id = await setup.announce(1);
    const before = [await setup.events(), await setup.deliveries()];
    const failing = setup.store.db.transaction().execute(async (transaction) => {
      await announceChangesIn(transaction, setup, id);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect([await setup.events(), await setup.deliveries()]).toEqual(before);
  });
});

describe('scopes', () => {
  it('all, one feed, and a bundle by who is in it now', async () => {
    const setup = await startSetup();
    const { webhooks, announce } = setup;
    const [inBundle, alone] = [await announce(1), await announce(1)];
    const bundle = await createBundle(setup.feedDeps, OWNER, { name: 'B', feeds: [inBundle] });
    const all = await webhooks.create({ url: URL });
    const ofBundle = await webhooks.create({ url: URL, scope: bundle.id });
    const ofFeed = await webhooks.create({ url: URL, scope: alone });
    expect([all.scope, ofBundle.scope, ofFeed.scope]).toEqual(['all', bundle.id, alone]);

    const heard = async (feedId: string) => {
      setup.clock.advance(1);
      const before = new Set((await setup.deliveries()).map(({ id }) => id));
      await announceChanges(setup, feedId);
      const fresh = (await setup.deliveries()).filter(({ id }) => !before.has(id));
      return fresh.map(({ webhook_id }) => webhook_id).sort();
    };
    expect(await heard(inBundle)).toEqual([all.id, ofBundle.id].sort());
    expect(await heard(alone)).toEqual([all.id, ofFeed.id].sort());
    await addFeedToBundle(setup.feedDeps, OWNER, bundle.id, alone);
    expect(await heard(alone)).toEqual([all.id, ofBundle.id, ofFeed.id].sort());
  });

  it('another account hears nothing', async () => {
    const setup = await startSetup();
    await setup.store.db
      .insertInto('accounts')
      .values({ id: 'other', name: 'other', created_at: 0 })
      .execute();
    await new WebhookAdmin(setup.deps, { id: 'other' }).create({ url: URL });
    await setup.announce(1);
    expect(await setup.store.db.selectFrom('deliveries').select('id').execute()).toEqual([]);
  });
});

describe('filters', () => {
  it('are applied before an update is split, and webhooks with the same share the events', async () => {
    const setup = await startSetup();
    const { webhooks } = setup;
    const some = { url: URL, filters: { include: ['number 7', 'number 107'] } };
    const first = await webhooks.create(some);
    const second = await webhooks.create({
      ...some,
      filters: { include: ['number 107', 'number 7'] },
    });
    const none = await webhooks.create({ url: URL, filters: { include: ['nothing'] } });
    const everything = await webhooks.create({ url: URL, filters: { exclude: ['nothing'] } });
    await setup.announce(150);

    const events = new Map((await setup.events()).map((event) => [event.id, event]));
    const of = async (webhookId: string) =>
      (await setup.deliveries(webhookId)).map(({ event_id }) => events.get(event_id));
    const [filtered, ...more] = await of(first.id);
    expect(more).toEqual([]);
    expect(filtered?.data.items_new.map(({ title }) => title)).toEqual([
      'feed-1 number 7',
      'feed-1 number 107',
    ]);
    expect(await of(second.id)).toEqual([filtered]);
    expect(await of(none.id)).toEqual([]);
    // The whole update in two events, and the filtered one: no third copy for the last webhook.
    expect(await of(everything.id)).toHaveLength(2);
    expect(events.size).toBe(3);
  });

  it.skipIf(!existsSync('dist/reading-worker.cjs'))(
    'that take too long hide nothing',
    { tags: ['slow'] },
    async () => {
      const setup = await startSetup();
      const id = await setup.announce(10);
      const slow = await setup.webhooks.create({
        url: URL,
        filters: { include: ['/a[ab]{240}Q/i'] },
      });
      const text = shuffledLetters(260_000);
      await setup.store.db.updateTable('items').set({ description_text: text }).execute();
      await announceChanges(setup, id);
      const events = await setup.events();
      expect(events.flatMap(({ data }) => data.items_changed)).toHaveLength(10);
      expect(await setup.deliveries(slow.id)).toHaveLength(events.length);
    },
  );

  it('only new and only changed', async () => {
    const setup = await startSetup();
    const onlyNew = await setup.webhooks.create({ url: URL, only: 'new' });
    const onlyChanged = await setup.webhooks.create({ url: URL, only: 'changed' });
    const id = await setup.announce(1);
    setup.clock.advance(1);
    await announceChanges(setup, id);
    const [created, changed] = await setup.events();
    const heard = async (webhookId: string) =>
      (await setup.deliveries(webhookId)).map(({ event_id }) => event_id);
    expect(await heard(onlyNew.id)).toEqual([created?.id]);
    expect(await heard(onlyChanged.id)).toEqual([changed?.id]);
  });
});

it('deleting a feed leaves its deliveries in the queue', async () => {
  const setup = await startSetup();
  await setup.webhooks.create({ url: URL });
  const id = await setup.announce(1);
  await deleteFeed(setup.feedDeps, OWNER, id);
  expect(await setup.deliveries()).toMatchObject([{ feed_id: id, status: 'pending' }]);
});

it('an event of much text stays below what receivers take', { tags: 'slow' }, async () => {
  const setup = await startSetup();
  await setup.webhooks.create({ url: URL });
  const items = numberedItems(40).map((item) => ({
    ...item,
    description: `<p>${'text '.repeat(10_000)}</p>`,
  }));
  await setup.announce(items);
  const events = await setup.events();
  const sizes = events.map((event) => Buffer.byteLength(JSON.stringify(event)));
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  expect(events.flatMap((event) => event.data.items_new)).toHaveLength(40);
});
