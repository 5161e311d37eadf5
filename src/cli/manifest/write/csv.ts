import { csvLine } from '../../../base/csv.js';
import { withoutCommands } from '../../kit/plain.js';
import { joinNames } from '../../sources/csv-rows.js';
import { sourceFields } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import type { AccountFeed } from '../account.js';
import { CSV_COLUMNS } from '../csv-columns.js';
import type { Exported } from '../export-account.js';

/** CSV (RFC 4180) with a heading; cells are escaped against spreadsheet formulas. */
export function* writeCsv({ feeds, bundles }: Exported): Generator<string> {
  const names = new Map<AccountFeed, string[]>();
  for (const { name, members } of bundles) {
    for (const feed of members) names.set(feed, [...(names.get(feed) ?? []), name]);
  }
  yield csvLine(CSV_COLUMNS);
  for (const feed of feeds) {
    yield line({
      kind: 'feed',
      ...sourceFields(feed.source),
      ...feedValues(feed),
      bundles: joinNames(names.get(feed) ?? []),
      rss_feed_url: feed.rssFeedUrl,
    });
  }
  for (const { name, members, ...bundle } of bundles) {
    const values = bundleValues(bundle);
    // Bundles without a row are created by the feeds that name them.
    const needsRow = members.length === 0 || Object.keys(values).length > 0;
    // The name of a bundle is in the title column.
    if (needsRow) yield line({ kind: 'bundle', title: name, ...values });
  }
}

function line(row: Readonly<Record<string, unknown>>): string {
  return csvLine(CSV_COLUMNS.map((column) => withoutCommands(csvText(row[column]))));
}

function csvText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
