import type { SourceDocument } from '../core/source-document.js';
import { newestDates, SAMPLE } from '../schedule/interval.js';
import { prepared } from '../store/prepared.js';
import type { RowOf } from '../store/schema.js';
import { chunks, type Db } from '../store/store.js';
import { type Changes, kindOfUpdate, type Update, update } from './changes.js';
import {
  type DocumentComparison,
  datedItems,
  dateOf,
  type IncomingItem,
  incomingItems,
  rewritesOf,
} from './compare-document.js';
import type { FeedDocument, StoredDigest } from './feed-document.js';
import { guidMark, plainIdentities } from './marks.js';
import { isMove } from './moved-list.js';
import { isNextEdition, vanishedFromInside } from './recognise.js';
import { KEEP_ITEMS, TOMBSTONE_LIFE, tombstoneHash } from './retention.js';
import { countItems, readItemsOf, readOldestItems, type StoredItem } from './stored-items.js';
import { comparableTitle, similarTitles } from './title-similarity.js';

/** A document of which only the new and the changed entries were read. */
interface PartialDocument {
  document: Pick<SourceDocument, 'entries' | 'digest' | 'places'>;
  last: FeedDocument;
}

type ComparedFeed = Pick<RowOf<'feeds'>, 'id' | 'item_dates'>;

/**
 * As `compareDocument`, for a document of which the known entries were not read. The stored items
 * are not read either. Null if the outcome could depend on further entries, for example because
 * some vanished from the middle of the list; all entries must then be read.
 * @param keep number of items of the feed to keep
 */
export async function compareNewEntries(
  db: Db,
  feed: ComparedFeed,
  { document, last }: PartialDocument,
  { now, keep = KEEP_ITEMS }: { now: number; keep?: number | undefined },
): Promise<DocumentComparison | null> {
  const identities = plainIdentities(document.entries);
  const { digest: before } = last;
  if (identities === null || before === null || !document.digest || !document.places) return null;
  const list = foundList(document.places, identities, last.identities);
  const known = new Set(last.identities);
  // A changed entry has the same identity and another text: only the new text may be listed.
  if (new Set(list).size < list.length) return null;
  if ((await countItems(db, feed.id)) !== before.stored) return null;

  const stored = await readItemsOf(db, feed.id, identities);
  const incoming = placed(document, identities, stored);
  const changes = changedItems(stored, incoming, now);
  if (rewritesOf(changes).some(mayBeOther)) return null;
  const hashes = changes.added.map(({ key }) => tombstoneHash(key));
  const tombstones = await readTombstones(db, feed.id, hashes, now - TOMBSTONE_LIFE);
  if (tombstones.some((hash) => hashes.includes(hash))) return null;
  if (mayBeKnown(changes.added.length, last.identities, before, list)) return null;

  const listedAndStored = list.length - changes.added.length;
  const unlisted = before.stored - listedAndStored;
  const surplus = unlisted - Math.max(0, keep - changes.added.length - listedAndStored);
  changes.toDrop = await oldestUnlisted(db, feed.id, new Set(list), Math.min(surplus, unlisted));
  if (datedItems(changes, 'feed').length > 0) return null;
  const itemDates = newestAfter(JSON.parse(feed.item_dates ?? '[]'), changes);
  if (itemDates === null) return null;

  const dates = datesByIdentity(last.identities, before.dates, changes);
  const isSame = list.length === known.size && list.every((key, at) => last.identities[at] === key);
  const digest: StoredDigest = {
    ...document.digest,
    dates: list.map((identity) => dates.get(identity) ?? null),
    stored: before.stored + changes.added.length - changes.toDrop.length,
  };
  const isSameText = isSame && document.entries.length === 0;
  return {
    changes,
    list: isSameText ? null : { identities: list, digest },
    seenTombstones: [],
    expiredTombstones: tombstones,
    dated: [],
    itemDates,
  };
}

/** The identities of all entries, in the order of the document. */
function foundList(
  places: readonly (number | null)[],
  read: readonly string[],
  known: readonly string[],
): string[] {
  let next = 0;
  return places.map((place) => (place === null ? read[next++] : known[place]) ?? '');
}

function placed(
  { entries, places = [] }: PartialDocument['document'],
  identities: readonly string[],
  stored: readonly StoredItem[],
): IncomingItem[] {
  const positions = places.flatMap((place, position) => (place === null ? [position] : []));
  const identified = entries.map((entry, at) => ({ entry, identity: identities[at] ?? '' }));
  return incomingItems(identified, stored).map((item, at) => ({
    ...item,
    position: positions[at] ?? at,
  }));
}

