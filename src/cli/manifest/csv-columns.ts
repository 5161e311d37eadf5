import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { FEED_ROWS } from '../sources/values.js';

/**
 * The columns of a CSV file, in order. A row is a feed, or a bundle if `kind` says so: a bundle
 * needs a row only when it has no feeds, or has a description, an icon or filters.
 */
export const CSV_COLUMNS: readonly string[] = [
  'kind',
  'url',
  ...KEYWORD_MODES,
  'region',
  ...FEED_ROWS.map(([name]) => name),
  'bundles',
  'rss_feed_url',
];
