import type { z } from 'zod';
import { unescapeFormula } from '../../../base/csv.js';
import { type CsvRow, csvRows } from '../../sources/csv-rows.js';
import { describeIssue, unknownKey } from '../../sources/describe-issue.js';
import { jsonOrText, sourceText, toBundleEntry, toFeedEntry } from '../../sources/entries.js';
import type { FeedEntry, Manifest, UnusableEntry } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { invalidFile, type Problem } from '../../sources/problem.js';
import {
  bundleEntrySchema,
  feedEntrySchema,
  type RawBundle,
  type RawFeed,
} from '../../sources/schema.js';
import { splitNames } from '../../sources/source-spec.js';
import { BUNDLE_ROWS, JSON_VALUES } from '../../sources/values.js';
import { CSV_COLUMNS } from '../csv-columns.js';
import { BundleCollector } from './bundle-collector.js';

/** The cells of a row by column name, without blank ones. */
type Cells = Readonly<Record<string, string | undefined>>;

/**
 * Reads CSV with a heading. A feed is a member of every bundle in its `bundles` cell; bundles are
 * created as they appear.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readCsv(text: string, file: string): Manifest {
  const [heading, ...rows] = csvRows(text, file);
  if (heading === undefined) {
    throw invalidFile(file, [{ at: { line: 1, column: 1 }, message: 'the file is empty' }]);
  }
  const columns = columnsOf(heading, file);
  const feeds: FeedEntry[] = [];
  const bundles = new BundleCollector();
  const described = new Map<string, Position>();
  const skipped: UnusableEntry[] = [];
  for (const row of rows) {
    const cells = cellsOf(row, columns);
    const at = row.at(0);
    const read = cells.kind === 'bundle' ? bundleRow(cells) : feedRow(cells);
    const problems = [...issuesIn(read, row, columns), ...surplusCells(row, columns)];
    if ('bundle' in read) {
      const before = described.get(read.bundle.name);
      if (before !== undefined) problems.push(repeatedBundle(read.bundle.name, at, before));
    }
    if (problems.length > 0 || 'issues' in read) {
      skipped.push(unusable(cells, problems));
    } else if ('feed' in read) {
      const entry = toFeedEntry(read.feed, at);
      feeds.push(entry);
      for (const name of splitNames(cells.bundles ?? '')) bundles.add(name, entry);
    } else {
      described.set(read.bundle.name, at);
      bundles.describe(toBundleEntry(read.bundle, { at, memberAt: row.at }));
    }
  }
  return { feeds, bundles: bundles.all(), notes: [], skipped };
}

function unusable(cells: Cells, problems: readonly Problem[]): UnusableEntry {
  const kind = cells.kind === 'bundle' ? 'bundle' : 'feed';
  return { kind, title: cells.title ?? '', value: sourceText(cells), problems };
}

function issuesIn(read: ReadRow, row: CsvRow, columns: readonly string[]): Problem[] {
  if (!('issues' in read)) return [];
  return read.issues.map(({ key, message }) => ({
    at: row.at(Math.max(0, columns.indexOf(key))),
    message,
  }));
}

function surplusCells(row: CsvRow, columns: readonly string[]): Problem[] {
  if (row.cells.length <= columns.length) return [];
  const message = `this row has ${row.cells.length} cells, but there are ${columns.length} columns`;
  return [{ at: row.at(columns.length), message }];
}

function repeatedBundle(name: string, at: Position, before: Position): Problem {
  return { at, message: `the bundle "${name}" is already in line ${before.line}` };
}

function columnsOf(heading: CsvRow, file: string): string[] {
  const problems: Problem[] = [];
  const columns = heading.cells.map((cell, index) => {
    const typed = cell.trim();
    const known = CSV_COLUMNS.find((name) => name.toLowerCase() === typed.toLowerCase());
    if (known === undefined) {
      problems.push({ at: heading.at(index), message: unknownKey(typed, CSV_COLUMNS) });
    }
    return known ?? 'kind';
  });
  const twice = columns.findIndex((name, index) => columns.indexOf(name) !== index);
  if (problems.length === 0 && twice >= 0) {
    problems.push({
      at: heading.at(twice),
      message: `the column "${columns[twice]}" appears twice`,
    });
  }
  if (problems.length > 0) throw invalidFile(file, problems);
  return columns;
}

function cellsOf({ cells }: CsvRow, columns: readonly string[]): Cells {
  return Object.fromEntries(
    columns.flatMap((name, index) => {
      const cell = cells[index] ?? '';
      return cell.trim() === '' ? [] : [[name, unescapeFormula(cell)]];
    }),
  );
}

type ReadRow = Issues | { feed: RawFeed } | { bundle: RawBundle };

interface Issues {
  issues: { key: string; message: string }[];
}

function feedRow(cells: Cells): Issues | { feed: RawFeed } {
  const { kind = 'feed', bundles: _, rss_feed_url: __, ...fields } = cells;
  if (kind !== 'feed') {
    return {
      issues: [{ key: 'kind', message: '"kind" must be feed or bundle; blank means feed' }],
    };
  }
  const parsed = feedEntrySchema.safeParse(decoded(fields), { reportInput: true });
  return parsed.success ? { feed: parsed.data } : issuesOf(parsed.error);
}

/** The name of a bundle is in the title column; it has no use for the other columns. */
function bundleRow(cells: Cells): Issues | { bundle: RawBundle } {
  const values = BUNDLE_ROWS.map(([name]) => [name, cells[name]]);
  const fields = { ...decoded(Object.fromEntries(values)), name: cells.title };
  const parsed = bundleEntrySchema.safeParse(fields, { reportInput: true });
  return parsed.success ? { bundle: parsed.data } : issuesOf(parsed.error);
}

/** Cells as values; spreadsheets write TRUE. */
function decoded(cells: Cells): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [
      name,
      cell !== undefined && JSON_VALUES.has(name)
        ? jsonOrText(/^\s*(?:true|false)\s*$/i.test(cell) ? cell.toLowerCase() : cell)
        : cell,
    ]),
  );
}

function issuesOf({ issues }: z.ZodError): Issues {
  return {
    issues: issues
      .flatMap((issue) => describeIssue(issue, () => CSV_COLUMNS, 'a feed'))
      .map(({ path, message }) => ({ key: columnNamed(path[0]), message })),
  };
}

function columnNamed(key: PropertyKey | undefined): string {
  if (key === 'name') return 'title';
  return CSV_COLUMNS.find((column) => column === key) ?? 'url';
}
