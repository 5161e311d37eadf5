import { setImmediate as others } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '../core/time.js';
import type { Database } from '../store/schema.js';

/**
 * Feeds looked through at once. No index finds the middle of a word, and looking through 100,000
 * feeds in one go took 0.2 to 0.4 s, in which a service on an embedded store answers nobody else.
 */
const SLICE = 1000;

/** What is searched, and where its feed is in the list of the newest. */
export interface Named {
  id: string;
  title: string;
  title_override: string | null;
  source_url: string;
  created_at: number;
}

/** Feeds to search, in any order. */
type NamedFeeds<Row extends Named> = SelectQueryBuilder<Database, 'feeds', Row>;

/**
 * Ids of those of the feeds that have this text in their title or address. Neither letter case nor
 * accents count, which the stores each have ideas of their own about.
 * @param compare another order than the newest first; then every feed is looked through
 */
export async function searchFeeds<Row extends Named>(
  feeds: NamedFeeds<Row>,
  search: string,
  { limit, offset }: Page,
  compare?: (a: Row, b: Row) => number,
): Promise<string[]> {
  const wanted = folded(search);
  const found: Row[] = [];
  for await (const slice of newestFirst(feeds)) {
    for (const feed of slice) if (has(feed, wanted)) found.push(feed);
    if (compare === undefined && found.length >= offset + limit) break;
  }
  if (compare !== undefined) found.sort(compare);
  return found.slice(offset, offset + limit).map(({ id }) => id);
}

/** Each slice begins behind the last feed of the one before: an offset would be walked each time. */
async function* newestFirst<Row extends Named>(feeds: NamedFeeds<Row>): AsyncGenerator<Row[]> {
  const ordered = feeds
    .clearOrderBy()
    .orderBy('feeds.created_at', 'desc')
    .orderBy('feeds.id')
    .limit(SLICE);
  let last: Named | undefined;
  do {
    const slice = await (last === undefined ? ordered : behind(ordered, last)).execute();
    yield slice;
    last = slice.length < SLICE ? undefined : slice.at(-1);
    await others();
  } while (last !== undefined);
}

function behind<Row extends Named>(feeds: NamedFeeds<Row>, last: Named): NamedFeeds<Row> {
  return feeds
    .where('feeds.created_at', '<=', last.created_at)
    .where(({ or, eb }) =>
      or([eb('feeds.created_at', '<', last.created_at), eb('feeds.id', '>', last.id)]),
    );
}

function has({ title, title_override, source_url }: Named, wanted: string): boolean {
  return [title_override ?? title, source_url].some((text) => folded(text).includes(wanted));
}

/** Most titles and nearly all addresses are plain ASCII, which needs no normalising. */
function folded(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
