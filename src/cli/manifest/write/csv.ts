import { csvLine } from '../../../base/csv.js';
import { withoutCommands } from '../../kit/plain.js';
import type { BundleEntry } from '../../sources/model.js';
import { joinNames, sourceFields } from '../../sources/source-spec.js';
import { CSV_COLUMNS, type CsvColumn } from '../csv-columns.js';
import { type Exported, type ExportedFeed, membership } from './document.js';

type Row = Partial<Record<CsvColumn, unknown>>;

/** CSV (RFC 4180) with a heading; cells are escaped against spreadsheet formulas. */
export function writeCsv(exported: Exported): string {
  const bundlesOf = membership(exported);
  const rows = [
    ...exported.feeds.map((feed) => feedRow(feed, bundlesOf(feed.source))),
    ...exported.bundles.filter(needsRow).map(bundleRow),
  ];
  return [CSV_COLUMNS, ...rows.map(cells)].map(csvLine).join('');
}

function feedRow(
  { source, at: _, rssFeedUrl, fullText, ...fields }: ExportedFeed,
  bundles: string[],
): Row {
  return {
    kind: 'feed',
    ...sourceFields(source),
    ...fields,
    full_text: fullText,
    bundles: joinNames(bundles),
    rss_feed_url: rssFeedUrl,
  };
}

/** Other bundles are created by the feeds that name them. */
function needsRow({ description, icon, filters, feeds = [] }: BundleEntry): boolean {
  const isPlain = description === undefined && icon === undefined && filters === undefined;
  return feeds.length === 0 || !isPlain;
}

function bundleRow({ name, description, icon, filters }: BundleEntry): Row {
  return { kind: 'bundle', title: name, description, icon, filters };
}

function cells(row: Row): string[] {
  return CSV_COLUMNS.map((column) => withoutCommands(text(row[column])));
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
