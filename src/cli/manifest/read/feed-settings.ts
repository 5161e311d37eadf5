import { readInput } from '../../bulk/read-input.js';
import { commandAgain, shellCommand } from '../../kit/index.js';
import type { FeedEntry, SourceSpec } from '../../sources/model.js';
import { MAX_FILE_BYTES } from '../../sources/text.js';
import type { Context } from '../../verbs/context.js';
import { readApart } from './read-apart.js';
import { checkSecrets } from './secret-rules.js';

/**
 * Reads the settings of one feed from a file, and checks its references.
 *
 * @param path `-` for standard input
 * @param source of the feed; some settings are only for pages
 * @throws {CliError} INVALID_FILE with the position of every problem
 */
export async function readFeedSettings(
  context: Context,
  path: string,
  source: SourceSpec,
): Promise<FeedEntry> {
  const { bytes, name } = await readInput(context, path, MAX_FILE_BYTES);
  const feed = await readApart('settings', { bytes, name, options: source }, context.signal);
  // Standard input is trusted as if it were typed.
  if (path === '-') return feed;
  const trustingCommand = () =>
    `${commandAgain(context.typed, ['--with', '-'])} < ${shellCommand([path])}`;
  const [checked = feed] = checkSecrets([feed], { path, name, trustingCommand });
  return checked;
}
