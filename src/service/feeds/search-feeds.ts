import { setImmediate as others } from 'node:timers/promises';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../base/fold-text.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/paging.js';
import { isBehind, type Place } from '../store/creation-order.js';
import { isPostgres, TITLE_ORDER } from '../store/dialect.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';

/**
 * Number of feeds that are searched per query. It is small at first, because such a search usually
 * finds a page of feeds among as many of the newest; it is limited, so that a service on an
 * embedded store can answer other requests meanwhile.
 */
const SLICE = { growth: 4, most: 16_000 };

/** The searched texts, and the position of the feed in the list of the newest. */
export interface Named {
  id: string;
  title: string;
  title_override: string | null;
  source_url: string;
  created_at: number;
}

/** A query for the feeds to search, in any order. */
type NamedFeeds<Row extends Named> = SelectQueryBuilder<Database, 'feeds', Row>;

/** A search for feeds. */
export interface FeedSearch {
  text: string;
  /** Ids of the only feeds that may match, from `mayMatch`; null if any may. */
  among: readonly string[] | null;
}

/**
 * Ids of feeds whose title or address contains the text, ignoring case and accents, which the
 * stores handle differently.
 * @param feeds the feeds to search; if the feeds that may match are known, only those are searched
 * @param compare another order than newest first; every feed is then searched
 */
export async function searchFeeds<Row extends Named>(
  feeds: NamedFeeds<Row>,
  { text, among }: FeedSearch,
  { limit, offset }: Page,
  compare?: (a: Row, b: Row) => number,
): Promise<string[]> {
  const wanted = foldText(text);
  if (among !== null && compare === undefined) {
    // Nearly always all of these feeds have the text: no other row is read, and there may be
    // thousands.
    const page = await feedsInOrder(feeds)
      .limit(offset + limit)
      .execute();
    if (page.every((feed) => has(feed, wanted))) return page.slice(offset).map(({ id }) => id);
  }
  const found: Row[] = [];
  const first = compare === undefined ? Math.min(offset + limit, SLICE.most) : SLICE.most;
  const slices =
    among === null ? newestFirst(feeds, mayHave(wanted), first) : [await feeds.execute()];
  for await (const slice of slices) {
    for (const feed of slice) if (has(feed, wanted)) found.push(feed);
    if (among === null && compare === undefined && found.length >= offset + limit) break;
  }
  if (among !== null || compare !== undefined) found.sort(compare ?? newest);
  return found.slice(offset, offset + limit).map(({ id }) => id);
}

function newest(a: Named, b: Named): number {
  return Number(b.created_at) - Number(a.created_at) || (a.id < b.id ? -1 : 1);
}

/**
 * Maximum number of feeds that `mayMatch` returns: if more match, the newest feeds contain a page
 * of them.
 */
const MAX_MATCHES = 2000;

/** Number of letters of each part in the index. */
const PART = 3;

/**
 * Number of the newest feeds whose names are compared with a text that is too short for the index.
 */
const COMPARED = 2000;

/**
 * The newest feeds that may contain a text of one or two letters at any position; none for a longer
 * text.
 */
export async function newestThatMayMatch(
  feeds: NamedFeeds<Named>,
  text: string,
): Promise<string[]> {
  const wanted = foldText(text);
  if (!isShort(wanted)) return [];
  const { value } = await newestFirst(feeds, mayHave(wanted), COMPARED).next();
  return (value ?? []).map(({ id }: Named) => id);
}

/**
 * The feeds of an account that may match a text, from the index of their names; null if the index
 * does not help: for a text that many feeds have, and on PostgreSQL without the extension. For a
 * text of one or two letters, the feeds whose titles begin with it: a comparison of the names of a
 * million feeds took a second.
 */
export async function mayMatch(db: Db, account: Account, text: string): Promise<string[] | null> {
  const wanted = foldText(text);
  const matches = isAscii(wanted) ? await indexed(db, account, wanted) : [];
  if (matches === null) return null;
  const isOther = isPostgres(db) ? sql`length(names) <> octet_length(names)` : sql`is_ascii = 0`;
  const { rows: others } = await sql<{ feed_id: string }>`
    select feed_id from feed_names where account_id = ${account.id} and ${isOther}
    limit ${MAX_MATCHES + 1}`.execute(db);
  const ids = [...matches, ...others.map(({ feed_id }) => feed_id)];
  return ids.length > MAX_MATCHES ? null : ids;
}

