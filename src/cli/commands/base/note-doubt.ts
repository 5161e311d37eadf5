import { accountFlags, shellCommand } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/** Below this confidence, the items may come from another list of the page. */
const DOUBTFUL = 0.5;

/**
 * Warns that the items may not be those of the page's main list, and names the command that chooses
 * another list. @param source the page, as an argument of `preview`
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
