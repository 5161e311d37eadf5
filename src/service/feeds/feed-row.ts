import type { Selectable } from 'kysely';
import type { FeedsTable } from '../store/schema.js';

/** What a feed looks like from outside is made of these; the reading state stays where it is. */
export const FEED_COLUMNS = [
  'id',
  'title',
  'description',
  'icon',
  'title_override',
  'description_override',
  'icon_override',
  'custom_author',
  'refresh_interval',
  'mode',
  'keyword',
  'region',
  'source_url',
  'selectors',
  'read_from',
  'origin',
  'poll_url',
  'is_active',
  'revision',
] as const satisfies readonly (keyof FeedsTable)[];

export type FeedRow = Pick<Selectable<FeedsTable>, (typeof FEED_COLUMNS)[number]>;

/** What its owner sees besides: how fetching goes. */
export const OWN_FEED_COLUMNS = [
  ...FEED_COLUMNS,
  'inactive_reason',
  'failures',
  'last_error',
  'last_refreshed_at',
  'item_dates',
] as const satisfies readonly (keyof FeedsTable)[];

export type OwnFeedRow = Pick<Selectable<FeedsTable>, (typeof OWN_FEED_COLUMNS)[number]>;
