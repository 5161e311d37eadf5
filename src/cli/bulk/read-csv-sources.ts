import { unescapeFormula } from '../../base/csv.js';
import { forEachMode, KEYWORD_MODES, type KeywordMode } from '../../contract/keyword-mode.js';
import { parseRegion } from '../../contract/region.js';
import { pageModeSchema } from '../../contract/selectors.js';
import { csvRows } from '../sources/csv-rows.js';
import { canonicalRegion, oneSpaced } from '../sources/entries.js';
import { isNews } from '../sources/model.js';
import { invalidFile } from '../sources/problem.js';
import { anyOf, SOURCE_FIELDS, searchIn } from '../sources/search-kinds.js';
import type { SourceRequest } from './make-feed.js';
import { SOURCE_COLUMNS } from './read-sources.js';
import { wantedAddress } from './source-address.js';

/**
 * Reads CSV with column names. The column of addresses has several accepted names; `keyword`,
 * `headline` and `region` are read too, other columns are ignored.
 *
 * @throws {CliError} INVALID_FILE
 */
export function readCsvSources(text: string, file: string): SourceRequest[] {
  const [heading, ...rows] = csvRows(text, file);
  const names = (heading?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const addressColumn = SOURCE_COLUMNS.find((name) => names.includes(name));
  if (addressColumn === undefined && !KEYWORD_MODES.some((mode) => names.includes(mode))) {
    throw invalidFile(file, [
      { at: { line: 1, column: 1 }, message: `no column is named ${anyOf(SOURCE_FIELDS)}` },
    ]);
  }
  return rows.flatMap(({ cells, at }) => {
    const cell = (name: string | undefined) => {
      const index = name === undefined ? -1 : names.indexOf(name);
      return unescapeFormula(cells[index] ?? '').trim();
    };
    // An export also has rows of bundles, which are not sources.
    if (cell('kind') === 'bundle') return [];
    const address = cell(addressColumn);
    if (address !== '') return [ofPage(wantedAddress(address), cell('mode'))];
    const search = searchIn(forEachMode((mode) => cell(mode) || undefined));
    if (search !== undefined) return news(search, cell('region'));
    const input = cells.find((text) => text.trim() !== '') ?? '';
    return [{ input, problem: `Line ${at(0).line} of ${file} has no ${anyOf(SOURCE_FIELDS)}.` }];
  });
}

/** An export says of which pages the changes are followed. */
function ofPage(wanted: SourceRequest, mode: string): SourceRequest {
  const read = pageModeSchema.safeParse(mode);
  if (!read.success || 'problem' in wanted || isNews(wanted.source)) return wanted;
  return { ...wanted, source: { ...wanted.source, mode: read.data } };
}

function news(
  { mode, words: input }: { mode: KeywordMode; words: string },
  region: string,
): SourceRequest[] {
  if (region !== '' && parseRegion(region) === null) {
    return [{ input, problem: `"${region}" is not a region such as US:en or GB:en.` }];
  }
  const edition = canonicalRegion(region === '' ? undefined : region);
  return [{ input, source: { mode, text: oneSpaced(input), region: edition } }];
}
