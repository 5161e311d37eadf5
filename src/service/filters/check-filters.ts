import {
  FILTER_LIMITS,
  type Filters,
  type FiltersInput,
  parseRule,
  printRule,
} from '../../contract/index.js';
import { invalidField } from '../core/errors.js';
import { compileRegex, MAX_TOTAL_SIZE, regexSize } from './regexes.js';
import { NO_FILTERS } from './stored-filters.js';

/**
 * Checks filters and returns them as they are stored: rules in canonical form, without duplicates.
 * Null clears them; a list that is left out is not changed.
 * @param nameOf the field of a list in errors
 * @throws ServiceError INVALID_FIELD naming the rule and the reason why it cannot match, or the
 * rule with which the regular expressions of both lists become too complex together
 */
export async function checkFilters(
  input: FiltersInput | null,
  before: Filters = NO_FILTERS,
  nameOf = (list: keyof Filters) => `filters.${list}`,
): Promise<Filters> {
  if (input === null) return NO_FILTERS;
  const filters: Filters = { include: [], exclude: [] };
  let size = 0;
  for (const list of ['include', 'exclude'] as const) {
    const given = input[list];
    filters[list] = given === undefined ? before[list] : await checkRules(nameOf(list), given);
    for (const [index, text] of filters[list].entries()) {
      size += await regexSize(text);
      if (size <= MAX_TOTAL_SIZE) continue;
      throw invalidField(
        `"${nameOf(list)}[${index}]" (${text}) makes the regular expressions of these rules too ` +
          'complex together. Use fewer of them, or smaller counts in {…}.',
      );
    }
  }
  return filters;
}

async function checkRules(name: string, given: readonly string[]): Promise<string[]> {
  if (given.length > FILTER_LIMITS.rules) {
    throw invalidField(`"${name}" must be at most ${FILTER_LIMITS.rules} entries long.`);
  }
  const rules = new Set<string>();
  for (const [index, text] of given.entries()) {
    const rule = parseRule(text);
    const checked = 'problem' in rule || rule.kind !== 'regex' ? rule : await compileRegex(rule);
    if ('problem' in checked) {
      throw invalidField(`"${name}[${index}]" cannot match (${text}): ${checked.problem}.`);
    }
    if (!('problem' in rule)) rules.add(printRule(rule));
  }
  return [...rules];
}
