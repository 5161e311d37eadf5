import { readInput } from '../../bulk/read-input.js';
import type { Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText, MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { withoutContradictions } from './check.js';
import { type FileFormat, formatByContent, formatByName } from './format.js';

/** Reads the file that was named, and says what a reader of it should know. */
export async function openManifest(
  context: Context,
  path: string,
  options: ReadOptions,
): Promise<Manifest> {
  const { bytes, name } = await readInput(context, path, MAX_FILE_BYTES);
  const manifest = await readManifest(bytes, name, options);
  for (const note of manifest.notes) await context.notes.note(note);
  return manifest;
}

interface ReadOptions {
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
