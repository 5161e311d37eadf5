import { readInput } from '../../bulk/read-input.js';
import { commandAgain, giveWay } from '../../kit/index.js';
import { MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { readApart } from './read-apart.js';
import type { ReadManifest, ReadOptions } from './read-manifest.js';
import { checkSecrets, type SecretRules } from './secret-rules.js';

/** Reads the given file, checks what it refers to, and prints its warnings. */
export async function openManifest(
  context: Context,
  path: string,
  { secrets, ...options }: ReadOptions & { secrets: SecretRules },
): Promise<ReadManifest> {
  const { bytes, name } = await readInput(context, path, MAX_FILE_BYTES);
  const manifest = await readApart('manifest', { bytes, name, options }, context.signal);
  await giveWay(context.signal);
  for (const note of manifest.notes) await context.notes.note(note);
  const trustingCommand = (flags: readonly string[]) =>
    flags.length === 0 ? null : commandAgain(context.typed, flags);
  const file = { path, name, trustingCommand };
  return { ...manifest, feeds: checkSecrets(manifest.feeds, file, secrets) };
}
