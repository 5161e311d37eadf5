import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { shellCommand, UsageError, withScheme } from '../kit/index.js';
import { invalidFile } from '../sources/problem.js';
import { decodeText } from '../sources/text.js';
import type { SourceRequest } from './make-feed.js';

export type ListFormat = 'list' | 'csv';

/**
 * Reads the sources in a file: one address per line, or CSV with column names.
 *
 * @param format undefined: detected from the first line
 * @throws {CliError} INVALID_FILE when it is not text or has neither format
 */
export async function readSources(
  bytes: Uint8Array,
  file: string,
  format: ListFormat | undefined,
): Promise<SourceRequest[]> {
  const text = decodeText(bytes, file);
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (format === undefined && /^(?:<\?xml|<opml|feeds:|\{)/i.test(first)) {
    throw new UsageError(`${file} is a file of feeds and bundles, not a list of addresses.`, {
      hint: `Import it: ${shellCommand(['feedctl', 'import', file === '<stdin>' ? '-' : file])}`,
    });
  }
  if ((format ?? detected(first)) === 'list') {
    const { readAddressList } = await import('./source-address.js');
    return readAddressList(lines);
  }
  if (format === undefined && !isHeading(first)) {
    throw invalidFile(file, [
      {
        at: { line: lines.indexOf(first) + 1, column: 1 },
        message: `"${first.slice(0, 80)}" is neither an address nor a line of column names with "url" in it`,
      },
    ]);
  }
  const { readCsvSources } = await import('./read-csv-sources.js');
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
export const SOURCE_COLUMNS = [
  'url',
  'source_url',
  'feed_url',
  'xmlurl',
  'link',
  'website',
] as const;

function isHeading(first: string): boolean {
  const names = first.split(/[,;\t]/).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  const known = [...SOURCE_COLUMNS, ...KEYWORD_MODES] as readonly string[];
  return /^sep=.$/i.test(first) || names.some((name) => known.includes(name));
}
