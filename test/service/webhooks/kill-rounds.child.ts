import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../../../src/service/core/logger.js';
import { publishUpdate } from '../../../src/service/events/publish-event.js';
import { FEED_COLUMNS, presentFeed } from '../../../src/service/feeds/feed.js';
import { selectItems } from '../../../src/service/items/item.js';
import { openStore } from '../../../src/service/store/open-store.js';
import type { Db } from '../../../src/service/store/store.js';
import { startDeliveryLoop } from '../../../src/service/webhooks/deliveries/delivery-loop.js';
import { createSender } from '../../../src/service/webhooks/sender.js';
import { fastClock } from './fast-clock.js';

// A process that announces and delivers until it is killed, or - told to - until all has arrived.
const [path = '', base = '', startedAt = '', speed = '', mode = ''] = process.argv.slice(2);
const clock = fastClock(Number(base), Number(startedAt), Number(speed));
const store = await openStore(path, clock);
const sender = createSender({ allowPrivateNetworks: true, clock });
const leaseMs = 2000 * Number(speed);
const loop = startDeliveryLoop({
  store,
  clock,
  sender,
  logger: silentLogger,
  random: Math.random,
  leaseMs,
});
if (mode === 'announce') {
  await announceAgain();
  process.stdout.write('announced\n');
  for (;;) await announceAgain();
}
while ((await waiting(store.db)) > 0) await sleep(50);
await loop.stop(5000);
await sender.close();
await store.close();

async function announceAgain(): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const feed = await transaction
      .selectFrom('feeds')
      .select([...FEED_COLUMNS, 'account_id'])
      .executeTakeFirstOrThrow();
    const changedItems = await selectItems(transaction, feed.id, 'last_added', Date.now());
    const summary = presentFeed(feed, 'https://feeds.example.com');
    const update = { feed, summary, newItems: [], changedItems, now: clock.now() };
    await publishUpdate(transaction, update);
  });
  loop.nudge();
  await sleep(Math.random() * 40);
}

async function waiting(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('status', '!=', 'delivered')
    .execute();
  return rows.length;
}
