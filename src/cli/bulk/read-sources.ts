import { unescapeFormula } from '../../base/csv.js';
import { forEachMode, KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { parseRegion } from '../../contract/region.js';
import { shellCommand, UsageError, withScheme } from '../kit/index.js';
import { type CsvRow, csvRows } from '../sources/csv-rows.js';
import { invalidFile, wrongAtStart } from '../sources/problem.js';
import { anyOf, SOURCE_FIELDS, searchIn } from '../sources/search-kinds.js';
import { newsSource } from '../sources/source-spec.js';
import { decodeText } from '../sources/text.js';
import type { SourceRequest } from './make-feed.js';
import { wantedAddress } from './source-address.js';

export type ListFormat = 'list' | 'csv';

/**
 * Reads the sources in a file: one address per line, or CSV with column names. Blank lines and lines
 * that start with `#` are skipped.
 *
 * @param format undefined: detected from the first line
 * @throws {CliError} INVALID_FILE when it is not text or has neither format
 */
export function readSources(
  bytes: Uint8Array,
  file: string,
  format: ListFormat | undefined,
): SourceRequest[] {
  const text = decodeText(bytes, file);
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const listed = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const [first = ''] = listed;
  if (format === undefined && /^(?:<\?xml|<opml|feeds:|\{)/i.test(first)) {
    throw new UsageError(`${file} is a file of feeds and bundles, not a list of addresses.`, {
      hint: `Import it: ${shellCommand(['feedctl', 'import', file === '<stdin>' ? '-' : file])}`,
    });
  }
  if ((format ?? detected(first)) === 'list') return listed.map(wantedAddress);
  if (format === undefined && !isHeading(first)) {
    const at = { line: lines.indexOf(first) + 1, column: 1 };
    const message = `"${first.slice(0, 80)}" is neither an address nor a line of column names with "url" in it`;
    throw invalidFile(file, [{ at, message }]);
  }
  return readCsvSources(text, file);
}

/** An empty file, or one whose first line is an address, is a list of addresses. */
function detected(first: string): ListFormat {
  // A comma is more likely to separate cells than to be part of an address without a scheme.
  const isBare = !/[,;]/.test(first) && withScheme(first) !== null;
  const isAddress = /^(?:https?:\/\/|feed:)/i.test(first) || isBare;
  return first === '' || isAddress ? 'list' : 'csv';
}

/** Accepted names of the address column, in order of preference. */
const ADDRESS_COLUMNS = ['url', 'source_url', 'feed_url', 'xmlurl', 'link', 'website'];

function isHeading(first: string): boolean {
  const names = first.split(/[,;\t]/).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  const known: readonly string[] = [...ADDRESS_COLUMNS, ...KEYWORD_MODES];
  return /^sep=.$/i.test(first) || names.some((name) => known.includes(name));
}

/**
 * Reads CSV with column names. The column of addresses has several accepted names; `keyword`,
 * `headline`, `region` and `mode` are read too, other columns are ignored.
 */
function readCsvSources(text: string, file: string): SourceRequest[] {
  const [heading, ...rows] = csvRows(text, file);
  const names = (heading?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const addresses = ADDRESS_COLUMNS.find((name) => names.includes(name));
  if (addresses === undefined && !KEYWORD_MODES.some((mode) => names.includes(mode))) {
    throw wrongAtStart(file, `no column is named ${anyOf(SOURCE_FIELDS)}`);
  }
  return rows.flatMap((row) => sourceIn(row, names, { addresses, file }) ?? []);
}

function sourceIn(
  { cells, at }: CsvRow,
  names: readonly string[],
  { addresses = '', file }: { addresses: string | undefined; file: string },
): SourceRequest | undefined {
  const cell = (name: string) => unescapeFormula(cells[names.indexOf(name)] ?? '').trim();
  // An export also has rows of bundles, which are not sources.
  if (cell('kind') === 'bundle') return undefined;
  const address = cell(addresses);
  if (address !== '') {
    const wanted = wantedAddress(address);
    // An export says of which pages the changes are followed.
    if ('problem' in wanted || cell('mode') !== 'changes') return wanted;
    return { ...wanted, source: { ...wanted.source, mode: 'changes' } };
  }
  const search = searchIn(forEachMode((mode) => cell(mode) || undefined));
  if (search === undefined) {
    const input = cells.find((text) => text.trim() !== '') ?? '';
    return { input, problem: `Line ${at(0).line} of ${file} has no ${anyOf(SOURCE_FIELDS)}.` };
  }
  const { mode, words: input } = search;
  const region = cell('region') || undefined;
  if (region !== undefined && parseRegion(region) === null) {
    return { input, problem: `"${region}" is not a region such as US:en or GB:en.` };
  }
  return { input, source: newsSource(mode, input, region) };
}
