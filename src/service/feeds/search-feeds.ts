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
 * Feeds searched per query: few at first, because a search that gets here mostly finds a page of feeds
 * among as many of the newest; never so many that a service on an embedded store answers no other
 * request meanwhile.
 */
const SLICE = { growth: 4, most: 16_000 };

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

/** A search for feeds. */
export interface FeedSearch {
  text: string;
  /** Ids of the only feeds that may match, as `mayMatch` tells them; null: any. */
  among: readonly string[] | null;
}

/**
 * Ids of feeds whose title or address contains the text, ignoring case and accents, which the
 * stores handle differently.
 * @param feeds those to search, of which those that may match when these are known
 * @param compare another order than newest first; then every feed is searched
 */
export async function searchFeeds<Row extends Named>(
  feeds: NamedFeeds<Row>,
  { text, among }: FeedSearch,
  { limit, offset }: Page,
  compare?: (a: Row, b: Row) => number,
): Promise<string[]> {
  const wanted = foldText(text);
  if (among !== null && compare === undefined) {
    // Nearly always all of these have the text: no other row is read, and there may be thousands.
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

/** Most that `mayMatch` tells: more feeds than these have a page of them among the newest. */
const MAX_MATCHES = 2000;

/** The index has parts of so many letters. */
const PART = 3;

/** The newest feeds whose names are compared with a text that is too short for that index. */
const COMPARED = 2000;

/** The newest feeds that may have a text of one or two letters anywhere; none for a longer one. */
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
 * The feeds of an account that may match a text, by the index of their names; null where that does not
 * help: for one that many feeds have, and on PostgreSQL without the extension. Of a text of one or two
 * letters, those whose titles begin with it: to compare the names of a million feeds took a second.
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

/** Those with names of ASCII alone. */
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
  // Of all accounts: the index does not tell them apart.
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

/** Those with titles that begin with the text. */
async function titled(db: Db, account: Account, start: string): Promise<string[] | null> {
  const title = sql.raw(TITLE_ORDER);
  const rows = await db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    // No character is greater.
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
 * The feeds for which the condition is true. Each slice starts after the last feed of the one before,
 * because an offset is scanned each time.
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
    // Not of `rest`: the conditions would add up.
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
 * ASCII letters, so that only texts with other characters are left to `has`. Reading the texts of
 * 100,000 feeds took 0.7 s.
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

/** A dash behind a word is folded to a space, and several spaces to one, which names in the database are not. */
function patternOf(wanted: string): string {
  return `%${wanted.replace(/[\\%_]/g, '\\$&').replace(/[ -]+/g, '%')}%`;
}

function has({ title, title_override, source_url }: Named, wanted: string): boolean {
  return [title_override ?? title, source_url].some((text) => foldText(text).includes(wanted));
}

/** Too short for the index of parts. The walk finds what all feeds have, such as "". */
function isShort(wanted: string): boolean {
  return wanted !== '' && wanted.length < PART && isAscii(wanted);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
