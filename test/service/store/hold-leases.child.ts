import { withCreationSlot } from '../../../src/service/accounts/creations.js';
import { claimFeeds } from '../../../src/service/refresh/claim.js';
import { sharedRateLimit } from '../../../src/service/refresh/shared-rate-limit.js';
import { claimChore } from '../../../src/service/retention/claim-chore.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { claimDueDeliveries } from '../../../src/service/webhooks/deliveries/claim.js';
import { heldChore } from './held-chore.js';

// A process that holds one lease of each kind until it is killed.
const [location = '', time = '', feed = '', account = ''] = process.argv.slice(2);
const now = Number(time);
const clock = { now: () => now };
const store = await openStore(location, clock);
const hour = 60 * 60_000;
const feeds = await claimFeeds(store, [feed], now, { leaseMs: hour });
const query = { limit: 1, failingLimit: 1, now, leaseMs: hour };
const deliveries = await claimDueDeliveries(store, query);
const chore = await claimChore(store, heldChore, now);
await sharedRateLimit(store).enter('example.com', { concurrency: 1, intervalMs: 0 }, undefined);
await withCreationSlot({ store, clock }, { id: account }, async () => {
  process.stdout.write(`${feeds.length} ${deliveries.length} ${chore === null ? 0 : 1}\n`);
  await new Promise((resolve) => setTimeout(resolve, hour));
});
