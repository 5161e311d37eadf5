import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import type { Fields } from '../../resources/field.js';

/**
 * The columns of a CSV file, in order. A row is a feed, or a bundle if `kind` says so: a bundle
 * needs a row only when it has no feeds, or has a description, an icon or filters.
 */
export const CSV_COLUMNS: readonly string[] = [
  'kind',
  'url',
  ...KEYWORD_MODES,
  'region',
  // Secrets have columns of their own.
  ...Object.entries(FEED_FIELDS as Fields).flatMap(([name, { kind }]) =>
    kind === 'access' ? [] : [name],
  ),
  'bundles',
  // Of bundles.
  'all_feeds',
  'rss_feed_url',
];

/** Names of the column `url` in the files of other programs, and in the output of `feeds list`. */
const URL_NAMES: readonly string[] = ['source_url', 'feed_url', 'xmlurl', 'link', 'website'];

/** The column of a heading, in any case; undefined if there is none. */
export function csvColumn(heading: string): string | undefined {
  const name = heading.toLowerCase();
  if (URL_NAMES.includes(name)) return 'url';
  return CSV_COLUMNS.find((column) => column.toLowerCase() === name);
}
