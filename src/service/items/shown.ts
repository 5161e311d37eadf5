import { type RawBuilder, sql } from 'kysely';
import type { PublishedRevision } from '../publish/published-channel.js';

/** Whether readers see an item at a time, by the settings of its feed; for queries of `items`. */
export function isShown(now: number): RawBuilder<boolean> {
  return sql`${now} is not null`;
}

/** The same for queries that join `feeds`, whose row is then read once for all of its items. */
export function isShownByFeed(now: number): RawBuilder<boolean> {
  return sql`${now} is not null`;
}

/** What `revisionAt` needs of a feed. */
export const REVISION_COLUMNS = ['revision', 'updated_at'] as const;

/** What it needs of the members of a bundle, whose rows of `feeds` a query groups. */
export const MEMBERS_COLUMNS = [
  sql<number | null>`sum(feeds.revision)`.as('member_revisions'),
  sql<number | null>`max(feeds.updated_at)`.as('members_updated_at'),
] as const;

interface Revised {
  revision: number | string;
  updated_at: number;
}

/**
 * What changes whenever the items that readers see do, also where time alone hides one.
 * @param now milliseconds
 */
export function revisionAt({ revision, updated_at }: Revised, _now: number): PublishedRevision {
  return { revision: String(revision), updatedAt: updated_at };
}
