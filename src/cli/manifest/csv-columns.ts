/**
 * The columns of a CSV file, in their order. A row is a feed, or a bundle where `kind` says so:
 * bundles need a row only when they have no feeds, or a description or an icon.
 */
export const CSV_COLUMNS = [
  'kind',
  'url',
  'keyword',
  'headline',
  'region',
  'title',
  'description',
  'icon',
  'customAuthor',
  'interval',
  'bundles',
  'selectors',
  'rss_feed_url',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];
