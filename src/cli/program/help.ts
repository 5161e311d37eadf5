import type { Help } from 'commander';
import { COMMON_EXIT_CODES, EXIT_CODES, flagsOf, globalOptions } from '../kit/index.js';
import type { Verb } from '../verbs/verb.js';

export const GLOBAL_OPTIONS_HEADING = 'Global options:';

export const ROOT_OPTIONS_HEADING = 'Options for every command:';

const TRY = `
Try:
  feedctl feeds create https://example.com/news
  feedctl feeds list
  feedctl help feeds create

Topics: feedctl help environment, feedctl help exit-codes, feedctl help output

Without a login, feedctl uses its embedded service; data stays on this machine.`;

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

/** Root help below the commands: options and first steps. */
export function rootAfterHelp(options: readonly string[]): string {
  return ['', bold(ROOT_OPTIONS_HEADING), ...options, TRY].join('\n');
}

/** Verb help below its options: examples, JSON sample, exit codes. */
export function afterHelp(verb: Verb): string {
  const examples = verb.examples.map(([command, does]) => `  # ${does}\n  ${command}`);
  const sections = [`${bold('Examples:')}\n${examples.join('\n\n')}`];
  for (const [title, sample] of [
    ['JSON output (--json):', verb.output],
    ['JSON output for several:', verb.otherOutput],
  ] as const) {
    if (sample !== undefined) {
      sections.push(`${bold(title)}\n${indent(JSON.stringify(sample, null, 2))}`);
    }
  }
  const codes = [...new Set([...COMMON_EXIT_CODES, ...verb.exitCodes])].sort((a, b) => a - b);
  const lines = codes.map((code) => `  ${String(code).padEnd(4)}${EXIT_CODES[code]}`);
  sections.push(`${bold('Exit codes:')}\n${lines.join('\n')}`);
  return `\n${sections.join('\n\n')}`;
}

/** A heading and its lines, as in commander; global options below a command are shortened. */
export function formatItemList(heading: string, items: readonly string[], helper: Help): string[] {
  if (items.length === 0) return [];
  const lines = heading === GLOBAL_OPTIONS_HEADING ? globalOptionLines(helper) : items;
  return [helper.styleTitle(heading), ...lines, ''];
}

/** Lists only the flags: their explanations would bury the verb's own options. */
function globalOptionLines(helper: Help): string[] {
  const flags = Object.entries(globalOptions).map(([key, spec]) => flagsOf(key, spec));
  return wrap([...flags, '-h, --help', '(feedctl --help explains them)'], helper.helpWidth ?? 80);
}

/** Fills lines with whole phrases, so that a flag stays with its value. */
function wrap(phrases: readonly string[], width: number): string[] {
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

function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
