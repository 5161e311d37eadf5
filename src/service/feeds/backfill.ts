import * as z from 'zod';
import { parseUrl } from '../../base/url.js';
import {
  type BackfillBody,
  type Backfilled,
  MAX_BACKFILL_ITEMS,
  MAX_BACKFILL_REQUESTS,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { decodeCursor, encodeCursor } from '../core/paging.js';
import type { SourceEntry } from '../core/source-document.js';
import { compareDocument, type IncomingItem } from '../items/compare-document.js';
import { insertItems, itemValues } from '../items/insert-items.js';
import { KEEP_ITEMS } from '../items/retention.js';
import { generatorRule } from '../sources/reading-state.js';
import type { OlderDocument, UrlSource } from '../sources/source-reader.js';
import type { RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';
import { findWholeFeed, raiseRevision } from './feed.js';
import { sourceOf } from './source-columns.js';

/** Time for which one call reads documents, in milliseconds. */
const CALL_MS = 8000;

/**
 * Number of consecutive documents without an unknown item after which the backfill ends: archives
 * may repeat the items of the feed.
 */
const MAX_KNOWN_DOCUMENTS = 2;

const cursorSchema = z.strictObject({
  next: z.string().max(4096),
  items: z.int().min(0),
  requests: z.int().min(0).max(MAX_BACKFILL_REQUESTS),
  limit: z.int().min(1).max(MAX_BACKFILL_ITEMS),
  /** Milliseconds; null if items of any date and without a date are included. */
  since: z.int().nullable(),
  /** Number of consecutive documents without an unknown item. */
  known: z.int().min(0),
  /** Prefixes of the hashes of the documents that were read so far. */
  seen: z.array(z.string().max(12)).max(MAX_BACKFILL_REQUESTS),
});

type Progress = z.infer<typeof cursorSchema>;
type Ended = NonNullable<Backfilled['ended']>;
type Feed = RowOf<'feeds'>;

/**
 * POST /v1/feeds/:id/backfill: stores items that are older than those that the source lists first,
 * from some documents per call and from at most 50 in all. They form batches that are older than
 * all stored items; no event is sent for them. Links to another origin are not followed.
 * @throws ServiceError FEED_NOT_FOUND; INVALID_FIELD for a news feed or an invalid cursor. Problems
 * of the source are in the result
 */
export async function backfillFeed(
  deps: Deps,
  account: Account,
  id: string,
  { cursor, limit = MAX_BACKFILL_ITEMS, since }: BackfillBody,
): Promise<Backfilled> {
  const feed = await findUrlFeed(deps.store.db, account, id);
  const progress: Progress =
    cursor === undefined
      ? {
          ...{
            next: feed.poll_url || feed.source_url,
            items: 0,
            requests: 0,
            known: 0,
            seen: [],
            limit,
          },
          since: since === undefined ? null : Date.parse(since),
        }
      : decodeCursor(cursorSchema, cursor);
  const until = performance.now() + CALL_MS;
  for (;;) {
    const stop = await readOne(deps, feed, progress);
    if (stop !== null) return result(progress, stop);
    if (performance.now() >= until) return result(progress, null);
  }
}

interface Stop {
  ended: Ended;
  message?: string;
}

/**
 * Reads one document and stores its unknown items.
 * @returns the reason to stop; null to continue
 */
async function readOne(deps: Deps, feed: Feed, progress: Progress): Promise<Stop | null> {
  if (progress.requests >= MAX_BACKFILL_REQUESTS) return { ended: 'limits' };
  const address = progress.next;
  if (parseUrl(address)?.origin !== new URL(feed.poll_url || feed.source_url).origin) {
    return { ended: 'limits', message: `${feed.poll_url} continues at another site: ${address}` };
  }
  const isFirst = progress.requests === 0;
  progress.requests += 1;
  let document: OlderDocument;
  try {
    const rule = generatorRule({ origin: feed.origin, rule: JSON.parse(feed.rule ?? 'null') });
    document = await deps.reader.readOlder(sourceOf(feed) as UrlSource, { address, rule });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A source may link to one page too many; WordPress answers 404 after the last page.
    return isFirst ? { ended: 'failed', message: error.message } : endedBy(error);
  }
  const hash = document.hash.slice(0, 12);
  if (progress.seen.includes(hash)) return { ended: 'limits' };
  progress.seen.push(hash);
  const stored = await storeUnknown(deps, feed, document.entries, progress);
  progress.items += stored.count;
  if (stored.isFull) return { ended: 'full' };
  if (progress.items >= progress.limit || stored.isTooOld) return { ended: 'complete' };
  if (document.next === null) return { ended: isFirst ? 'no-older-items' : 'end' };
  progress.known = stored.count > 0 || isFirst ? 0 : progress.known + 1;
  if (progress.known > MAX_KNOWN_DOCUMENTS) return { ended: 'limits' };
  progress.next = document.next;
  return null;
}

function endedBy({ code, message }: ServiceError): Stop {
  const isMissing = code === 'NO_ITEMS_FOUND' || /\b(?:404|410)\b/.test(message);
  return isMissing ? { ended: 'end' } : { ended: 'failed', message };
}

interface StoredEntries {
  count: number;
  /** True if the feed has reached its maximum number of items. */
  isFull: boolean;
  /** True if all items of the document are older than the requested time. */
  isTooOld: boolean;
}

async function storeUnknown(
  { store, clock, keepItems = KEEP_ITEMS }: Deps,
  feed: Feed,
  entries: readonly SourceEntry[],
  { limit, items, since }: Progress,
): Promise<StoredEntries> {
  const dates = entries.map(({ datePublished }) => datePublished);
  const isTooOld =
    since !== null && entries.length > 0 && dates.every((date) => date !== null && date < since);
  const wanted =
    since === null
      ? entries
      : entries.filter(({ datePublished: date }) => date !== null && date >= since);
  return store.db.transaction().execute(async (transaction) => {
    const known = await storedItems(transaction, feed.id);
    const document = { entries: wanted, origin: feed.origin };
    const how = { now: clock.now(), isPartial: true };
    const unknown = (await compareDocument(transaction, feed, document, how)).changes.added;
    const room = Math.max(0, keepItems - known.stored);
    const chosen = unknown.slice(0, Math.min(room, limit - items));
    if (chosen.length > 0) {
      await insertOlder(transaction, feed.id, chosen, known.oldest - 1);
      await raiseRevision(transaction, feed.id, clock.now());
    }
    return { count: chosen.length, isFull: unknown.length > room, isTooOld };
  });
}

/** The number of stored items of the feed, and the time of the oldest batch. */
async function storedItems(db: Db, feedId: string): Promise<{ stored: number; oldest: number }> {
  const row = await db
    .selectFrom('items')
    .select(({ fn }) => [
      fn.countAll<number>().as('stored'),
      fn.min<number | null>('added_at').as('oldest'),
    ])
    .where('feed_id', '=', feedId)
    .executeTakeFirstOrThrow();
  return { stored: Number(row.stored), oldest: Number(row.oldest ?? Number.MAX_SAFE_INTEGER) };
}

/**
 * Inserts items in batches that are older than all existing ones, so that they come last in every
 * list.
 */
async function insertOlder(
  db: Db,
  feedId: string,
  entries: readonly IncomingItem[],
  addedAt: number,
): Promise<void> {
  const items = entries.map(({ entry, key }, position) =>
    itemValues(feedId, key, entry, { addedAt, position }),
  );
  await insertItems(db, items);
}

async function findUrlFeed(db: Db, account: Account, id: string): Promise<Feed> {
  const feed = await findWholeFeed(db, account, id);
  if (feed.mode === 'url') return feed;
  throw new ServiceError(
    'INVALID_FIELD',
    `Feed ${id} follows ${feed.mode === 'changes' ? 'the changes of a page' : 'the news'}, which has no older documents: backfill is for sources with a list.`,
  );
}

function result({ items, requests, ...rest }: Progress, stop: Stop | null): Backfilled {
  return {
    ...{ items, requests, ended: stop?.ended ?? null, message: stop?.message ?? null },
    cursor: stop === null ? encodeCursor({ items, requests, ...rest }) : null,
  };
}
