import { setImmediate as others } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '../core/time.js';
import { isBehind, type Place } from '../store/creation-order.js';
import type { Database } from '../store/schema.js';

/**
 * Feeds searched per query: few at first, because most searches find a page of feeds among the
 * newest; never so many that a service on an embedded store answers no other request meanwhile.
 */
const SLICE = { first: 1000, most: 16_000 };

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
  for await (const slice of newestFirst(feeds, mayHave(wanted))) {
    for (const feed of slice) if (has(feed, wanted)) found.push(feed);
    if (compare === undefined && found.length >= offset + limit) break;
  }
  if (compare !== undefined) found.sort(compare);
  return found.slice(offset, offset + limit).map(({ id }) => id);
}

/**
 * The feeds for which the condition is true. Each slice starts after the last feed of the one before,
 * because an offset is scanned each time.
 */
async function* newestFirst<Row extends Named>(
  feeds: NamedFeeds<Row>,
  condition: Condition,
): AsyncGenerator<Row[]> {
  const ordered = feeds.clearOrderBy().orderBy('feeds.created_at', 'desc').orderBy('feeds.id');
  let rest = ordered;
  for (let size = SLICE.first; ; size = Math.min(2 * size, SLICE.most)) {
    const last = await rest
      .clearSelect()
      .select(['feeds.created_at', 'feeds.id'])
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst();
    const slice = last === undefined ? rest : until(rest, last);
    yield await slice.where(condition).execute();
    if (last === undefined) return;
    // Not of `rest`: the conditions would add up.
    rest = ordered.where(isBehind('feeds', last));
    await others();
  }
}

function until<Row extends Named>(feeds: NamedFeeds<Row>, last: Place): NamedFeeds<Row> {
  return feeds
    .where('feeds.created_at', '>=', last.created_at)
    .where(({ or, eb }) =>
      or([eb('feeds.created_at', '>', last.created_at), eb('feeds.id', '<=', last.id)]),
    );
}

type Condition = RawBuilder<SqlBool>;

/**
 * True for each feed that has the text, and for some that do not: both stores ignore the case of
 * ASCII letters, so that only texts with other characters are left to `has`. Reading the texts of
 * 100,000 feeds took 0.7 s.
 */
function mayHave(wanted: string): Condition {
  const texts = [sql`coalesce(feeds.title_override, feeds.title)`, sql`feeds.source_url`];
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  const each = texts.map(
    (text) =>
      sql`lower(${text}) like ${pattern} escape '\\' or length(${text}) <> octet_length(${text})`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

function has({ title, title_override, source_url }: Named, wanted: string): boolean {
  return [title_override ?? title, source_url].some((text) => folded(text).includes(wanted));
}

/** Most titles and nearly all addresses are ASCII, which needs no normalisation. */
function folded(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
