import { Declined, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/**
 * Asks before something is lost. With nobody to answer it refuses, unless --yes was given: a
 * command must not answer for a user who is not there. Comes before any request.
 */
export async function confirm(
  { globals, prompts }: Context,
  question: string,
  nothingDone: string,
): Promise<void> {
  if (globals.yes) return;
  if (!prompts.canAsk) {
    throw new UsageError(`Not done without a confirmation: ${question}`, {
      hint: 'Nobody can be asked here. Add --yes to confirm.',
    });
  }
  if (!(await prompts.confirm(question))) throw new Declined(nothingDone);
}
