import {
  FILTER_LIMITS,
  type Filters,
  type FiltersInput,
  parseRule,
  printRule,
} from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { compileRegex, MAX_TOTAL_SIZE } from './regexes.js';
import { NO_FILTERS } from './stored-filters.js';

/**
 * Filters as they are stored: rules in canonical form, each once. Null clears them; a list that is
 * left out stays as it was.
 * @throws ServiceError INVALID_FIELD naming the rule and why it cannot match
 */
export async function checkFilters(
  input: FiltersInput | null,
  before: Filters = NO_FILTERS,
): Promise<Filters> {
  if (input === null) return NO_FILTERS;
  const filters = {
    include: await checkRules('include', input.include, before.include),
    exclude: await checkRules('exclude', input.exclude, before.exclude),
  };
  await checkTotalSize(filters);
  return filters;
}

/** Refuses the rule with which the regular expressions of both lists become too complex together. */
async function checkTotalSize(filters: Filters): Promise<void> {
  let total = 0;
  for (const list of ['include', 'exclude'] as const) {
    for (const [index, text] of filters[list].entries()) {
      total += await programSize(text);
      if (total <= MAX_TOTAL_SIZE) continue;
      throw new ServiceError(
        'INVALID_FIELD',
        `"filters.${list}[${index}]" (${text}) makes the regular expressions of these rules too ` +
          'complex together. Use fewer of them, or smaller counts in {…}.',
      );
    }
  }
}

async function programSize(text: string): Promise<number> {
  const rule = parseRule(text);
  if ('problem' in rule || rule.kind !== 'regex') return 0;
  const regex = await compileRegex(rule);
  return 'problem' in regex ? 0 : regex.programSize();
}

async function checkRules(
  list: keyof Filters,
  given: readonly string[] | undefined,
  before: string[],
): Promise<string[]> {
  if (given === undefined) return before;
  if (given.length > FILTER_LIMITS.rules) {
    throw new ServiceError(
      'INVALID_FIELD',
      `"filters.${list}" must be at most ${FILTER_LIMITS.rules} entries long.`,
    );
  }
  const rules = [];
  for (const [index, text] of given.entries()) {
    const rule = parseRule(text);
    const checked = 'problem' in rule || rule.kind !== 'regex' ? rule : await compileRegex(rule);
    if ('problem' in checked) {
      throw new ServiceError(
        'INVALID_FIELD',
        `"filters.${list}[${index}]" cannot match (${text}): ${checked.problem}.`,
      );
    }
    if (!('problem' in rule)) rules.push(printRule(rule));
  }
  return [...new Set(rules)];
}
