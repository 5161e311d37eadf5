import { KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import type { Fields } from '../../resources/field.js';
import { UsageError } from '../kit/index.js';

export const FILE_FORMATS = ['yaml', 'json', 'opml', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The `--format` flag for a follow-up command. */
export function fileFormatFlag(format: string | undefined): readonly string[] {
  return format === undefined ? [] : ['--format', format];
}

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  opml: 'opml',
  xml: 'opml',
  csv: 'csv',
  tsv: 'csv',
};

/** The format by the suffix of the file name. */
export function formatByName(file: string): FileFormat | undefined {
  return BY_EXTENSION[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''];
}

/**
 * The columns of a CSV file, in order. A row is a feed, or a bundle if `kind` says so: a bundle
 * needs a row only when it has no feeds, or has a description, an icon or filters.
 */
export const CSV_COLUMNS: readonly string[] = [
  'kind',
  'url',
  ...KEYWORD_MODES,
  'region',
  // Secrets are read apart.
  ...Object.entries(FEED_FIELDS as Fields).flatMap(([name, { kind }]) =>
    kind === 'access' ? [] : [name],
  ),
  'bundles',
  'rss_feed_url',
];

/** Names of the column `url` in the files of other programs, and in the output of `feeds list`. */
const URL_NAMES: readonly string[] = ['source_url', 'feed_url', 'xmlurl', 'link', 'website'];

/** The column of this heading, in any case; undefined when it is none. */
export function csvColumn(heading: string): string | undefined {
  const name = heading.toLowerCase();
  if (URL_NAMES.includes(name)) return 'url';
  return CSV_COLUMNS.find((column) => column.toLowerCase() === name);
}

/** The format by content: markup is OPML, a line of column names is CSV, anything else YAML. */
export function formatByContent(text: string): FileFormat {
  const start = text
    .slice(0, 10_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('<')) return 'opml';
  if (/^[{[]/.test(start)) return 'json';
  const names = (start.split(/\r?\n|\r/)[0] ?? '').split(/[,;\t]/).map((name) => name.trim());
  const isHeading = names.every((name) => csvColumn(name.replaceAll('"', '')) !== undefined);
  return isHeading || /^sep=./i.test(start) ? 'csv' : 'yaml';
}

/** Rejects an option that contradicts the file name, which would misread the file. */
export function chosenFormat(
  asked: FileFormat | undefined,
  globalOutput: string | undefined,
): FileFormat | undefined {
  const output = FILE_FORMATS.find((format) => format === globalOutput);
  if (asked !== undefined && output !== undefined && asked !== output) {
    throw new UsageError(`--format ${asked} and --output ${output} cannot be combined.`);
  }
  return asked ?? output;
}
