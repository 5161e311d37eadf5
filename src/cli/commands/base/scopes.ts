import type { Context } from '../../verbs/context.js';
import type { ItemScope } from './item-pages.js';

/**
 * The feeds and bundles that a command line names; none: all feeds of the account. `-` stands for
 * ids on standard input; an empty input names nothing.
 * @throws {UsageError}, {CliError} see `resolveNames`
 */
export async function resolveScopes(
  context: Context,
  typed: readonly string[],
): Promise<ItemScope[]> {
  if (typed.length === 0) return [null];
  const { expandIds } = await import('../../bulk/read-input.js');
  const { resolveIds } = await import('../../lookup/resolve-names.js');
  const names = await expandIds(context, typed);
  return resolveIds(context, names, { of: 'either', verb: 'get', reads: true });
}
