import { accountFlags, shellCommand } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/** Below this confidence, the items may be another list of the page. */
const DOUBTFUL = 0.5;

/**
 * Warns that the items of a page may not be its list, and names the command to choose another one.
 * @param source how `preview` is given the page
 */
export async function noteDoubt(
  { notes, globals }: Context,
  confidence: number | null | undefined,
  ...source: readonly string[]
): Promise<void> {
  if (confidence === null || confidence === undefined || confidence >= DOUBTFUL) return;
  const percent = Math.round(confidence * 100);
  const pick = shellCommand(['feedctl', 'preview', ...source, '--pick', ...accountFlags(globals)]);
  await notes.note(
    `It is not certain that these items are the list of the page (confidence ${percent} %). To choose another list: ${pick}`,
  );
}
