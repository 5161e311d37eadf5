import { UsageError } from '../kit/index.js';
import { csvColumn } from './csv-columns.js';

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
