import { readInput } from '../../bulk/read-input.js';
import type { Manifest } from '../../sources/model.js';
import { MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { type ReadOptions, readManifest } from './read-manifest.js';

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
