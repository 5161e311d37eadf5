import type { Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { decodeText } from '../../sources/text.js';
import { type FileFormat, formatByContent, formatByName } from '../file-format.js';
import { FORMAT_TABLE } from '../formats.js';
import { checkedManifest } from './checked.js';
import { readForeign } from './foreign.js';

/** A file that was read. */
export interface ReadManifest extends Manifest {
  format: FileFormat;
  /**
   * True if another program wrote it: unusable entries are skipped, and their owner is not asked to correct
   * them.
   */
  isForeign: boolean;
}

export interface ReadOptions {
  /** The format given by the user; when undefined, detected by name and content. */
  format?: FileFormat | undefined;
  /**
   * Skips invalid entries, listed in `skipped`, instead of rejecting the file. `foreign`: only in files
   * of other programs, whose owner does not write the entries.
   */
  skipUnusable?: boolean | 'foreign';
  /** Limit of YAML aliases, for files of strangers. */
  maxAliases?: number;
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
  { format, skipUnusable = false, maxAliases }: ReadOptions = {},
): Promise<ReadManifest> {
  const text = decodeText(bytes, file);
  const chosen = format ?? formatByName(file) ?? formatByContent(text);
  // A file that is named OPML is read as OPML, whatever it contains.
  const isNamed = (format ?? formatByName(file)) === 'opml';
  const foreign = isNamed ? undefined : readForeign(text, file);
  const isForeign = foreign !== undefined || chosen === 'opml';
  const isTolerant = skipUnusable === 'foreign' ? isForeign : skipUnusable;
  const manifest = checkedManifest(
    foreign ?? (await FORMAT_TABLE[chosen].read(text, file, maxAliases)),
  );
  const problems = manifest.skipped.flatMap((entry) => entry.problems);
  if (!isTolerant && problems.length > 0) throw invalidFile(file, problems);
  return { ...manifest, format: chosen, isForeign };
}
