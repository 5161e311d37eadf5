/**
 * Fields that a rule can name with a prefix; without one it searches title and text. `added` and
 * `removed` are the lines of a change of a followed page; its text is what was added.
 */
export const RULE_FIELDS = ['title', 'text', 'author', 'tag', 'url', 'added', 'removed'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** The prefixes as help and hints name them: "title:, text: or url:". */
export const RULE_PREFIXES = RULE_FIELDS.map((name) => `${name}:`)
  .join(', ')
  .replace(/, (?=\w+:$)/, ' or ');

/** What a rule may be, as help, forms and the API reference say it. */
export const RULE_FORMS = `words that must all occur, a "phrase", or /regex/i; ${RULE_PREFIXES} in front searches only there`;

/** Limits of the filters of one feed, bundle or webhook. Length in characters. */
export const FILTER_LIMITS = { rules: 100, ruleLength: 200 } as const;

/** One rule of a filter, parsed. A star at the end of a word or phrase matches any ending. */
export type Rule = { field: RuleField | null } & (
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'phrase'; phrase: string }
  | { kind: 'regex'; source: string; ignoreCase: boolean }
);

/** A rule that cannot match; the message says why and completes "Rule …: ". */
export interface InvalidRule {
  problem: string;
}

/**
 * Parses a rule: words that must all occur, a "phrase", or a /regular expression/, after an
 * optional prefix such as `title:`. Whether a regular expression compiles is checked elsewhere.
 */
export function parseRule(text: string): Rule | InvalidRule {
  const typed = text.trim();
  if ([...typed].length > FILTER_LIMITS.ruleLength) {
    return { problem: `it is longer than ${FILTER_LIMITS.ruleLength} characters` };
  }
  if (typed === '') return { problem: 'it is empty' };
  const [, prefix, rest = ''] = /^(\p{L}+):(.*)$/su.exec(typed) ?? [];
  if (prefix === undefined) return parseBody(typed, null, typed);
  const field = RULE_FIELDS.find((name) => name === prefix.toLowerCase());
  if (field !== undefined) return parseBody(rest.trim(), field, typed);
  const known = RULE_FIELDS.map((name) => `${name}:`).join(', ');
  const hint = /^https?$/i.test(prefix) ? `write url:"${typed}"` : `put it in quotes: "${typed}"`;
  return { problem: `${prefix}: is not a prefix (${known}). To search for the text, ${hint}` };
}

function parseBody(body: string, field: RuleField | null, typed: string): Rule | InvalidRule {
  if (body === '') return { problem: `nothing follows ${typed}` };
  if (body.startsWith('/')) return parseRegex(body, field);
  if (body.startsWith('"')) return parsePhrase(body, field);
  if (body.endsWith('"')) return { problem: 'its phrase has no opening quote' };
  const words = body.split(/\s+/);
  if (words.some(matchesNothing))
    return { problem: 'a star needs letters before it, as in elect*' };
  return { field, kind: 'words', words };
}

function parsePhrase(body: string, field: RuleField | null): Rule | InvalidRule {
  if (body.length < 2 || !body.endsWith('"')) {
    return { problem: 'its phrase has no closing quote at the end' };
  }
  const phrase = body.slice(1, -1).trim().replace(/\s+/g, ' ');
  if (matchesNothing(phrase)) return { problem: 'its phrase is empty' };
  return { field, kind: 'phrase', phrase };
}

function parseRegex(body: string, field: RuleField | null): Rule | InvalidRule {
  const end = body.lastIndexOf('/');
  if (end === 0) {
    return { problem: 'its regular expression has no closing slash. For plain text, use quotes' };
  }
  const source = body.slice(1, end);
  const flags = body.slice(end + 1);
  if (source === '') return { problem: 'its regular expression is empty' };
  if (flags === '' || flags === 'i') {
    return { field, kind: 'regex', source, ignoreCase: flags === 'i' };
  }
  return {
    problem: `"${flags}" after the regular expression is not the flag i. For plain text, use quotes`,
  };
}

/** True if nothing is left to search for: only stars, white space and combining marks. */
function matchesNothing(text: string): boolean {
  return /^[\s*\p{M}]*$/u.test(text);
}

/** The canonical text of a rule; `parseRule` reads it back to the same rule. */
export function printRule(rule: Rule): string {
  const prefix = rule.field === null ? '' : `${rule.field}:`;
  switch (rule.kind) {
    case 'words':
      return prefix + rule.words.join(' ');
    case 'phrase':
      return `${prefix}"${rule.phrase}"`;
    case 'regex':
      return `${prefix}/${rule.source}/${rule.ignoreCase ? 'i' : ''}`;
  }
}
