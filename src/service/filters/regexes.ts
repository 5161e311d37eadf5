import type { RE2JS } from 're2js';
import { parseRule, type Rule } from '../../contract/index.js';

export type RegexRule = Extract<Rule, { kind: 'regex' }>;

/** Maximum size of one compiled expression, in instructions of the engine: time grows with it. */
const MAX_PROGRAM_SIZE = 500;

/**
 * Maximum total size of the expressions of one object's rules. A hundred usual expressions have
 * 2,000 instructions; a hundred of the maximum size took a second for each item, because all of
 * them form one program.
 */
export const MAX_TOTAL_SIZE = 4000;

/** A compiled regular expression, or the reason why it cannot be compiled. */
type CompiledRegex = RE2JS | { problem: string };

/**
 * Compiles an expression with an engine that takes linear time: a backtracking one, such as that of
 * JavaScript, takes minutes for /(a+)+$/ on a text of 40 letters.
 */
export async function compileRegex({ source, ignoreCase }: RegexRule): Promise<CompiledRegex> {
  // The module has 260 kB, which only accounts with a regular expression load.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    const regex = RE2JS.compile(
      source,
      RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0),
    );
    if (regex.programSize() <= MAX_PROGRAM_SIZE) return regex;
    return { problem: 'its regular expression is too complex. Use smaller counts in {…}' };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return {
      problem: problemIn(error.message),
    };
  }
}

/** The problem in an error message, without the flags that only the engine receives. */
function problemIn(message: string): string {
  const unclosed = /missing closing (\)|\])/.exec(message)?.[1];
  if (unclosed !== undefined) return `the "${unclosed === ')' ? '(' : '['}" is never closed`;
  const text = message.replace(/^error parsing regexp: /, '').replace('`(?m)', '`');
  return `its regular expression is invalid: ${text}`;
}

/**
 * Combines the expressions of one list that search the same field: a text that matches none of them
 * is read once, not once for each.
 */
export async function anyRegex(rules: readonly RegexRule[]): Promise<RE2JS> {
  const { RE2JS } = await import('re2js');
  const parts = rules.map(({ source, ignoreCase }) => `(?m${ignoreCase ? 'i' : ''}:${source})`);
  return RE2JS.compile(parts.join('|'));
}

/** The size of the compiled expression of a rule; 0 if the rule has no expression. */
export async function regexSize(text: string): Promise<number> {
  const rule = parseRule(text);
  if ('problem' in rule || rule.kind !== 'regex') return 0;
  const regex = await compileRegex(rule);
  return 'problem' in regex ? 0 : regex.programSize();
}
