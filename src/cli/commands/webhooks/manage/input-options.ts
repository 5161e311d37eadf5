import { choice, text, texts } from '../../../kit/index.js';
import type { Context } from '../../../verbs/context.js';

/** Which events are sent: options of `create` and `update`. */
export const filterOptions = {
  scope: text('SCOPE', 'all (default), or a feed or a bundle: its id or title'),
  include: texts('WORD', 'only items with this word or phrase; elect* stands for any ending'),
  exclude: texts('WORD', 'no items with this word or phrase'),
};

export const onlyOption = choice(['new', 'changed'], 'KIND', 'only one kind of items');

/** Words to replace those of a webhook; undefined when none were given, `""` removes all. */
export function givenWords(words: readonly string[]): readonly string[] | undefined {
  return words.length === 0 ? undefined : words.filter((word) => word !== '');
}

/** The id of the feed or bundle that was named; `all` stays. */
export async function scopeId(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined || typed === 'all') return typed;
  const { resolveName } = await import('../../../lookup/resolve-names.js');
  return resolveName(context, typed, { of: 'either', verb: 'get' });
}
