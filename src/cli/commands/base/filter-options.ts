import type { FiltersInput } from '../../../client/index.js';
import { texts } from '../../kit/index.js';

/** `--include RULE --exclude RULE` of feeds, bundles, webhooks and previews; both repeatable. */
export const filterOptions = {
  include: texts(
    'RULE',
    'only items that match: words, a "phrase" or /regex/i; title:, text:, author:, tag: or url: in front limits the search',
  ),
  exclude: texts('RULE', 'no items that match this rule'),
};

export interface FilterValues {
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
}

/** How `update` clears rules. */
export const FILTERS_NOTE =
  'Rules of --include or --exclude replace the earlier ones of that list; "" removes them.';

/** The filters given on the command line: `""` clears a list, a list that is not given is left out. */
export function readFilters({
  include = [],
  exclude = [],
}: FilterValues): FiltersInput | undefined {
  if (include.length + exclude.length === 0) return undefined;
  return {
    ...(include.length > 0 && { include: withoutBlank(include) }),
    ...(exclude.length > 0 && { exclude: withoutBlank(exclude) }),
  };
}

function withoutBlank(rules: readonly string[]): string[] {
  return rules.filter((rule) => rule.trim() !== '');
}

/** The flags that give these filters. */
export function filterFlags({ include = [], exclude = [] }: FilterValues): string[] {
  return [
    ...include.flatMap((rule) => ['--include', rule]),
    ...exclude.flatMap((rule) => ['--exclude', rule]),
  ];
}
