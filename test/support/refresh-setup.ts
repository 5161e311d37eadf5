import { onTestFinished } from 'vitest';
import type { FeedUpdateEvent } from '../../src/contract/index.js';
import { openService, type Service, type ServiceOptions } from '../../src/service/app/service.js';
import { silentLogger } from '../../src/service/core/logger.js';
import { createFeed } from '../../src/service/feeds/create-feed.js';
import { claimFeeds } from '../../src/service/refresh/claim.js';
import { refreshFeed } from '../../src/service/refresh/refresh-feed.js';
import type { RefreshDeps, RefreshResult } from '../../src/service/refresh/refresh-result.js';
import type { ClaimedFeed } from '../../src/service/refresh/suspension.js';
import { ManualClock } from './clock.js';
import { testDatabase } from './database.js';
import { type SourceServer, startSourceServer } from './source-server.js';

/** The account that every service has from its first start. */
export const OWNER = { id: 'owner' };

/** A whole service on a database of its own, with sources to read and a clock that stands still. */
export interface RefreshSetup {
  service: Service;
  deps: RefreshDeps;
  clock: ManualClock;
  sources: SourceServer;
  /** Makes a feed and returns its id. */
  create(url: string): Promise<string>;
  claim(id: string): Promise<ClaimedFeed>;
  /** Claims and refreshes one feed. */
  refresh(id: string): Promise<RefreshResult | null>;
  row(id: string): Promise<ClaimedFeed>;
  /** Titles of the stored items in the order of `last_added`. */
  titles(id: string): Promise<string[]>;
  /** Every event so far, oldest first. The owner has a webhook, which is sent nothing. */
  events(): Promise<FeedUpdateEvent[]>;
}

export async function startSetup(options: Partial<ServiceOptions> = {}): Promise<RefreshSetup> {
  const clock = new ManualClock();
  const sources = await startSourceServer();
  const service = await openService({
    clock,
    publicUrl: 'https://feeds.example.com',
    newsUrl: `${sources.origin}/news?q={query}&hl={language}&gl={country}`,
    allowPrivateNetworks: true,
    ...options,
    databasePath: options.databasePath ?? (await testDatabase()),
  });
  onTestFinished(async () => {
    await service.close();
    await sources.close();
  });
  const { deps: domain } = service.http;
  // Events are only made for webhooks; those of one that is switched off are held.
  const webhooks = await service.http.webhooks.of(OWNER);
  const { id } = await webhooks.create({ url: `${sources.origin}/hook` });
  await webhooks.disable(id);
  const deps: RefreshDeps = { ...domain, logger: silentLogger, random: () => 0.5 };
  const { db } = deps.store;

  async function claim(id: string): Promise<ClaimedFeed> {
    const [feed] = await claimFeeds(deps.store, [id], clock.now());
    if (feed === undefined) throw new Error(`Feed ${id} cannot be claimed.`);
    return feed;
  }

  return {
    service,
    deps,
    clock,
    sources,
    create: async (url) => (await createFeed(domain, OWNER, { url })).feed.id,
    claim,
    refresh: async (id) => refreshFeed(deps, await claim(id)),
    row: async (id) =>
      (await db
        .selectFrom('feeds')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) as ClaimedFeed,
    async titles(id) {
      const rows = await db
        .selectFrom('items')
        .select('title')
        .where('feed_id', '=', id)
        .orderBy('added_at', 'desc')
        .orderBy('position')
        .execute();
      return rows.map(({ title }) => title);
    },
    async events() {
      const rows = await db
        .selectFrom('events')
        .select('payload')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ payload }) => JSON.parse(payload) as FeedUpdateEvent);
    },
  };
}
