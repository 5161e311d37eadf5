import { UsageError } from '../../kit/index.js';
import { CSV_COLUMNS } from '../csv-columns.js';

export const FILE_FORMATS = ['yaml', 'json', 'opml', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  opml: 'opml',
  xml: 'opml',
  csv: 'csv',
  tsv: 'csv',
};

/** What the end of a name says of the format. */
export function formatByName(file: string): FileFormat | undefined {
  return BY_EXTENSION[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''];
}

/** What the text itself shows: markup is OPML, a line of column names is CSV, the rest is YAML. */
export function formatByContent(text: string): FileFormat {
  const start = text
    .slice(0, 10_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('<')) return 'opml';
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  const names = (start.split(/\r?\n|\r/)[0] ?? '').split(/[,;\t]/).map((name) => name.trim());
  const isHeading = names.every((name) =>
    CSV_COLUMNS.some((column) => column.toLowerCase() === name.replaceAll('"', '').toLowerCase()),
  );
  return isHeading || /^sep=./i.test(start) ? 'csv' : 'yaml';
}

/** A format that a name and an option contradict would be read wrongly without a word. */
export function chosenFormat(
  asked: FileFormat | undefined,
  globalOutput: string | undefined,
): FileFormat | undefined {
  const output = FILE_FORMATS.find((format) => format === globalOutput);
  if (asked !== undefined && output !== undefined && asked !== output) {
    throw new UsageError(
      `--format ${asked} and --output ${output} contradict each other: give one.`,
    );
  }
  return asked ?? output;
}
