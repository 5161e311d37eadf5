import type { Insertable } from 'kysely';
import type { Feed } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { lockQuota } from '../accounts/feed-quota.js';
import { newFeedId } from '../core/ids.js';
import { publishUpdate } from '../events/publish-event.js';
import { chosenItems } from '../filters/apply-filters.js';
import { MUTED } from '../filters/muted.js';
import { documentList, writeFeedDocument } from '../items/feed-document.js';
import { insertItems, itemValues } from '../items/insert-items.js';
import { presentItem } from '../items/item.js';
import { AS_STORED } from '../items/look.js';
import { identify } from '../items/marks.js';
import { tombstoneHash } from '../items/retention.js';
import { writeTombstones } from '../items/write-items.js';
import { countItems } from '../operation/activity.js';
import { HEALTHY } from '../schedule/activity.js';
import { newestDates } from '../schedule/interval.js';
import { formatRhythm, startRhythm } from '../schedule/rhythm.js';
import type { DocumentReading, Source } from '../sources/source-reader.js';
import type { Database } from '../store/schema.js';
import { writeBatched } from '../store/write-batched.js';
import { joinBundlesOfAll } from './bundles-of-all.js';
import type { Deps } from './deps.js';
import { OWN_FEED_COLUMNS, presentFeed, presentFullFeed } from './feed.js';
import { type FetchChoice, NO_CHOICE, nextFetchColumns, type ScheduleDeps } from './next-fetch.js';
import { recordPushLinks } from './push-subscription.js';
import type { SettingCells } from './setting-columns.js';
import { readingColumns, sourceColumns } from './source-columns.js';
import { failingColumns, type UnreadReading } from './unread-feed.js';

export interface InsertOptions {
  /** True if the items are sent to the webhooks. */
  announce: boolean;
  /** See `Database['feeds'].filters`. */
  filters: string | null;
  /** See `Database['accounts'].muted`. */
  muted: string | null;
  /** The cells of the initial settings. */
  settings: Partial<SettingCells>;
}

/**
 * Stores a new feed with its initial items, and the events for them if requested, in one
 * transaction.
 * @returns the feed as read; null if the account has a feed of this source by now
 * @throws ServiceError FEED_LIMIT_REACHED, ACCOUNT_DISABLED; nothing is stored then
 */
export async function insertFeed(
  deps: Deps,
  account: Account,
  source: Source,
  reading: DocumentReading | UnreadReading,
  { announce, filters, muted, settings }: InsertOptions,
): Promise<Feed | null> {
  const { store, clock, publicAddress, eventsPublished } = deps;
  const now = clock.now();
  // The address is determined at the same time, because it may cost a read.
  const publicBase = publicAddress.base();
  publicBase.catch(() => undefined);
  const feed = {
    ...feedValues(account, source, reading, now),
    ...settings,
    ...scheduleColumns(deps, reading, now),
    ...('failure' in reading && failingColumns(reading, now)),
    filters,
  };
  const { entries, rest = [] } = reading.document;
  const identified = identify([...entries, ...rest], reading.state.origin);
  const [kept, beyond] = [new Set(entries), new Set(rest)];
  const listed = identified.filter(({ entry }) => kept.has(entry));
  const isTurned =
    reading.state.origin === 'feed' &&
    isOldestFirst(listed.map(({ entry }) => entry.datePublished));
  const inDocument = listed.map(({ entry, identity }, at) => {
    const position = isTurned ? listed.length - 1 - at : at;
    return itemValues(feed.id, identity, entry, { addedAt: now, position });
  });
  const items = isTurned ? inDocument.toReversed() : inDocument;
  const unkept = identified.filter(({ entry }) => beyond.has(entry));
  // The filters are applied before anything is stored, because they may take too long.
  const shown = await chosenItems(
    items.map((item) => presentItem(item, AS_STORED)),
    [
      { of: MUTED, filters: muted },
      { of: feed.id, filters },
    ],
    undefined,
  );
  const stored = await writeBatched(store, `insert ${account.id}`, async (transaction) => {
    const requireQuota = await lockQuota(transaction, account);
    const inserted = await transaction
      .insertInto('feeds')
      .values(feed)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'mode', 'source_key', 'region']).doNothing(),
      )
      .returning([...OWN_FEED_COLUMNS, 'account_id'])
      .executeTakeFirst();
    if (inserted === undefined) return null;
    await joinBundlesOfAll(transaction, inserted, now);
    await requireQuota();
    await insertItems(transaction, items);
    if (unkept.length > 0) {
      const hashes = unkept.map(({ identity }) => tombstoneHash(identity));
      await writeTombstones(transaction, inserted.id, hashes, now);
    }
    await writeFeedDocument(
      transaction,
      inserted.id,
      documentList(inDocument, reading.document.followed),
    );
    if (feed.push_links) await recordPushLinks(transaction, inserted.id, feed.push_links, now);
    if (!announce) return { row: inserted, isQueued: false };
    const summary = presentFeed(inserted, await publicBase);
    const update = { feed: inserted, summary, newItems: items, changedItems: [], now };
    return { row: inserted, isQueued: await publishUpdate(transaction, update) };
  });
  if (stored === null) return null;
  const { row, isQueued } = stored;
  const published = items.map(({ date_published }) => date_published);
  countItems(store, account.id, published, { now, isFirst: true });
  if (isQueued) eventsPublished?.();
  return withChoice(presentFullFeed(row, shown, await publicBase), reading);
}

