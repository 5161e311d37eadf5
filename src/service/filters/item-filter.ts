import {
  type DroppedBy,
  type Filters,
  parseRule,
  RULE_FIELDS,
  type Rule,
} from '../../contract/index.js';
import { compileRegex, RegexGroup, type RegexRule } from './regexes.js';
import { Haystack, type SearchedItem } from './searched-item.js';
import { occursIn, termOf } from './term.js';

/** Decides which items are shown. */
export interface ItemFilter {
  /** The rule that hides the item, or null for an item that is shown. */
  hides(item: SearchedItem): HiddenBy | null;
}

export type HiddenBy = Pick<DroppedBy, 'list' | 'rule'>;

interface Matcher {
  text: string;
  matches(haystack: Haystack): boolean;
}

/**
 * Compiles the rules of one object. Stored rules were checked when they were set; one that no
 * longer compiles matches nothing.
 */
export async function compileFilter({ include, exclude }: Filters): Promise<ItemFilter> {
  const [included, excluded] = await Promise.all([matchersOf(include), matchersOf(exclude)]);
  return {
    hides(item) {
      const haystack = new Haystack(item);
      const isIncluded = include.length === 0 || included.some((rule) => rule.matches(haystack));
      if (!isIncluded) return { list: 'include', rule: null };
      const hiding = excluded.find((rule) => rule.matches(haystack));
      return hiding === undefined ? null : { list: 'exclude', rule: hiding.text };
    },
  };
}

async function matchersOf(texts: readonly string[]): Promise<Matcher[]> {
  const rules = texts.flatMap((text) => {
    const rule = parseRule(text);
    return 'problem' in rule ? [] : [{ text, rule }];
  });
  const regexes = await regexMatchers(rules.flatMap(({ rule }) => (isRegex(rule) ? [rule] : [])));
  return rules.flatMap(({ text, rule }) => {
    const matches = isRegex(rule) ? regexes.get(rule) : termMatcher(rule);
    return matches === undefined ? [] : [{ text, matches }];
  });
}

function isRegex(rule: Rule): rule is RegexRule {
  return rule.kind === 'regex';
}

function termMatcher(rule: Exclude<Rule, RegexRule>): Matcher['matches'] {
  const written = rule.kind === 'words' ? rule.words : [rule.phrase];
  const terms = written.map(termOf);
  return (haystack) => {
    const text = haystack.folded(rule.field);
    return terms.every((term) => occursIn(text, term));
  };
}

async function regexMatchers(
  rules: readonly RegexRule[],
): Promise<Map<RegexRule, Matcher['matches']>> {
  const matchers = new Map<RegexRule, Matcher['matches']>();
  for (const field of [null, ...RULE_FIELDS]) {
    const group = rules.filter((rule) => rule.field === field);
    if (group.length === 0) continue;
    const compiled = [];
    for (const rule of group) {
      const regex = await compileRegex(rule);
      if (!('problem' in regex)) compiled.push({ rule, regex });
    }
    const any = await RegexGroup.of(
      field,
      compiled.map(({ rule }) => rule),
    );
    for (const { rule, regex } of compiled) {
      matchers.set(rule, (haystack) => any.matches(haystack) && regex.test(haystack.raw(field)));
    }
  }
  return matchers;
}
