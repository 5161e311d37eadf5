import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openService } from '../../../src/service/app/service.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { claimFeeds } from '../../../src/service/refresh/claim.js';
import { refreshFeed } from '../../../src/service/refresh/refresh-feed.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import { createRetention } from '../../../src/service/retention/retention.js';
import { resolveSource } from '../../../src/service/sources/resolve-source.js';
import type { Store } from '../../../src/service/store/store.js';
import { deliverDue } from '../../../src/service/webhooks/deliveries/deliver-due.js';
import type { WebhookDeps } from '../../../src/service/webhooks/webhook.js';
import { WebhookAdmin } from '../../../src/service/webhooks/webhook-admin.js';
import { ManualClock } from '../clock.js';
import { publishers } from './publisher.js';

const DAY = 24 * 60 * 60_000;
const OWNER = { id: 'owner' };

export interface YearOptions {
  directory: string;
  feeds: number;
  months: number;
  keepItems: number;
  /** From one look at a feed to the next; a divisor of 30. */
  lookEveryDays: number;
  /** False leaves everything where it is: what the file would be without clearing away. */
  clears: boolean;
  onMonth?: (month: Month) => void;
}

/** The database at the end of a month of 30 days. */
export interface Month {
  number: number;
  /** Of the file, with its log written back. */
  bytes: number;
  /** Part of the file that is free for what comes, 0 to 1. */
  free: number;
  rows: Record<'items' | 'tombstones' | 'events' | 'deliveries' | 'refreshes', number>;
}

/**
 * Follows synthetic publishers day by day through the real refresh, delivery and retention, on a real
 * file and a clock that is put on by hand.
 */
export async function simulateYear(
  options: YearOptions,
): Promise<{ months: Month[]; store: Store; now: number; close(): Promise<void> }> {
  const { directory, feeds, keepItems, clears, onMonth } = options;
  const clock = new ManualClock();
  const databasePath = join(directory, `year-${clears}.db`);
  const service = await openService({
    databasePath,
    clock,
    keepItems,
    publicUrl: 'https://feeds.example.com',
  });
  const { deps: parts } = service.http;
  const { store } = parts;
  // A year of days cannot wait for the disk; what is measured is size.
  await sql`pragma synchronous = off`.execute(store.db);
  const reader = publishers(clock);
  const deps: RefreshDeps = { ...parts, reader, logger: silentLogger, random: () => 0.5 };
  const sending = webhookDeps(deps);
  const retention = createRetention({ store, clock, logger: silentLogger }, {});
  await retention.doDue();

  const ids: string[] = [];
  const domain = {
    ...parts,
    reader,
    resolveSource: (body: Parameters<typeof resolveSource>[0]) =>
      resolveSource(body, 'https://news.example/{query}'),
  };
  for (let feed = 0; feed < feeds; feed += 1) {
    const created = await createFeed(domain, OWNER, {
      url: `https://publisher-${feed}.example/${feed}`,
    });
    ids.push(created.feed.id);
  }
  // A fifth of the feeds has a webhook that wants to hear of it; of the others there are no events.
  const watched = ids.filter((_, index) => index % 5 === 0);
  const bundle = await createBundle(domain, OWNER, { name: 'Watched', feeds: watched });
  const webhook = { url: 'https://receiver.example/hook', scope: bundle.id };
  await new WebhookAdmin(sending, OWNER).create(webhook);

  const months: Month[] = [];
  for (let day = 1; day <= options.months * 30; day += 1) {
    clock.advance(DAY);
    if (day % options.lookEveryDays === 0) {
      await refreshAll(deps, ids);
      await deliverDue(sending, { withinMs: 600_000 });
    }
    if (clears) await retention.doDue();
    if (day % 30 !== 0) continue;
    const month = await measure(store, databasePath, day / 30);
    months.push(month);
    onMonth?.(month);
  }
  return { months, store, now: clock.now(), close: () => service.close() };
}

async function refreshAll(deps: RefreshDeps, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 50) {
    const some = ids.slice(start, start + 50);
    const claimed = await claimFeeds(deps.store, some, deps.clock.now());
    for (const feed of claimed) await refreshFeed(deps, feed);
  }
}

function webhookDeps({ store, clock }: RefreshDeps): WebhookDeps {
  const sender = {
    vet: async () => undefined,
    post: async () => ({ status: 200, retryAfterMs: null, headers: {}, excerpt: 'thank you' }),
    close: async () => undefined,
  };
  return { store, clock, sender, logger: silentLogger, random: () => 0.5 };
}

async function measure({ db }: Store, path: string, number: number): Promise<Month> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, number>>`${sql.raw(`pragma ${name}`)}`.execute(db);
    return rows[0]?.[name] ?? 0;
  };
  const count = async (table: keyof Month['rows']) => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  return {
    number,
    bytes: statSync(path).size,
    free: (await pragma('freelist_count')) / (await pragma('page_count')),
    rows: {
      items: await count('items'),
      tombstones: await count('tombstones'),
      events: await count('events'),
      deliveries: await count('deliveries'),
      refreshes: await count('refreshes'),
    },
  };
}
