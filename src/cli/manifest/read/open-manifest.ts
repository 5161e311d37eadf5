import { readInput } from '../../bulk/read-input.js';
import { commandAgain } from '../../kit/index.js';
import type { Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText, MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { type FileFormat, formatByContent, formatByName } from '../file-format.js';
import { FORMAT_TABLE } from '../formats.js';
import { checkedManifest } from './checked.js';
import { checkSecrets, type SecretRules } from './secret-rules.js';

/** A file that was read. */
export interface ReadManifest extends Manifest {
  format: FileFormat;
}

/** Reads the given file, checks what it refers to, and prints its warnings. */
export async function openManifest(
  context: Context,
  path: string,
  { secrets, ...options }: ReadOptions & { secrets: SecretRules },
): Promise<ReadManifest> {
  const { bytes, name } = await readInput(context, path, MAX_FILE_BYTES);
  const manifest = await readManifest(bytes, name, options);
  for (const note of manifest.notes) await context.notes.note(note);
  const trust = (flags: readonly string[]) =>
    flags.length === 0 ? null : commandAgain(context.typed, flags);
  const file = { path, name, trust };
  return { ...manifest, feeds: checkSecrets(manifest.feeds, file, secrets) };
}

interface ReadOptions {
  /** The format given by the user; when undefined, detected by name and content. */
  format?: FileFormat | undefined;
  /**
   * Skips invalid entries, listed in `skipped`, instead of rejecting the file. `opml`: only in files
   * that feed readers write, whose owner does not write the entries.
   */
  skipUnusable?: boolean | 'opml';
}

/**
 * Reads the desired state of an account.
 *
 * @param file its name, for messages and for the format
 * @throws {CliError} INVALID_FILE with the position of every problem
 */
export async function readManifest(
  bytes: Uint8Array,
  file: string,
  { format, skipUnusable = false }: ReadOptions = {},
): Promise<ReadManifest> {
  const text = decodeText(bytes, file);
  const chosen = format ?? formatByName(file) ?? formatByContent(text);
  const isTolerant = skipUnusable === 'opml' ? chosen === 'opml' : skipUnusable;
  const manifest = checkedManifest(await FORMAT_TABLE[chosen].read(text, file));
  const problems = manifest.skipped.flatMap((entry) => entry.problems);
  if (!isTolerant && problems.length > 0) throw invalidFile(file, problems);
  return { ...manifest, format: chosen };
}
