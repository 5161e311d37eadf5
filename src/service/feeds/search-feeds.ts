import { setImmediate as others } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '../core/time.js';
import type { Database } from '../store/schema.js';

/**
 * Feeds searched per query. No index finds the middle of a word, and searching 100,000 feeds in one
 * query took 0.2 to 0.4 s, during which a service on an embedded store answers no other request.
 */
const SLICE = 1000;

/** The searched texts, and the position in the list of the newest. */
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
 * Ids of feeds whose title or address contains the text, ignoring case and accents, which the
 * stores handle differently.
 * @param compare another order than newest first; then every feed is searched
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

/**
 * Each slice starts after the last feed of the one before, because an offset is scanned each time.
 */
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

/** Most titles and nearly all addresses are ASCII, which needs no normalisation. */
function folded(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
