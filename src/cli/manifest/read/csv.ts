import { unescapeFormula } from '../../../base/csv.js';
import { type CsvRow, csvRows, splitNames } from '../../sources/csv-rows.js';
import { nameElsewhere, similarName } from '../../sources/describe-issue.js';
import { invalidFile, type Problem, wrongAtStart } from '../../sources/problem.js';
import { BUNDLE_ROWS, decodedValue } from '../../sources/values.js';
import { CSV_COLUMNS, csvColumn } from '../csv-columns.js';
import type { At } from './places.js';
import type { WrittenEntry, WrittenFile } from './written.js';

/**
 * Reads CSV with a heading. A feed is a member of every bundle in its `bundles` cell; bundles are
 * created as they appear.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readCsv(text: string, file: string): WrittenFile {
  const [heading, ...rows] = csvRows(text, file);
  if (heading === undefined) throw wrongAtStart(file, 'the file is empty');
  const columns = headingColumns(heading, file);
  return { entries: rows.map((row) => csvEntry(row, columns)) };
}

/** A limit that is far above the number of known columns. */
const MAX_COLUMNS = 1000;

function headingColumns(heading: CsvRow, file: string): string[] {
  const problems: Problem[] = [];
  if (heading.cells.length > MAX_COLUMNS) {
    const message = `the file has more than ${MAX_COLUMNS} columns`;
    throw invalidFile(file, [{ at: heading.at(MAX_COLUMNS), message }]);
  }
  const columns = heading.cells.map((cell, index) => {
    const typed = cell.trim();
    const known = csvColumn(typed) ?? nameElsewhere(typed, CSV_COLUMNS);
    if (known === undefined) {
      problems.push({ at: heading.at(index), message: unknownColumn(typed) });
    }
    return known ?? 'kind';
  });
  const twice = columns.findIndex((name, index) => columns.indexOf(name) !== index);
  if (problems.length === 0 && twice >= 0) {
    const message = `the column "${columns[twice]}" appears twice`;
    problems.push({ at: heading.at(twice), message });
  }
  if (problems.length > 0) throw invalidFile(file, problems);
  return columns;
}

function unknownColumn(typed: string): string {
  const meant = similarName(typed, CSV_COLUMNS);
  const what = `the column "${typed}" is not known`;
  return meant === undefined
    ? `${what}; all columns: feedctl help import`
    : `${what}: did you mean "${meant}"`;
}

function csvEntry(row: CsvRow, columns: readonly string[]): WrittenEntry {
  const { kind = 'feed', bundles = '', rss_feed_url: _, ...cells } = cellsOf(row, columns);
  const at = row.at(0);
  const place: At = ([key]) => row.at(Math.max(0, columns.indexOf(columnOf(key))));
  const problems: Problem[] = [];
  if (row.cells.length > columns.length) {
    const message = `this row has ${row.cells.length} cells, but there are ${columns.length} columns`;
    problems.push({ at: row.at(columns.length), message });
  }
  if (kind !== 'feed' && kind !== 'bundle') {
    problems.push({
      at: place(['kind']),
      message: '"kind" must be feed or bundle; blank means feed',
    });
  }
  const { title = '' } = cells;
  const value = Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, decodedValue(name, cell)]),
  );
  const entry = { title, at, place, problems };
  if (kind !== 'bundle') return { ...entry, kind: 'feed', value, bundles: splitNames(bundles) };
  // A bundle uses only these columns.
  const values = BUNDLE_ROWS.map(([name]) => [name, value[name]]);
  return { ...entry, kind, value: { name: cells.title, ...Object.fromEntries(values), feeds: [] } };
}

/** The cells of a row by column name, without blank ones. */
function cellsOf({ cells }: CsvRow, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap((name, index) => {
      const cell = cells[index] ?? '';
      return cell.trim() === '' ? [] : [[name, unescapeFormula(cell)]];
    }),
  );
}

/** The column to which a problem is attributed: the name of a bundle is in the title column. */
function columnOf(key: PropertyKey | undefined): string {
  if (key === 'name') return 'title';
  return CSV_COLUMNS.find((column) => column === key) ?? 'url';
}
