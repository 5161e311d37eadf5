import { MINUTE, SECOND } from '../core/durations.js';
import { MAX_LEASE_MS } from '../core/settings.js';
import { publishHubPing } from '../events/hub-ping.js';
import { publishUpdate } from '../events/publish-event.js';
import type { Deps } from '../feeds/deps.js';
import { presentFeed, raiseRevision } from '../feeds/feed.js';
import { storedAccess } from '../feeds/source-access.js';
import { ITEM_COLUMNS, type ItemRow } from '../items/item.js';
import type { TextState } from '../items/text-state.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import {
  type FetchDeps,
  fetchTexts,
  MAX_PAGES,
  type TextReport,
  type TextResult,
} from './fetch-texts.js';
import { selectTextItems, type TextItem, type TextUpdate, writeTexts } from './stored-texts.js';

/** Dependencies of storing and announcing texts. */
export interface TextDeps
  extends FetchDeps,
    Pick<Deps, 'store' | 'clock' | 'publicAddress' | 'hub'> {
  /** Called when an event was published, so that it is delivered immediately. */
  eventsPublished?: (() => void) | undefined;
}

/** Lease in milliseconds, longer than one round of pages. */
const LEASE_MS = MINUTE;

/** Time after which a failed page is tried again, unless the feed is fetched before. */
const RETRY_MS = 15 * MINUTE;

/** Time after which items are tried again whose pages had no turn. */
const NO_TIME_MS = 5 * SECOND;

type Feed = RowOf<'feeds'>;

/**
 * Fetches the pages of some items of a feed, stores their texts, and publishes the events that waited
 * for them. Does nothing while another process does so.
 * @returns true when more pages are to be fetched at once
 * @throws ServiceError STORE_UNAVAILABLE; problems of pages are in the history of the feed
 */
export async function settleTexts(
  deps: TextDeps,
  feedId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, clock, publicAddress } = deps;
  const feed = await claim(store.db, feedId, clock.now());
  if (feed === undefined) return false;
  const items =
    feed.full_text === 1
      ? await selectTextItems(store.db, feedId, { only: 'pending', limit: MAX_PAGES })
      : [];
  const source = { sourceUrl: feed.source_url, access: storedAccess(feed.access), signal };
  const wanted = items.map((item) => ({ ...item, isRetry: item.textState === 'retry' }));
  const { results, report } = await fetchTexts(deps, source, wanted);
  const updates = items.flatMap((item) => settledUpdate(item, results.get(item.key)));
  // Read before the transaction, which has the only connection.
  const base = await publicAddress.base();
  const stored = await store.db
    .transaction()
    .execute((transaction) => storeTexts(transaction, { feed, updates, report, base, deps }));
  if (stored.isQueued) deps.eventsPublished?.();
  return stored.isDue && updates.length > 0;
}

