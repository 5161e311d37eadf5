import { onTestFinished } from 'vitest';
import type { FeedUpdateEvent } from '../../src/contract/index.js';
import { ensureOwner, OWNER_ID } from '../../src/service/accounts/account.js';
import { limitsOfNewAccounts } from '../../src/service/accounts/account-limits.js';
import { silentLogger } from '../../src/service/core/logger.js';
import { createFeed } from '../../src/service/feeds/create-feed.js';
import type { Deps } from '../../src/service/feeds/deps.js';
import { publicAddress } from '../../src/service/operation/public-address.js';
import { createSourceReader } from '../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../src/service/sources/resolve-source.js';
import { openStore } from '../../src/service/store/open-store.js';
import {
  type DeliverySelection,
  getDelivery,
  listDeliveries,
} from '../../src/service/webhooks/deliveries/deliveries.js';
import { DeliveryPool } from '../../src/service/webhooks/deliveries/delivery-pool.js';
import { replayDelivery, resendDeliveries } from '../../src/service/webhooks/deliveries/replay.js';
import { createSender } from '../../src/service/webhooks/sender.js';
import type { WebhookDeps } from '../../src/service/webhooks/webhook.js';
import { WebhookAdmin } from '../../src/service/webhooks/webhook-admin.js';
import { ManualClock } from './clock.js';
import { testDatabase } from './database.js';
import { numberedItems, type RssItem } from './rss.js';
import { startSourceServer } from './source-server.js';

export const OWNER = { id: OWNER_ID };

/** A service's webhooks on a database of their own, a held clock, and sources to make feeds from. */
export async function startSetup() {
  const setup = await openSetup(await testDatabase());
  onTestFinished(setup.close);
  return setup;
}

/** The same on a given database, for several tests; the caller closes it. */
export async function openSetup(databasePath: string) {
  const clock = new ManualClock();
  const store = await openStore(databasePath, clock);
  await ensureOwner(store, clock);
  // Names in tests lead nowhere; receivers are given by their address.
  const resolve = async () => ['93.184.215.14'];
  const outgoing = { allowPrivateNetworks: true, clock, resolve };
  const reader = createSourceReader(outgoing);
  const sender = createSender(outgoing);
  const sources = await startSourceServer();
  const feedDeps: Deps = {
    store,
    clock,
    publicAddress: publicAddress(store, clock, 'https://feeds.example.com'),
    resolveSource: (body) => resolveSource(body, 'https://news.example.com/{query}'),
    reader,
    newAccountLimits: limitsOfNewAccounts({}),
  };
  const deps: WebhookDeps = { store, clock, sender, logger: silentLogger, random: () => 0 };
  const webhooks = Object.assign(new WebhookAdmin(deps, OWNER), {
    delivery: (id: string) => getDelivery(deps, OWNER, id),
    deliveries: (selection: DeliverySelection) => listDeliveries(deps, OWNER, selection),
    replay: (id: string) => replayDelivery(deps, OWNER, id),
    resend: (id: string, since: number) => resendDeliveries(deps, OWNER, id, since),
  });
  let feeds = 0;

  /** Creates a feed of numbered items and announces them. */
  async function announce(items: number | RssItem[] = 1): Promise<string> {
    feeds += 1;
    const url = sources.publish(`/${feeds}.xml`, {
      title: `Feed ${feeds}`,
      items: typeof items === 'number' ? numberedItems(items, `feed-${feeds}`) : items,
    });
    const { feed } = await createFeed(feedDeps, OWNER, { url, announce: true });
    return feed.id;
  }

  /** Attempts once what is due now, each webhook's deliveries one or two at a time, to the end. */
  async function deliver(timeoutMs = 5000): Promise<void> {
    const pool = new DeliveryPool(deps);
    while ((await pool.startDue({ timeoutMs })) > 0) await pool.drained();
  }

  /** Every event that was written, in the order of writing. */
  async function events(): Promise<FeedUpdateEvent[]> {
    const rows = await store.db
      .selectFrom('events')
      .select('payload')
      .orderBy('created_at')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload) as FeedUpdateEvent);
  }

  const deliveries = (webhookId?: string) =>
    webhooks.deliveries({ webhookId, limit: 1000, offset: 0 });

  async function close(): Promise<void> {
    await reader.close();
    await sender.close();
    await store.close();
    await sources.close();
  }

  return {
    announce,
    clock,
    close,
    databasePath,
    deliver,
    deliveries,
    deps,
    events,
    feedDeps,
    owner: OWNER,
    sources,
    store,
    webhooks,
  };
}

export type Setup = Awaited<ReturnType<typeof startSetup>>;
