import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/contract/index.js';
import {
  type ListChange,
  publishListEvent,
} from '../../../src/service/events/publish-list-event.js';
import { subscriptionsTo } from '../../../src/service/events/subscriptions.js';
import { FEED_COLUMNS, presentFeed } from '../../../src/service/feeds/feed.js';
import { OWNER, startSetup } from '../../support/webhooks-setup.js';

const LOST = { since: Date.UTC(2026, 0, 14), expected: 12 };

/** Publishes a change of the list of a feed; the events of its account. */
async function publish(change: ListChange, { webhooks = 2 } = {}) {
  const setup = await startSetup();
  for (let at = 0; at < webhooks; at += 1) {
    await setup.webhooks.create({ url: `https://hooks.example.com/${at}` });
  }
  const id = await setup.announce(0);
  const feed = await setup.store.db
    .selectFrom('feeds')
    .select([...FEED_COLUMNS, 'account_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const summary = presentFeed(feed, 'https://feeds.example.com');
  const isQueued = await setup.store.db.transaction().execute(async (transaction) =>
    publishListEvent(transaction, await subscriptionsTo(transaction, feed), {
      ...{ accountId: OWNER.id, summary, change, now: setup.clock.now() },
    }),
  );
  const events: unknown[] = await setup.events();
  return { isQueued, events, deliveries: (await setup.deliveries()).length };
}

it('a list that is lost is told to each webhook, with what was expected', async () => {
  const lost = await publish({ before: null, after: LOST, found: 1 });
  expect(lost).toMatchObject({ isQueued: true, deliveries: 2 });
  expect(lost.events).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      type: 'list_lost',
      feed: expect.objectContaining({ title: 'Feed 1' }),
      data: { since: '2026-01-14T00:00:00.000Z', expected: 12, found: 1 },
    },
  ]);
  expect(EVENT_TYPES.list_lost.schema.parse(lost.events[0])).toEqual(lost.events[0]);
});

it('a list that is found again is told with the time since which it was lost', async () => {
  const { isQueued, events } = await publish({ before: LOST, after: null, found: 9 });
  expect(isQueued).toBe(true);
  expect(events).toMatchObject([
    { type: 'list_found', data: { since: '2026-01-14T00:00:00.000Z', found: 9 } },
  ]);
  expect(EVENT_TYPES.list_found.schema.parse(events[0])).toEqual(events[0]);
});

it.each([
  ['a list that stays lost', { before: LOST, after: LOST, found: 0 }, {}],
  ['a list that is there as before', { before: null, after: null, found: 9 }, {}],
  ['a list of which no webhook is told', { before: null, after: LOST, found: 0 }, { webhooks: 0 }],
])('%s is no event', async (_, change, options) => {
  expect(await publish(change, options)).toEqual({ isQueued: false, events: [], deliveries: 0 });
});
