import type { Manifest } from '../model.js';
import { checkManifest } from './check.js';
import { type FileFormat, formatByContent, formatByName } from './format.js';
import { decodeText } from './text.js';

/**
 * Reads the desired state of an account.
 *
 * @param file its name, for messages and for the format
 * @param format what the user said it is; by its name and its content when undefined
 * @throws {CliError} INVALID_FILE with the place of every problem
 */
export async function readManifest(
  bytes: Uint8Array,
  file: string,
  format?: FileFormat,
): Promise<Manifest> {
  const text = decodeText(bytes, file);
  const read = await readerOf(format ?? formatByName(file) ?? formatByContent(text));
  return checkManifest(read(text, file), file);
}

/** Each reader brings a library of its own. */
async function readerOf(format: FileFormat): Promise<(text: string, file: string) => Manifest> {
  if (format === 'opml') return (await import('./opml.js')).readOpml;
  if (format === 'csv') return (await import('./csv.js')).readCsv;
  return (await import('./yaml.js')).readYaml;
}
