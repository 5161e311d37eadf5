import { choice, text, wholeNumber } from '../../../kit/index.js';
import { resolveName } from '../../../lookup/resolve-names.js';
import type { Context } from '../../../verbs/context.js';
import { filterOptions } from '../../base/index.js';

/** Options of `create` and `update` that filter events. */
export const inputOptions = {
  scope: text('SCOPE', 'all (default), or the id or title of a feed or bundle'),
  ...filterOptions,
  maxItems: wholeNumber('N', 'items of one event at most; a larger update becomes several events', {
    min: 1,
    max: 100,
  }),
};

export const onlyOption = choice(['new', 'changed'], 'KIND', 'only one kind of items');

/** The id of the given feed or bundle; `all` is unchanged. */
export async function scopeId(
  context: Context,
  typed: string | undefined,
): Promise<string | undefined> {
  if (typed === undefined || typed === 'all') return typed;
  return resolveName(context, typed, { of: 'either', verb: 'get' });
}
