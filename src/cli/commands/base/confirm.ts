import { Declined, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/**
 * Asks for confirmation before data is lost. Without a terminal it refuses, unless --yes was given.
 * Call it before sending any request.
 *
 * @param lookUp returns the question with the current facts, for a terminal; throws if the object
 * does not exist
 */
export async function confirm(
  { globals, prompts }: Context,
  question: string,
  nothingDone: string,
  lookUp?: () => Promise<string>,
): Promise<void> {
  if (globals.yes) return;
  if (!prompts.canAsk) {
    throw new UsageError(`Not done: ${statementOf(question)} Add --yes.`);
  }
  const asked = (await lookUp?.()) ?? question;
  if (!(await prompts.confirm(asked))) throw new Declined(nothingDone);
}

/** "Replace key c_1? Programs stop." → "this replaces key c_1. Programs stop." */
function statementOf(question: string): string {
  const [verb = '', ...rest] = question.split(' ');
  const third = /(?:s|sh|ch|x|z)$/.test(verb)
    ? `${verb}es`
    : `${verb.replace(/([^aeiou])y$/, '$1ie')}s`;
  return `this ${third.toLowerCase()} ${rest.join(' ')}`.replace('?', '.');
}
