import { shellCommand, UsageError, withScheme } from '../kit/index.js';
import { invalidFile } from '../sources/problem.js';
import { decodeText } from '../sources/text.js';
import type { SourceRequest } from './make-feed.js';

export type ListFormat = 'list' | 'csv';

/**
 * The sources in a file: one address a line, or CSV with a line of column names.
 *
 * @param format what the user said it is; by its first line when undefined
 * @throws {CliError} INVALID_FILE for what is no text, or neither of the two
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
    throw new UsageError(`${file} is no list of addresses: it is a file of feeds and bundles.`, {
      hint: `Import it: ${shellCommand(['feedctl', 'import', file === '<stdin>' ? '-' : file])}`,
    });
  }
  if ((format ?? detected(first)) === 'list') {
    const { readAddressList } = await import('./read-address-list.js');
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

/** A file that is empty, or whose first line is an address, is a list of addresses. */
function detected(first: string): ListFormat {
  // A comma parts the cells of a row more often than it stands in an address without a scheme.
  const isBare = !/[,;]/.test(first) && withScheme(first) !== null;
  const isAddress = /^(?:https?:\/\/|feed:)/i.test(first) || isBare;
  return first === '' || isAddress ? 'list' : 'csv';
}

/** The names of columns that a source may stand in, in the order in which they are tried. */
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
  const known = [...SOURCE_COLUMNS, 'keyword', 'headline'] as readonly string[];
  return /^sep=.$/i.test(first) || names.some((name) => known.includes(name));
}
