import type { Help } from 'commander';
import { COMMON_EXIT_CODES, EXIT_CODES, flagsOf, globalOptions } from '../kit/index.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';

/** Adjusts commander's help. Commander removes bold when colours are off. */
export const HELP_STYLE: Partial<Help> = {
  styleTitle: bold,
  subcommandTerm: (command) => command.name(),
};

const MAX_EXAMPLES = 4;

/**
 * Help after the commands or options of a member: global options, and for a verb its examples and
 * exit codes; full help also has samples of the JSON.
 */
export function afterHelp(
  member: Verb | Noun,
  path: readonly string[],
  { full, width }: { full: boolean; width: number },
): string {
  // Lists only the flags: their explanations would bury the verb's own options.
  const flags = [...globalFlags(), '-h, --help', '(feedctl help explains them)'];
  const globals = `${bold('Global options:')}\n${wrapPhrases(flags, width).join('\n')}`;
  const sections = [globals, ...(isNoun(member) ? [] : verbSections(member, path, full))];
  return `\n${sections.join('\n\n')}`;
}

function verbSections(verb: Verb, path: readonly string[], full: boolean): string[] {
  const { output, otherOutput, exitCodes } = verb;
  const shown = Object.entries(verb.examples).slice(0, full ? undefined : MAX_EXAMPLES);
  const examples = shown.map(([command, does]) => `  # ${does}\n  ${command}`);
  const codes = [...new Set([...COMMON_EXIT_CODES, ...exitCodes])].sort((a, b) => a - b);
  const meanings = codes.map((code) => `  ${String(code).padEnd(4)}${EXIT_CODES[code]}`);
  return [
    `${bold('Examples:')}\n${examples.join(full ? '\n\n' : '\n')}`,
    ...(full ? jsonSections('(--json)', output) : []),
    ...(full ? jsonSections(`${otherOutput?.when}`, otherOutput?.sample) : []),
    `${bold('Exit codes:')}\n${meanings.join('\n')}`,
    ...(full ? [] : [pointer(verb, path)]),
  ];
}

function jsonSections(when: string, sample: unknown): string[] {
  if (sample === undefined) return [];
  const json = JSON.stringify(sample, null, 2).replace(/^(?=.)/gm, '  ');
  return [`${bold(`JSON output ${when}:`)}\n${json}`];
}

/** The line that says what full help adds. */
function pointer({ examples, output, options, common, details }: Verb, path: readonly string[]) {
  const left = common === undefined ? 0 : Object.keys(options).length - common.length;
  const more = [
    ...(left > 0 ? [`${left} more options`] : []),
    ...(details === undefined ? [] : ['details']),
    ...(Object.keys(examples).length > MAX_EXAMPLES ? ['more examples'] : []),
    ...(output === undefined ? [] : ['the JSON output']),
  ];
  const heading = bold(left > 0 ? 'More options:' : 'More:');
  const command = `feedctl help ${path.join(' ')}`;
  return `${heading}\n  ${command}${more.length === 0 ? '' : `  (${more.join(', ')})`}`;
}

export function globalFlags(): string[] {
  return Object.entries(globalOptions).map(([key, spec]) => flagsOf(key, spec));
}

/** Fills lines with whole phrases, so that a flag stays with its value. */
export function wrapPhrases(phrases: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const phrase of phrases) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + phrase.length + 2 <= width) {
      lines[lines.length - 1] = `${last}  ${phrase}`;
    } else {
      lines.push(`  ${phrase}`);
    }
  }
  return lines;
}

export function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}
