import { type CsvRow, csvRows, splitNames } from '../../sources/csv-rows.js';
import { nameElsewhere, similarName } from '../../sources/describe-issue.js';
import { CSV_COLUMNS, csvColumn } from '../csv-columns.js';
import type { WrittenEntry } from './written.js';

const ADDRESS = /^https?:\/\/\S+$/i;
/** A Mastodon account in an export of follows: `@name@server.example`. */
const HANDLE = /^@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/;
/** Maximum length of a heading of another program, in characters. */
const MAX_HEADING = 10_000;

/** Values that are no titles: ids, numbers, dates, yes and no. */
const NO_TITLE = /^(?:[\w-]{16,}|[\d\s.,:+-]*|\d{4}-\d\d-\d\dT\S*|true|false|yes|no)$/i;

/**
 * Reads a table of another program: takeouts of YouTube in any language, Mastodon, Reddit, Pocket,
 * and exports of readers. Columns are recognised by their cells, because headings are translated.
 *
 * @returns undefined for a table with feedctl's own columns, and for a text that is no table
 */
export function readTable(text: string, file: string): WrittenEntry[] | undefined {
  const [heading = ''] = text
    .slice(0, MAX_HEADING)
    .trimStart()
    .split(/[\r\n]/, 1);
  if (heading.length === MAX_HEADING || !/[,;\t]|^subreddit$/i.test(heading)) return undefined;
  const rows = tableRows(text, file);
  const [first, ...others] = rows;
  if (first === undefined) return undefined;
  const isHeadless = first.cells.some((cell) => cellAddress(cell) !== undefined);
  const headings = isHeadless ? [] : first.cells.map((cell) => cell.trim());
  if (!isHeadless && isOwn(headings)) return undefined;
  const data = isHeadless ? rows : others;
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const share = (column: number, fits: (cell: string) => boolean) =>
    data.filter(({ cells }) => fits((cells[column] ?? '').trim())).length / data.length;
  const best = (score: (column: number) => number) => {
    const scored = Array.from({ length: columns }, (_, column) => ({
      column,
      score: score(column),
    }));
    return scored.reduce((a, b) => (b.score > a.score ? b : a), { column: -1, score: 0 }).column;
  };
  const named = (column: number, names: RegExp) => (names.test(headings[column] ?? '') ? 1 : 0);
  const isCommunity = (column: number) => named(column, /^subreddit$/i);
  const address = best((column) => {
    const found = isCommunity(column) || share(column, (cell) => cellAddress(cell) !== undefined);
    return found < 0.5 ? 0 : found + named(column, /feed|xml|rss/i);
  });
  if (address < 0) return undefined;
  const folder = best((column) => named(column, /folder|categor|group|tag|label|bundle/i));
  const title = best((column) => {
    if (column === address || column === folder) return 0;
    const words = share(
      column,
      (cell) => cell !== '' && cellAddress(cell) === undefined && !NO_TITLE.test(cell),
    );
    return words === 0 ? 0 : words + named(column, /title|name/i);
  });
  return data.map((row) => {
    const cell = (column: number) => (row.cells[column] ?? '').trim();
    const written = cell(address);
    const url = isCommunity(address) ? communityOf(written) : (cellAddress(written) ?? written);
    const name = title < 0 ? '' : cell(title);
    const value = { url, ...(name !== '' && { title: name }) };
    const bundles = folder < 0 ? [] : splitNames(cell(folder).replaceAll('|', ';'));
    return { kind: 'feed', value, title: name || written, at: row.at(address), bundles };
  });
}

function tableRows(text: string, file: string): CsvRow[] {
  try {
    return csvRows(text, file);
  } catch {
    return [];
  }
}

/** True if the headings are those of feedctl, perhaps with a typing error. */
function isOwn(headings: readonly string[]): boolean {
  const known = headings.map((name) => csvColumn(name) ?? nameElsewhere(name, CSV_COLUMNS));
  const unknown = headings.filter((_, index) => known[index] === undefined);
  const isTwice = new Set(known).size < known.length;
  const hasSource = known.some((name) => /^(?:url|keyword|headline)$/.test(name ?? ''));
  if (unknown.length === 0)
    return hasSource && !(isTwice && new Set(headings).size === headings.length);
  return hasSource && unknown.some((name) => similarName(name, CSV_COLUMNS) !== undefined);
}

function communityOf(name: string): string {
  return `https://www.reddit.com/r/${encodeURIComponent(name.replace(/^\/?r\//, ''))}/`;
}

function cellAddress(cell: string): string | undefined {
  const text = cell.trim();
  if (ADDRESS.test(text)) return text;
  const [, name, host] = HANDLE.exec(text) ?? [];
  return name === undefined ? undefined : `https://${host}/@${name}.rss`;
}
