import { choice, text, texts } from '../../../kit/index.js';
import type { Context } from '../../../verbs/context.js';

/** Options of `create` and `update` that filter events. */
export const filterOptions = {
  scope: text('SCOPE', 'all (default), or the id or title of a feed or bundle'),
  include: texts('WORD', 'only items with this word or phrase; elect* matches any ending'),
  exclude: texts('WORD', 'no items with this word or phrase'),
};

export const onlyOption = choice(['new', 'changed'], 'KIND', 'only one kind of items');

/** Replacement words of a webhook; undefined when none were given, `""` removes all. */
export function givenWords(words: readonly string[]): readonly string[] | undefined {
  return words.length === 0 ? undefined : words.filter((word) => word !== '');
}

/** The id of the given feed or bundle; `all` is unchanged. */
export async function scopeId(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined || typed === 'all') return typed;
  const { resolveName } = await import('../../../lookup/resolve-names.js');
  return resolveName(context, typed, { of: 'either', verb: 'get' });
}
