import type { ProblemKind } from './examine.js';
import type { MendFacts } from './look-at-feeds.js';

/** The commands, as words after `feedctl`, that mend a trouble or show what it is. */
export function mendOf(
  problem: ProblemKind,
  id: string,
  { isEmbedded }: MendFacts,
): readonly (readonly string[])[] {
  switch (problem) {
    case 'stale':
      return isEmbedded ? [['refresh', id]] : [['open', id, '--source']];
    case 'inactive':
    case 'empty':
      return isEmbedded ? [['refresh', id]] : [['feeds', 'delete', id]];
    case 'failing':
      return [['feeds', 'get', id, '--debug']];
    case 'unpublished':
    case 'not-a-feed':
      return [['open', id, '--print']];
    default:
      // Only the service's own pages take money.
      return [];
  }
}
