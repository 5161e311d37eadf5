import { expect, it } from 'vitest';
import {
  findPush,
  pushLinksColumn,
  recordPushLinks,
} from '../../../src/service/feeds/push-subscription.js';
import { insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const LINKS = { hubs: ['https://hub.example/'], self: 'https://a.example/feed' };
const COLUMN = JSON.stringify({ hubs: LINKS.hubs, topic: LINKS.self });

it('needs a hub and a topic', () => {
  expect(pushLinksColumn(LINKS)).toBe(COLUMN);
  expect(pushLinksColumn(undefined)).toBeNull();
  expect(pushLinksColumn({ ...LINKS, self: null })).toBeNull();
  expect(pushLinksColumn({ ...LINKS, hubs: [] })).toBeNull();
});

it('is made anew for other links, checked again without them, and shown while its lease lasts', async () => {
  const { deps, clock } = await startSetup();
  const { db } = deps.store;
  const [id = ''] = await insertFeeds(db, OWNER.id, [{}]);
  const rows = () => db.selectFrom('push_subscriptions').selectAll().execute();
  const now = clock.now();
  await recordPushLinks(db, id, COLUMN, now);
  const [first] = await rows();
  expect(first).toMatchObject({
    ...{ feed_id: id, topic: LINKS.self, failures: 0, pushes: 0, rejected: 0 },
    ...{ hubs: JSON.stringify(LINKS.hubs), next_attempt_at: now, created_at: now },
  });
  expect(await findPush(db, { id, push_links: COLUMN }, now)).toBeNull();
  const lease = { hub: 'https://hub.example/', lease_until: now + 5000, failures: 3 };
  await db.updateTable('push_subscriptions').set(lease).execute();
  const push = (at: number, push_links: string | null = COLUMN) =>
    findPush(db, { id, push_links }, at);
  expect(await push(now + 4999)).toEqual({
    ...{ hub: 'https://hub.example/', until: new Date(now + 5000).toISOString() },
  });
  expect(await push(now + 5000)).toBeNull();
  expect(await push(now, null)).toBeNull();
  await recordPushLinks(db, id, null, now + 9);
  expect(await rows()).toMatchObject([{ id: first?.id, failures: 0, next_attempt_at: now + 9 }]);
  await recordPushLinks(db, id, COLUMN, now);
  expect((await rows()).map((row) => row.id)).not.toEqual([first?.id]);
});