/**
 * True if the feed lists its newest entry last, as some do; the last entry then becomes the newest
 * item. With two entries the order may be chance.
 */
function isOldestFirst(dates: readonly (number | null)[]): boolean {
  const isAscending = dates.every(
    (date, at) => date !== null && (at === 0 || date >= (dates[at - 1] ?? date)),
  );
  return isAscending && new Set(dates).size > 2;
}

/**
 * Adds the information for the creator of the feed: why this document is read, and whether the list
 * is that of the page.
 */
function withChoice(feed: Feed, { explanation, note }: DocumentReading): Feed {
  if (feed.document === undefined) return feed;
  const certainty = explanation === undefined ? {} : { confidence: explanation.confidence };
  return { ...feed, document: { ...feed.document, ...certainty, ...(note && { note }) } };
}

function feedValues(
  account: Account,
  source: Source,
  reading: DocumentReading,
  now: number,
): Omit<Insertable<Database['feeds']>, keyof ReturnType<typeof scheduleColumns>> {
  return {
    id: newFeedId(),
    account_id: account.id,
    ...sourceColumns(source),
    ...readingColumns(reading, source, now),
    item_dates: JSON.stringify(newestDates(datesOf(reading))),
    last_batch_at: now,
    refresh_count: 0,
    created_at: now,
    updated_at: now,
    revision: 1,
  };
}

/** The columns for the next fetch after the first one. */
export function scheduleColumns(
  deps: ScheduleDeps,
  reading: DocumentReading,
  now: number,
  choice: FetchChoice = NO_CHOICE,
) {
  const rhythm = startRhythm(datesOf(reading), now);
  return {
    is_active: HEALTHY.isActive ? 1 : 0,
    inactive_reason: HEALTHY.reason,
    failures: HEALTHY.failures,
    failing_since: HEALTHY.failingSince,
    gone_answers: HEALTHY.goneAnswers,
    ...nextFetchColumns(deps, choice, {
      now,
      rhythm,
      hints: reading.document.schedule,
      freshForMs: reading.freshForMs,
    }),
    rhythm: formatRhythm(rhythm),
    last_refreshed_at: now,
    last_error: null,
    lease_token: null,
    lease_expires_at: null,
  } as const;
}

export function datesOf({ document }: DocumentReading): (number | null)[] {
  return document.entries.map((entry) => entry.datePublished);
}
