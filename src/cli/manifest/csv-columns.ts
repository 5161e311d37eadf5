import { KEYWORD_MODES } from '../../contract/keyword-mode.js';

/**
 * The columns of a CSV file, in order. A row is a feed, or a bundle if `kind` says so: a bundle
 * needs a row only when it has no feeds, or has a description, an icon or filters.
 */
export const CSV_COLUMNS = [
  'kind',
  'url',
  ...KEYWORD_MODES,
  'region',
  'title',
  'description',
  'icon',
  'customAuthor',
  'interval',
  'quietHours',
  'filters',
  'bundles',
  'from',
  'selectors',
  'full_text',
  'render',
  'steps',
  'rss_feed_url',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];