/** Leases the feed, so that one process at a time fetches its pages. */
async function claim(db: Db, feedId: string, now: number): Promise<Feed | undefined> {
  return db
    .updateTable('feeds')
    .set({ texts_lease_until: now + LEASE_MS })
    .where('id', '=', feedId)
    .where('texts_due_at', '<=', now)
    .where((feed) =>
      feed.or([
        feed('texts_lease_until', 'is', null),
        feed('texts_lease_until', '<=', now),
        // A later end was set by a wrong clock.
        feed('texts_lease_until', '>', now + MAX_LEASE_MS),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

interface FetchedTextsOfFeed {
  feed: Feed;
  updates: readonly TextUpdate[];
  report: Omit<TextReport, 'waiting'>;
  base: string;
  deps: TextDeps;
}

async function storeTexts(
  transaction: Db,
  { feed: { id }, updates, report, base, deps }: FetchedTextsOfFeed,
): Promise<{ isQueued: boolean; isDue: boolean }> {
  const now = deps.clock.now();
  const changed = await writeTexts(transaction, id, updates);
  const feed = await transaction
    .updateTable('feeds')
    .set((column) => ({
      texts_lease_until: null,
      // Also for a page without a text: answers are cached by revision, and contain `text_pending`.
      ...(updates.length > 0 && { revision: column('revision', '+', 1), updated_at: now }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  // The feed was deleted meanwhile.
  if (feed === undefined) return { isQueued: false, isDue: false };
  if (feed.full_text === 0) await forgetPending(transaction, id, now);
  const pending = await countStates(transaction, id);
  const dueAt = nextDue(pending, now, updates.length > 0);
  await transaction
    .updateTable('feeds')
    .set({ texts_due_at: dueAt })
    .where('id', '=', id)
    .execute();
  if (updates.length > 0)
    await enterReport(transaction, feed, { ...report, waiting: sum(pending) });
  let isQueued = await publishWithheld(transaction, feed, { base, now });
  if (changed > 0 && deps.hub !== undefined) {
    isQueued = (await publishHubPing(transaction, { feed, hub: deps.hub, base, now })) || isQueued;
  }
  return { isQueued, isDue: dueAt !== null && dueAt <= now };
}

/** Publishes the events that waited for texts. */
async function publishWithheld(
  transaction: Db,
  feed: Feed,
  { base, now }: { base: string; now: number },
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('items')
    .select([...ITEM_COLUMNS, 'withheld'])
    .where('feed_id', '=', feed.id)
    .where('withheld', 'is not', null)
    .where((item) =>
      item.or([
        item('text_state', 'is', null),
        item('text_state', 'not in', ['waiting', 'stale'] satisfies TextState[]),
      ]),
    )
    .orderBy('added_at', 'desc')
    .orderBy('position')
    .execute();
  if (rows.length === 0) return false;
  const withheld = (what: Database['items']['withheld']['__select__']): ItemRow[] =>
    rows.filter((row) => row.withheld === what);
  await transaction
    .updateTable('items')
    .set({ withheld: null })
    .where('feed_id', '=', feed.id)
    .where(
      'identity',
      'in',
      rows.map(({ identity }) => identity),
    )
    .execute();
  return publishUpdate(transaction, {
    feed,
    summary: presentFeed(feed, base),
    newItems: withheld('new'),
    changedItems: withheld('changed'),
    now,
  });
}

/** Clears pending texts after full texts were turned off. */
async function forgetPending(transaction: Db, feedId: string, now: number): Promise<void> {
  const set = (from: TextState[], to: TextState | null) =>
    transaction
      .updateTable('items')
      .set({ text_state: to })
      .where('feed_id', '=', feedId)
      .where('text_state', 'in', from)
      .execute();
  await set(['stale'], 'full');
  await set(['waiting', 'retry'], null);
  await raiseRevision(transaction, feedId, now);
}

interface Pending {
  /** Number of items whose pages were not tried. */
  open: number;
  retry: number;
}

async function countStates(transaction: Db, feedId: string): Promise<Pending> {
  const rows = await transaction
    .selectFrom('items')
    .select(({ fn }) => ['text_state', fn.countAll<number>().as('items')])
    .where('feed_id', '=', feedId)
    .where('url', '<>', '')
    .where('text_state', 'in', ['waiting', 'stale', 'retry'] satisfies TextState[])
    .groupBy('text_state')
    .execute();
  const count = (isCounted: (state: TextState | null) => boolean) =>
    rows
      .filter(({ text_state }) => isCounted(text_state))
      .reduce((total, { items }) => total + Number(items), 0);
  return { open: count((state) => state !== 'retry'), retry: count((state) => state === 'retry') };
}

function sum({ open, retry }: Pending): number {
  return open + retry;
}

/** Time when pages are fetched next, in milliseconds; null if none is pending. */
export function nextDue({ open, retry }: Pending, now: number, isProgress: boolean): number | null {
  if (open > 0) return isProgress ? now : now + NO_TIME_MS;
  return retry > 0 ? now + RETRY_MS : null;
}

/** Adds the result to the newest row of the history. */
async function enterReport(transaction: Db, feed: Feed, report: TextReport): Promise<void> {
  const row = await transaction
    .selectFrom('refreshes')
    .select('texts')
    .where('feed_id', '=', feed.id)
    .where('number', '=', feed.refresh_count)
    .executeTakeFirst();
  if (row === undefined) return;
  const before = row.texts === null ? null : (JSON.parse(row.texts) as TextReport);
  const texts: TextReport = {
    fetched: (before?.fetched ?? 0) + report.fetched,
    failed: (before?.failed ?? 0) + report.failed,
    waiting: report.waiting,
    error: before?.error ?? report.error,
  };
  await transaction
    .updateTable('refreshes')
    .set({ texts: JSON.stringify(texts) })
    .where('feed_id', '=', feed.id)
    .where('number', '=', feed.refresh_count)
    .execute();
}

function settledUpdate(item: TextItem, result: TextResult | undefined): TextUpdate[] {
  if (result === undefined || !result.isTried) return [];
  const { state, text } = result;
  // A page that cannot be fetched again leaves the earlier text in place.
  if (text === undefined && item.textState === 'stale') return [{ item, state: 'full' }];
  return [{ item, state, ...(text && { text }) }];
}
