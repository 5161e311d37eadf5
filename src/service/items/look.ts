import { type RawBuilder, sql } from 'kysely';
import type { Item } from '../../contract/index.js';
import { HOUR } from '../core/durations.js';
import type { PublishedItem, PublishedRevision } from '../publish/published-channel.js';
import type { RowOf } from '../store/schema.js';

/** The columns of `feeds` that decide how its items look. */
export const LOOK_COLUMNS = ['feeds.custom_author'] as const;

/** What a feed decides about the look of its items: a row with `LOOK_COLUMNS`. */
export type ItemLook = Pick<RowOf<'feeds'>, 'custom_author'>;

/** The look of a feed without settings. */
export const AS_STORED: ItemLook = { custom_author: null };

/** An item on the wire in the look of its feed. What is stored stays what the source says. */
export function inLook<Shown extends Item>(item: Shown, { custom_author: name }: ItemLook): Shown {
  return name === null ? item : { ...item, authors: [{ name }] };
}

/** The same for an item of a published feed. */
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

/** Whether readers see an item at a time, by the settings of its feed; for queries of `items`. */
export function isShown(now: number): RawBuilder<boolean> {
  const age = sql`(select max_age from feeds where feeds.id = items.feed_id)`;
  return sql`not coalesce(${isOlder(now, age)}, false)`;
}

/** The same for queries that join `feeds`, whose row is then read once for all of its items. */
export function isShownByFeed(now: number): RawBuilder<boolean> {
  return sql`not coalesce(${isOlder(now, sql`feeds.max_age`)}, false)`;
}

/** What `revisionAt` needs of a feed. */
export const REVISION_COLUMNS = ['revision', 'updated_at', 'max_age'] as const;

/** What it needs of the members of a bundle, whose rows of `feeds` a query groups. */
export const MEMBERS_COLUMNS = [
  sql<number | null>`sum(feeds.revision)`.as('member_revisions'),
  sql<number | null>`max(feeds.updated_at)`.as('members_updated_at'),
  sql<number | null>`max(feeds.max_age)`.as('max_age'),
] as const;

interface Revised {
  revision: number | string;
  updated_at: number;
  /** Null where items of any age are shown. */
  max_age: number | null;
}

/** Readers may see an item for this long after it has become too old, in milliseconds. */
const AGING_MS = HOUR;

/**
 * What changes whenever the items that readers see do, also where time alone hides one. The time of the
 * last rise is in it, because a restored backup counts the same numbers again: a reader that had them
 * before would be told "not modified", and miss what is new.
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
