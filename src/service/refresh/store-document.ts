import { publishUpdate } from '../events/publish-event.js';
import { driftSince, readDrift } from '../feeds/drift.js';
import { presentFeed } from '../feeds/feed.js';
import { rhythmOf } from '../feeds/next-fetch.js';
import { type DocumentReading, readingColumns } from '../feeds/source-columns.js';
import { compareDocument, type DocumentComparison, rewritesOf } from '../items/compare-document.js';
import { writeItems } from '../items/write-items.js';
import { newestDates } from '../schedule/interval.js';
import { learn, type Rhythm, timesOfAppearance } from '../schedule/rhythm.js';
import type { ClaimedFeed } from './claim.js';
import { type Look, sourceOf } from './read-source.js';
import type { ReadOptions, RefreshDeps, RefreshResult } from './refresh-result.js';
import { revalidationColumns, scheduleAfterSuccess } from './schedule.js';
import { storeAttempt } from './store-look.js';

/** Compares a whole document with the stored items, stores the difference and publishes events. */
export async function storeDocument(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  look: Look & { reading: DocumentReading },
  { reread = false }: ReadOptions = {},
): Promise<RefreshResult | null> {
  const { reading, now } = look;
  const { document, state, freshForMs } = reading;
  const { origin } = state;
  const comparison = await compareDocument(
    deps.store.db,
    feed,
    { entries: document.entries, origin },
    { now, keep: deps.keepItems, rewrite: reread, moved: isFoundAgain(reading) },
  );
  const itemsNew = comparison.changes.added.length;
  const itemsChanged = rewritesOf(comparison.changes).filter(({ announce }) => announce).length;
  const described = readingColumns(reading, sourceOf(feed), now);
  const drift = driftSince(feed.drift, described.drift);
  const visible = changesItems(comparison) || looksDifferent(feed, described);
  const announces = itemsNew + itemsChanged > 0;
  // Looked up before the transaction, which holds the only connection.
  const publicBase = announces ? await deps.publicAddress.base() : '';
  const batchAt = Math.max(now, feed.last_batch_at + 1);
  let deliveries = 0;

  const stored = await storeAttempt(deps, feed, look, {
    outcome: visible ? 'updated' : 'unchanged',
    visible,
    itemsNew,
    itemsChanged,
    note: noteOf(look, drift),
    columns: {
      ...described,
      drift,
      ...revalidationColumns(feed, look),
      identity_policy: comparison.identityPolicy,
      item_dates: JSON.stringify(newestDates(comparison.itemDates)),
      ...(itemsNew > 0 ? { last_batch_at: batchAt } : {}),
      ...scheduleAfterSuccess(deps, feed, {
        now,
        rhythm: rhythmAfter(feed, comparison, now),
        hints: document.schedule,
        freshForMs,
      }),
    },
    async write(transaction, row) {
      const items = await writeItems(transaction, {
        feedId: feed.id,
        comparison,
        origin,
        batchAt,
        now,
      });
      const summary = presentFeed(row, publicBase);
      const update = { feed: row, summary, ...items, now };
      deliveries = announces ? await publishUpdate(transaction, update) : 0;
    },
  });
  if (stored !== null && deliveries > 0) deps.announced?.();
  return stored;
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
