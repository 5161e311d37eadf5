import { unescapeFormula } from '../../base/csv.js';
import { parseRegion } from '../../contract/region.js';
import { csvRows } from '../sources/csv-rows.js';
import { canonicalRegion, oneSpaced } from '../sources/entries.js';
import { invalidFile } from '../sources/problem.js';
import type { SourceRequest } from './make-feed.js';
import { wantedAddress } from './read-address-list.js';
import { SOURCE_COLUMNS } from './read-sources.js';

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
  if (addressColumn === undefined && !names.includes('keyword') && !names.includes('headline')) {
    throw invalidFile(file, [
      { at: { line: 1, column: 1 }, message: 'no column is named url, keyword or headline' },
    ]);
  }
  return rows.flatMap(({ cells }) => {
    const cell = (name: string | undefined) => {
      const index = name === undefined ? -1 : names.indexOf(name);
      return unescapeFormula(cells[index] ?? '').trim();
    };
    // An export also has rows of bundles, which are not sources.
    if (cell('kind') === 'bundle') return [];
    const address = cell(addressColumn);
    if (address !== '') return [wantedAddress(address)];
    return news({ keyword: cell('keyword'), headline: cell('headline'), region: cell('region') });
  });
}

interface News {
  keyword: string;
  headline: string;
  region: string;
}

function news({ keyword, headline, region }: News): SourceRequest[] {
  const input = keyword || headline;
  if (input === '') return [];
  if (region !== '' && parseRegion(region) === null) {
    return [{ input, problem: `"${region}" is not a region such as US:en or GB:en.` }];
  }
  const mode = keyword === '' ? ('headline' as const) : ('keyword' as const);
  const edition = canonicalRegion(region === '' ? undefined : region);
  return [{ input, source: { mode, text: oneSpaced(input), region: edition } }];
}
