import { Declined, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/**
 * Asks for confirmation before data is lost. Without a terminal it refuses, unless --yes was
 * given. Call it before sending any request.
 */
export async function confirm(
  { globals, prompts }: Context,
  question: string,
  nothingDone: string,
): Promise<void> {
  if (globals.yes) return;
  if (!prompts.canAsk) {
    throw new UsageError(`Refusing without confirmation: ${question}`, {
      hint: 'There is no terminal to ask. Pass --yes to confirm.',
    });
  }
  if (!(await prompts.confirm(question))) throw new Declined(nothingDone);
}
