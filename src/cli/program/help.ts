import type { Help } from 'commander';
import { COMMON_EXIT_CODES, EXIT_CODES, flagsOf, globalOptions } from '../kit/index.js';
import type { Verb } from '../verbs/verb.js';

export const GLOBAL_OPTIONS_HEADING = 'Global options:';

/** Adjusts commander's help. Commander removes bold when colours are off. */
export const HELP_STYLE: Partial<Help> = {
  styleTitle: bold,
  subcommandTerm: (command) => command.name(),
  formatItemList,
};

/** Help is as wide as the terminal, but not wider than people read. */
export function helpWidth({ width }: { width: number }): number {
  return Math.min(width, 80);
}

const MAX_EXAMPLES = 4;

/** Verb help below its options: examples and exit codes; in full also samples of the JSON. */
export function afterHelp(verb: Verb, path: readonly string[], full: boolean): string {
  const shown = Object.entries(verb.examples).slice(0, full ? undefined : MAX_EXAMPLES);
  const examples = shown.map(([command, does]) => `  # ${does}\n  ${command}`);
  const sections = [`${bold('Examples:')}\n${examples.join(full ? '\n\n' : '\n')}`];
  const { output, otherOutput } = verb;
  for (const [title, sample] of [
    ['JSON output (--json):', output],
    [`JSON output ${otherOutput?.when}:`, otherOutput?.sample],
  ] as const) {
    if (full && sample !== undefined) {
      sections.push(`${bold(title)}\n${indent(JSON.stringify(sample, null, 2))}`);
    }
  }
  const codes = [...new Set([...COMMON_EXIT_CODES, ...verb.exitCodes])].sort((a, b) => a - b);
  const lines = codes.map((code) => `  ${String(code).padEnd(4)}${EXIT_CODES[code]}`);
  sections.push(`${bold('Exit codes:')}\n${lines.join('\n')}`);
  if (!full) sections.push(pointer(verb, path));
  return `\n${sections.join('\n\n')}`;
}

/** What the full help has besides. */
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

/** A heading and its lines, as in commander; global options below a command are shortened. */
export function formatItemList(heading: string, items: readonly string[], helper: Help): string[] {
  if (items.length === 0) return [];
  const lines = heading === GLOBAL_OPTIONS_HEADING ? globalOptionLines(helper) : items;
  return [helper.styleTitle(heading), ...lines, ''];
}

/** Lists only the flags: their explanations would bury the verb's own options. */
function globalOptionLines(helper: Help): string[] {
  return wrapPhrases(
    [...globalFlags(), '-h, --help', '(feedctl help explains them)'],
    helper.helpWidth ?? 80,
  );
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

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