/** The matching feeds whose names contain only ASCII characters. */
async function indexed(db: Db, account: Account, wanted: string): Promise<string[] | null> {
  if (wanted.includes('\0')) return null;
  if (isShort(wanted)) return titled(db, account, wanted);
  const part = wanted
    .split(/[ -]/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest));
  if (part.length < PART) return null;
  if (isPostgres(db)) {
    if (!(await hasTrigrams(db))) return null;
    const { rows } = await sql<{ feed_id: string }>`
      select feed_id from feed_names
      where names like ${patternOf(wanted)} and account_id || '' = ${account.id}
      limit ${MAX_MATCHES + 1}`.execute(db);
    return rows.length > MAX_MATCHES ? null : rows.map(({ feed_id }) => feed_id);
  }
  const phrase = `"${part.replaceAll('"', '""')}"`;
  // The count includes all accounts, because the index does not distinguish them.
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from feed_trigrams where feed_trigrams match ${phrase} limit ${MAX_MATCHES + 1}
    )`.execute(db);
  if (Number(counted[0]?.count) > MAX_MATCHES) return null;
  const { rows } = await sql<{ feed_id: string }>`
    select feed_id from feed_trigrams
    cross join feed_names on feed_names.number = feed_trigrams.rowid
    where feed_trigrams match ${phrase} and account_id = ${account.id}`.execute(db);
  return rows.map(({ feed_id }) => feed_id);
}

/** The feeds whose titles begin with the text. */
async function titled(db: Db, account: Account, start: string): Promise<string[] | null> {
  const title = sql.raw(TITLE_ORDER);
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    // The character U+10FFFF is the greatest.
    .where(sql<SqlBool>`${title} >= ${start} and ${title} < ${`${start}\u{10ffff}`}`)
    .limit(MAX_MATCHES + 1)
    .execute();
  return rows.length > MAX_MATCHES ? null : rows.map(({ id }) => id);
}

async function hasTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('feed_names_trigrams') is not null as has`.execute(db);
  return rows[0]?.has ?? false;
}

/**
 * The feeds for which the condition is true. Each slice starts after the last feed of the previous
 * one, because an offset is scanned each time.
 */
async function* newestFirst<Row extends Named>(
  feeds: NamedFeeds<Row>,
  condition: Condition,
  first: number,
): AsyncGenerator<Row[]> {
  const ordered = feedsInOrder(feeds);
  let rest = ordered;
  for (let size = first; ; size = Math.min(size * SLICE.growth, SLICE.most)) {
    const last = await rest
      .clearSelect()
      .select(['feeds.created_at', 'feeds.id'])
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst();
    const slice = last === undefined ? rest : until(rest, last);
    yield await slice.where(condition).execute();
    if (last === undefined) return;
    // The query does not start from `rest`: the conditions would accumulate.
    rest = ordered.where(isBehind('feeds', last));
    await others();
  }
}

function feedsInOrder<Row extends Named>(feeds: NamedFeeds<Row>): NamedFeeds<Row> {
  return feeds.clearOrderBy().orderBy('feeds.created_at', 'desc').orderBy('feeds.id');
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
 * ASCII letters, so only texts with other characters need `has`. Reading the texts of 100,000 feeds
 * took 0.7 s.
 */
function mayHave(wanted: string): Condition {
  const texts = [sql`coalesce(feeds.title_override, feeds.title)`, sql`feeds.source_url`];
  const pattern = patternOf(wanted);
  const each = texts.map(
    (text) =>
      sql`lower(${text}) like ${pattern} escape '\\' or length(${text}) <> octet_length(${text})`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/**
 * The LIKE pattern for a text. A dash after a word is folded to a space, and several spaces to one,
 * but names in the database are not folded.
 */
function patternOf(wanted: string): string {
  return `%${wanted.replace(/[\\%_]/g, '\\$&').replace(/[ -]+/g, '%')}%`;
}

function has({ title, title_override, source_url }: Named, wanted: string): boolean {
  return [title_override ?? title, source_url].some((text) => foldText(text).includes(wanted));
}

/**
 * True if the text is too short for the index of parts. A text that all feeds have, such as "", is
 * found by the search of all feeds.
 */
function isShort(wanted: string): boolean {
  return wanted !== '' && wanted.length < PART && isAscii(wanted);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
