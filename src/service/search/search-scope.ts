import { type RawBuilder, sql } from 'kysely';

/** Which items are searched. */
export interface SearchScope {
  accountId: string;
  /** Only items of this feed. */
  feedId?: string | undefined;
  /** Only items of members of this bundle. */
  bundle?: { id: string; feedIds: readonly string[] } | undefined;
  /** Only items published at this time or later; milliseconds. */
  since?: number | undefined;
}

/** Finds the numbers of matching items, newest first, slice by slice. */
export interface Slices {
  /** Searches the next slice of the items below a number, for at most `size` items. */
  next(upTo: number, size: number): Promise<FoundIds>;
}

export interface FoundIds {
  ids: number[];
  /** Where the slice begins. */
  from: number;
}

/** Members of a bundle that are looked up in the index; those of larger ones are compared. */
export const MAX_NAMED_FEEDS = 128;

/** The feeds that the query of the index names; null when it names the account. */
export function namedFeeds({ feedId, bundle }: SearchScope): readonly string[] | null {
  if (feedId !== undefined) return [feedId];
  return bundle === undefined || bundle.feedIds.length > MAX_NAMED_FEEDS ? null : bundle.feedIds;
}

/**
 * The condition on rows of `item_search` that are in the bundle. `|| ''` keeps the planner of PostgreSQL
 * from reading all items of the members instead of those with the words.
 */
export function isMember(bundleId: string): RawBuilder<boolean> {
  return sql`item_search.feed_id || '' in
    (select feed_id from bundle_feeds where bundle_id = ${bundleId})`;
}

/**
 * The condition on rows of `item_search` that were published at this time or later. A subquery, because
 * the planner of PostgreSQL may begin a join with all items of that time.
 */
export function isPublishedSince(since: number | undefined): RawBuilder<boolean> {
  if (since === undefined) return sql`true`;
  return sql`(
    select date_published from items
    where items.feed_id = item_search.feed_id and items.identity = item_search.identity
  ) >= ${since}`;
}
