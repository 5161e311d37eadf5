import type { Updateable } from 'kysely';
import { publishHubPing } from '../events/hub-ping.js';
import { driftSince, readDrift } from '../feeds/drift.js';
import { rhythmOf } from '../feeds/next-fetch.js';
import { recordPushLinks } from '../feeds/push-subscription.js';
import { type DocumentReading, readingColumns } from '../feeds/source-columns.js';
import { compareDocument, type DocumentComparison, rewritesOf } from '../items/compare-document.js';
import { compareNewEntries } from '../items/compare-new.js';
import { keptItems } from '../items/retention.js';
import { writeItems } from '../items/write-items.js';
import { newestDates } from '../schedule/interval.js';
import { learn, type Rhythm, timesOfAppearance } from '../schedule/rhythm.js';
import { formatRhythm } from '../schedule/rhythm-text.js';
import type { FeedsTable } from '../store/schema.js';
import { markTexts } from './full-texts.js';
import { publishItems } from './publish-items.js';
import { type RefreshAttempt, sourceOf, wasRead } from './read-source.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import { revalidationColumns, scheduleAfterSuccess, whilePushed } from './schedule.js';
import { storeAttempt } from './store-attempt.js';
import type { ClaimedFeed } from './suspension.js';

/** How a document is stored. */
export interface StoreOptions extends ReadOptions {
  /** Set when a hub sent the document: the end of the time in which it pushes, in milliseconds. */
  pushUntil?: number | null | undefined;
}

/** Compares a whole document with the stored items, stores the difference and publishes events. */
export async function storeDocument(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  attempt: RefreshAttempt & { reading: DocumentReading },
  { reread = false, pushUntil }: StoreOptions = {},
): Promise<RefreshResult | null> {
  const { reading, now } = attempt;
  const { document, state, freshForMs } = reading;
  const { origin } = state;
  const compared = await compareReading(deps, feed, attempt, {
    rewrite: reread,
    moved: isFoundAgain(reading),
    isPartial: pushUntil !== undefined,
  });
  const { comparison, wanted: textsWanted } =
    feed.full_text === 1
      ? await markTexts(deps.store.db, feed, compared)
      : { comparison: compared, wanted: 0 };
  const itemsNew = comparison.changes.added.length;
  const itemsChanged = rewritesOf(comparison.changes).filter(({ announce }) => announce).length;
  const isPushed = pushUntil !== undefined;
  const described = readingColumns(reading, sourceOf(feed), now);
  const drift = isPushed ? feed.drift : driftSince(feed.drift, described.drift);
  const visible = changesItems(comparison) || (!isPushed && looksDifferent(feed, described));
  const rhythm = rhythmAfter(feed, comparison, now);
  // The items that a feed starts with make no events.
  const announces = itemsNew + itemsChanged > 0 && wasRead(feed);
  // Looked up before the transaction, which holds the only connection.
  const hub = visible ? deps.hub : undefined;
  const publicBase = announces || hub !== undefined ? await deps.publicAddress.base() : '';
  const batchAt = Math.max(now, feed.last_batch_at + 1);
  let deliveries = 0;

  const stored = await storeAttempt(deps, feed, attempt, {
    outcome: visible ? 'updated' : 'unchanged',
    visible,
    itemsNew,
    published: comparison.changes.added.map(({ entry }) => entry.datePublished),
    itemsChanged,
    note: isPushed ? null : noteOf(attempt, drift),
    pushed: isPushed,
    textsWanted,
    columns: {
      identity_policy: comparison.identityPolicy,
      item_dates: JSON.stringify(newestDates(comparison.itemDates)),
      rhythm: formatRhythm(rhythm),
      ...(itemsNew > 0 ? { last_batch_at: batchAt } : {}),
      ...(textsWanted > 0 || feed.texts_due_at !== null ? { texts_due_at: now } : {}),
      ...(isPushed ? pushedColumns() : fetchedColumns()),
    },
    async write(transaction) {
      if (!isPushed && feed.push_links !== described.push_links) {
        await recordPushLinks(transaction, feed.id, described.push_links, now);
      }
      const items = await writeItems(transaction, {
        feedId: feed.id,
        comparison,
        origin,
        batchAt,
        now,
      });
      deliveries = announces
        ? await publishItems(transaction, feed, items, { base: publicBase, now })
        : 0;
      if (hub !== undefined) {
        deliveries += await publishHubPing(transaction, { feed, hub, base: publicBase, now });
      }
    },
  });
  if (stored !== null && deliveries > 0) deps.eventsPublished?.();
  return stored;

  /** A fetch that finds what was not pushed shows that the hub is not reliable. */
  function fetchedColumns(): ScheduledColumns {
    const until = announces ? null : feed.push_until;
    const hints = document.schedule;
    const scheduled = scheduleAfterSuccess(deps, feed, { now, rhythm, hints, freshForMs });
    return {
      ...described,
      drift,
      ...revalidationColumns(feed, attempt),
      ...whilePushed(deps, feed, scheduled, { now, pushUntil: until }),
      push_until: until,
    };
  }

  /** A hub may send some entries only, so the rest of the feed stays as it was fetched. */
  function pushedColumns(): ScheduledColumns {
    const until = pushUntil ?? null;
    const { next_refresh_at } = feed;
    // A source that cannot be fetched keeps the time of its retry. Only the first push postpones the
    // fetch: a hub that pushes often and misses some must not postpone it every time.
    const isRelied = feed.push_until !== null && feed.push_until > now;
    if (isRelied || feed.failures > 0 || feed.is_active === 0) {
      return { next_refresh_at, push_until: until };
    }
    const next = whilePushed(deps, feed, { next_refresh_at }, { now, pushUntil: until });
    return { ...next, push_until: until };
  }
}

