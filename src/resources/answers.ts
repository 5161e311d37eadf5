import type { ShownFields } from './shown.js';

/** Fields of a feed that every service has, without its items. */
export const FEED_SUMMARY = {
  id: { kind: 'id', doc: '16 base-62 characters' },
  title: { kind: 'text', doc: 'Title of the source, or the one set by PATCH' },
  description: { kind: 'text', doc: 'Description; "" when there is none' },
  icon: { kind: 'image', doc: 'Address of an image; "" when there is none' },
  source_url: { kind: 'url', doc: 'Address the feed was created from, normalised' },
  rss_feed_url: { kind: 'url', doc: 'Address of the published RSS feed' },
  is_active: {
    kind: 'flag',
    doc: 'False after 30 days of failures or two answers of 410 Gone; retried once a week',
  },
} as const satisfies ShownFields;

/**
 * The request that created a feed, if `source_url` does not contain it: backups need it, because
 * the words of a headline cannot be recovered from the search address.
 */
export const FEED_SOURCE = {
  keyword: { kind: 'text', doc: 'The search or the whole headline; news feeds only' },
  region: { kind: 'text', doc: 'News edition as CC:lang; news feeds only' },
  mode: {
    kind: 'source_mode',
    doc: 'How a news feed reads its keyword; changes: the changes of a page are its items',
  },
  document: {
    kind: 'document',
    doc: 'The document that is fetched: a feed, or a page that is converted to a feed',
  },
} as const satisfies ShownFields;

/** State of fetching: the last result, and the next fetch. */
export const FEED_HEALTH = {
  health: { kind: 'health', doc: 'ok; failing: the last fetch failed; inactive: see is_active' },
  last_fetched_at: { kind: 'time', doc: 'Time of the last fetch, successful or not' },
  last_error: { kind: 'text_or_null', doc: 'The reason when health is not ok, else null' },
  failing_since: {
    kind: 'time_or_null',
    doc: 'Time of the first of the fetches that failed in a row; null when health is ok',
  },
  last_item_at: {
    kind: 'time_or_null',
    doc: 'Date of the newest item; null when the items have no dates',
  },
  drift: {
    kind: 'drift',
    doc: 'The page changed and its list is no longer found; absent while it is found',
  },
  next_fetch_at: {
    kind: 'time_or_null',
    doc: 'Time of the next fetch; null while paused or suspended',
  },
  next_fetch_reason: {
    kind: 'fetch_reason',
    doc: 'What decided on that time; null for a feed not fetched since feedctl keeps reasons',
  },
} as const satisfies ShownFields;

/** Fields of a bundle that every service has, without its items. */
export const BUNDLE_SUMMARY = {
  id: { kind: 'id', doc: '`_` and 16 base-62 characters' },
  name: { kind: 'text', doc: 'Name, also the title of the combined feed' },
  description: FEED_SUMMARY.description,
  icon: FEED_SUMMARY.icon,
  rss_feed_url: { kind: 'url', doc: 'Address of the combined RSS feed' },
  feeds: { kind: 'ids', doc: 'Ids of the feeds in the bundle' },
} as const satisfies ShownFields;

/** Fields of an item that every service has. */
export const ITEM_FIELDS = {
  url: { kind: 'url', doc: 'Address of the item; "" when the source has none' },
  title: { kind: 'text', doc: 'Plain text; "" for entries without a title' },
  description_text: { kind: 'text', doc: 'Plain text' },
  description_html: { kind: 'text', doc: 'Sanitised HTML' },
  thumbnail: { kind: 'text_or_null', doc: 'Address of an image, or null' },
  date_published: {
    kind: 'time_or_null',
    doc: 'Null when the source has no date: dates are never invented',
  },
  authors: { kind: 'authors', doc: 'Authors of the source, or the customAuthor of the feed' },
} as const satisfies ShownFields;

/** Fields of an item that only some sources have; absent otherwise. */
export const ITEM_EXTRAS = {
  attachments: { kind: 'attachments', doc: 'Enclosures and media of the item, at most 20' },
  tags: { kind: 'texts', doc: 'Categories of the item, plain text, at most 100' },
  date_modified: { kind: 'time', doc: 'Time of the last change as the source states it' },
  summary: {
    kind: 'text',
    doc: 'Plain text of the summary that the source gives besides the whole text',
  },
  comments_url: { kind: 'url', doc: 'Address of the page with the comments' },
  external_url: { kind: 'url', doc: 'Address of the page elsewhere that the item is about' },
  language: { kind: 'text', doc: 'BCP 47 tag of the language of the item' },
} as const satisfies ShownFields;

/** Notes of the service on an item, in some answers. */
export const ITEM_NOTES = {
  guid: {
    kind: 'id',
    doc: 'Names the item for as long as it is kept, whatever its source changes; the guid of published feeds',
  },
  change_count: {
    kind: 'count',
    doc: 'How many of its changes were announced; absent before the first',
  },
  text_pending: {
    kind: 'true',
    doc: 'The page of the item is still to be fetched; then it has its full text',
  },
  feed: { kind: 'feed_name', doc: 'The feed that the item came from; in bundles only' },
  dropped_by: { kind: 'dropped_by', doc: 'What hides the item; only on request, with dropped' },
} as const satisfies ShownFields;
