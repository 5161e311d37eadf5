import type { Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText } from '../../sources/text.js';
import { withoutContradictions } from './check.js';
import { type FileFormat, formatByContent, formatByName } from './format.js';

export interface ReadOptions {
  /** What the user said the file is; by its name and its content when undefined. */
  format?: FileFormat | undefined;
  /** Leaves out entries that cannot be used, in `skipped`, instead of refusing the file. */
  skipUnusable?: boolean;
}

/**
 * Reads the desired state of an account.
 *
 * @param file its name, for messages and for the format
 * @throws {CliError} INVALID_FILE with the place of every problem
 */
export async function readManifest(
  bytes: Uint8Array,
  file: string,
  { format, skipUnusable = false }: ReadOptions = {},
): Promise<Manifest> {
  const text = decodeText(bytes, file);
  const read = await readerOf(format ?? formatByName(file) ?? formatByContent(text));
  const asWritten = read(text, file);
  if (!skipUnusable) refuse(asWritten, file);
  const manifest = withoutContradictions(asWritten);
  if (!skipUnusable) refuse(manifest, file);
  return manifest;
}

function refuse({ skipped }: Manifest, file: string): void {
  const problems = skipped.flatMap((entry) => entry.problems);
  if (problems.length > 0) throw invalidFile(file, problems);
}

/** Each reader brings a library of its own. */
async function readerOf(format: FileFormat): Promise<(text: string, file: string) => Manifest> {
  if (format === 'opml') return (await import('./opml.js')).readOpml;
  if (format === 'csv') return (await import('./csv.js')).readCsv;
  return (await import('./yaml.js')).readYaml;
}