/** Compares what was read; all of the document where that does not suffice. */
async function compareReading(
  { store, keepItems: keep }: RefreshDeps,
  feed: ClaimedFeed,
  { reading, last, now }: RefreshAttempt & { reading: DocumentReading },
  how: { rewrite: boolean; moved: boolean; isPartial: boolean },
): Promise<DocumentComparison> {
  const { origin } = reading.state;
  const { readWhole, document } = reading;
  if (readWhole !== undefined && last !== undefined) {
    const compared = await compareNewEntries(store.db, feed, { document, last }, { now, keep });
    if (compared !== null) return compared;
  }
  const whole = readWhole === undefined ? document : await readWhole();
  const { entries, digest, followed } = whole;
  const compared = { entries, digest, followed, origin };
  return compareDocument(store.db, feed, compared, { ...how, now, keep: keptItems(feed, keep) });
}

function isFoundAgain({ explanation }: DocumentReading): boolean {
  return (explanation?.foundAgain ?? null) !== null;
}

/** What the history says of a page whose list moved. */
function noteOf({ reading }: { reading: DocumentReading }, drift: string | null): string | null {
  const again = reading.explanation?.foundAgain ?? null;
  if (again !== null) return `The page changed; its list was found again: ${again}.`;
  const drifted = readDrift(drift);
  if (drifted === null) return null;
  const { found, expected } = drifted;
  return `The page changed, and its list was not found: ${found} of ${expected} items.`;
}

/** What the new and the changed items teach about when the source publishes. */
function rhythmAfter(feed: ClaimedFeed, { changes }: DocumentComparison, now: number): Rhythm {
  const changed = changes.changed.filter(({ announce }) => announce).length;
  const known = rhythmOf(feed);
  if (changes.added.length + changed === 0) return known;
  // The last fetch that could have shown them: what failed since then did not.
  const since = Math.min(feed.failing_since ?? now, feed.last_refreshed_at);
  const dates = changes.added.map(({ entry }) => entry.datePublished);
  return learn(known, { times: timesOfAppearance(dates, { since, now }), changed, now });
}

type ScheduledColumns = Updateable<FeedsTable> & { next_refresh_at: number };

function changesItems({ changes }: DocumentComparison): boolean {
  return changes.added.length + changes.toDrop.length + rewritesOf(changes).length > 0;
}

/** Whether the published feeds change by the metadata of the source. */
function looksDifferent(feed: ClaimedFeed, described: ReturnType<typeof readingColumns>): boolean {
  return (
    (feed.title_override === null && feed.title !== described.title) ||
    (feed.description_override === null && feed.description !== described.description) ||
    (feed.icon_override === null && feed.icon !== described.icon) ||
    feed.language !== described.language ||
    feed.podcast_xml !== described.podcast_xml ||
    feed.site_url !== described.site_url
  );
}
