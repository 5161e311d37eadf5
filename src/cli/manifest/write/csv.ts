import { csvLine } from '../../../base/csv.js';
import { withoutCommands } from '../../kit/plain.js';
import type { BundleEntry } from '../../sources/model.js';
import { joinNames, sourceFields } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import { CSV_COLUMNS } from '../csv-columns.js';
import { type Exported, type ExportedFeed, membership } from './document.js';

type Row = Readonly<Record<string, unknown>>;

/** CSV (RFC 4180) with a heading; cells are escaped against spreadsheet formulas. */
export function writeCsv(exported: Exported): string {
  const bundlesOf = membership(exported);
  const rows = [
    ...exported.feeds.map((feed) => feedRow(feed, bundlesOf(feed.source))),
    ...exported.bundles.filter(needsRow).map(bundleRow),
  ];
  return [CSV_COLUMNS, ...rows.map(cells)].map(csvLine).join('');
}

function feedRow({ source, rssFeedUrl, ...feed }: ExportedFeed, bundles: string[]): Row {
  return {
    kind: 'feed',
    ...sourceFields(source),
    ...feedValues(feed),
    bundles: joinNames(bundles),
    rss_feed_url: rssFeedUrl,
  };
}

/** Other bundles are created by the feeds that name them. */
function needsRow({ feeds = [], ...bundle }: BundleEntry): boolean {
  return feeds.length === 0 || Object.keys(bundleValues(bundle)).length > 0;
}

/** The name of a bundle is in the title column. */
function bundleRow({ name, ...bundle }: BundleEntry): Row {
  return { kind: 'bundle', title: name, ...bundleValues(bundle) };
}

function cells(row: Row): string[] {
  return CSV_COLUMNS.map((column) => withoutCommands(text(row[column])));
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
