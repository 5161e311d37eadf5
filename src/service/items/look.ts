import { type RawBuilder, sql } from 'kysely';
import type { Item } from '../../contract/index.js';
import { HOUR } from '../core/durations.js';
import type { PublishedItem, PublishedRevision } from '../publish/published-channel.js';
import type { RowOf } from '../store/schema.js';

/** The columns of `feeds` that decide how the items of a feed are presented. */
export const LOOK_COLUMNS = ['feeds.custom_author'] as const;

/** The settings of a feed that change how its items are presented: a row with `LOOK_COLUMNS`. */
export type ItemLook = Pick<RowOf<'feeds'>, 'custom_author'>;

/** The settings of a feed that presents its items as they are stored. */
export const AS_STORED: ItemLook = { custom_author: null };

/**
 * Applies the settings of a feed to an item of the API. The stored item keeps what the source says.
 */
export function inLook<Shown extends Item>(item: Shown, { custom_author: name }: ItemLook): Shown {
  return name === null ? item : { ...item, authors: [{ name }] };
}

/** As `inLook`, for an item of a published feed. */
export function publishedInLook(item: PublishedItem, look: ItemLook): PublishedItem {
  const { podcastXml = null, ...shown } = inLook(item, look);
  // The custom author replaces all authors of the source.
  const isReplaced = look.custom_author !== null && podcastXml !== null;
  return {
    ...shown,
    podcastXml: isReplaced
      ? podcastXml.replace(/<itunes:author>[^<]*<\/itunes:author>/g, '')
      : podcastXml,
  };
}

const isOlder = (now: number, age: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(items.date_published, items.added_at) < ${now} - ${age}`;

/**
 * The condition that the settings of a feed show an item to readers at a time; for queries of
 * `items`.
 */
export function isShown(now: number): RawBuilder<boolean> {
  const age = sql`(select max_age from feeds where feeds.id = items.feed_id)`;
  return sql`not coalesce(${isOlder(now, age)}, false)`;
}

/** As `isShown`, for queries that join `feeds`, whose row is then read once for all items. */
export function isShownByFeed(now: number): RawBuilder<boolean> {
  return sql`not coalesce(${isOlder(now, sql`feeds.max_age`)}, false)`;
}

/** The columns of a feed that `revisionAt` needs. */
export const REVISION_COLUMNS = ['revision', 'updated_at', 'max_age'] as const;

/**
 * The columns that `revisionAt` needs of the members of a bundle; a query groups their rows of
 * `feeds`.
 */
export const MEMBERS_COLUMNS = [
  sql<number | null>`sum(feeds.revision)`.as('member_revisions'),
  sql<number | null>`max(feeds.updated_at)`.as('members_updated_at'),
  sql<number | null>`max(feeds.max_age)`.as('max_age'),
] as const;

interface Revised {
  revision: number | string;
  updated_at: number;
  /** Null if items of any age are shown. */
  max_age: number | null;
}

/** Time for which readers may see an item after it has become too old, in milliseconds. */
const AGING_MS = HOUR;

/**
 * A value that changes whenever the items that readers see change, including when an item becomes
 * too old. It includes the time of the last increase, because a restored backup counts the same
 * numbers again: a reader that had them before would get "not modified" and miss new items.
 * @param now milliseconds
 */
export function revisionAt(
  { revision, updated_at, max_age }: Revised,
  now: number,
): PublishedRevision {
  const raised = `${revision}-${updated_at.toString(36)}`;
  if (max_age === null) return { revision: raised, updatedAt: updated_at };
  const period = Math.floor(now / AGING_MS);
  return {
    revision: `${raised}-${period}`,
    updatedAt: Math.max(updated_at, period * AGING_MS),
  };
}
