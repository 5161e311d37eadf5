import { expandIds } from '../../bulk/read-input.js';
import { any } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import type { Context } from '../../verbs/context.js';
import type { ItemScope } from './item-pages.js';

/** Argument of the commands that read items. */
export const scopesArgument = any(
  'FEED|BUNDLE',
  'feeds and bundles; none: all feeds; -: ids from a pipe',
);

/**
 * The feeds and bundles on a command line; without any, all feeds of the account. `-` stands for
 * ids on standard input; an empty input selects nothing. @throws {UsageError}, {CliError} see
 * `resolveNames`
 */
export async function resolveScopes(
  context: Context,
  typed: readonly string[],
): Promise<ItemScope[]> {
  if (typed.length === 0) return [null];
  const names = await expandIds(context, typed);
  return resolveIds(context, names, { of: 'either', verb: 'get', reads: true });
}