function changedItems(
  stored: readonly StoredItem[],
  incoming: readonly IncomingItem[],
  now: number,
) {
  const byKey = new Map(stored.map((item) => [item.key, item]));
  const changes: Changes<StoredItem, IncomingItem> = {
    ...{ listed: [...incoming], added: [], changed: [], renamed: [], rewritten: [] },
    ...{ unchanged: [], returned: [], toDrop: [] },
  };
  for (const item of incoming) {
    const same = byKey.get(item.key);
    if (same === undefined) changes.added.push(item);
    else changes[kindOfUpdate(same, item, { now })].push(update(same, item, { now }));
  }
  return changes;
}

/** True if another item may have the same name; see `recognise`. */
function mayBeOther({ stored, incoming }: Update<StoredItem, IncomingItem>): boolean {
  if (isNextEdition(stored, incoming)) return true;
  const [before, after] = [comparableTitle(stored.title), comparableTitle(incoming.title)];
  const isEdited = before !== null && after !== null && similarTitles(before, after);
  return guidMark(incoming) === null && stored.title !== incoming.title && !isEdited;
}

/**
 * Maximum number of hashes per statement: the text of a statement depends on their number, and few
 * statements are cached.
 */
const HASHES_PER_STATEMENT = 10;

const selectTombstones = prepared((db, feedId: string, expiredAt: number, ...hashes: string[]) =>
  db
    .selectFrom('tombstones')
    .select('hash')
    .where('feed_id', '=', feedId)
    .where((row) => row.or([row('last_seen_at', '<=', expiredAt), row('hash', 'in', hashes)])),
);

/** Reads which of these items were dropped, and which tombstones have expired. */
async function readTombstones(
  db: Db,
  feedId: string,
  hashes: readonly string[],
  expiredAt: number,
): Promise<string[]> {
  const found = new Set<string>();
  const parts = hashes.length === 0 ? [[]] : chunks(hashes, HASHES_PER_STATEMENT);
  for (const part of parts) {
    const padding = Array<string>(HASHES_PER_STATEMENT - part.length).fill('');
    const rows = await selectTombstones(db, feedId, expiredAt, ...part, ...padding);
    for (const { hash } of rows) found.add(hash);
  }
  return [...found];
}

/** True if a new entry could be an item that is no longer listed; see `recognise`. */
function mayBeKnown(
  added: number,
  identities: readonly string[],
  { dates }: StoredDigest,
  list: readonly string[],
): boolean {
  const before = identities.map((key, position) => ({
    key,
    position,
    date: dates[position] ?? null,
  }));
  const names = new Set(list);
  const listed = new Set(before.filter(({ key }) => names.has(key)));
  if (added === 0) return false;
  if (listed.size === 0 || isMove(added, list.length)) return true;
  return vanishedFromInside(before, listed, []).length > 0;
}

async function oldestUnlisted(
  db: Db,
  feedId: string,
  listed: ReadonlySet<string>,
  count: number,
): Promise<StoredItem[]> {
  if (count <= 0) return [];
  const oldest = await readOldestItems(db, feedId, count + listed.size);
  const unlisted = oldest.filter(({ key }) => !listed.has(key)).slice(0, count);
  // The order is newest first, as in the comparison of all entries.
  return unlisted.reverse();
}

/**
 * The newest dates of the items after the update; null if they are not known without reading the
 * items.
 */
function newestAfter(
  newest: readonly number[],
  changes: Changes<StoredItem, IncomingItem>,
): number[] | null {
  const dates = [...newest];
  const remove = (date: number | null) => {
    const at = date === null ? -1 : dates.indexOf(date);
    if (at >= 0) dates.splice(at, 1);
  };
  for (const { date } of changes.toDrop) remove(date);
  for (const { stored } of rewritesOf(changes)) remove(stored.date);
  const rewritten = rewritesOf(changes).map((change) => dateOf(change, 'feed'));
  dates.push(...newestDates([...changes.added.map(({ date }) => date), ...rewritten]));
  // If some dates are missing, unread items may be newer than the oldest of these.
  const least = newest.at(-1) ?? 0;
  const isWhole = newest.length < SAMPLE;
  return isWhole || dates.filter((date) => date >= least).length >= SAMPLE ? dates : null;
}

function datesByIdentity(
  identities: readonly string[],
  dates: readonly (number | null)[],
  changes: Changes<StoredItem, IncomingItem>,
): Map<string, number | null> {
  return new Map([
    ...identities.map((identity, at) => [identity, dates[at] ?? null] as const),
    ...changes.added.map(({ key, date }) => [key, date] as const),
    ...changes.unchanged.map(({ stored: { key, date } }) => [key, date] as const),
    ...rewritesOf(changes).map((change) => [change.incoming.key, dateOf(change, 'feed')] as const),
  ]);
}
