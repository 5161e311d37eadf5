import type { GlobalOptions } from './globals.js';

/** A command line that can be pasted into a shell. */
export function shellCommand(words: readonly (string | number)[]): string {
  return words.map((word) => shellWord(String(word))).join(' ');
}

/** Global options that make a follow-up command use the same account. */
export function accountFlags({ profile, baseUrl }: GlobalOptions): readonly string[] {
  return [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}

/** Global options that make a follow-up command behave the same: account, timeout, output. */
export function inheritedFlags(globals: GlobalOptions): readonly string[] {
  const { timeout, json, output, fields, noHeader } = globals;
  return [
    ...accountFlags(globals),
    ...(timeout === undefined ? [] : ['--timeout', duration(timeout)]),
    ...(json ? ['--json'] : []),
    ...(output === undefined ? [] : ['--output', output]),
    ...(fields === undefined ? [] : ['--fields', fields.join(',')]),
    ...(noHeader ? ['--no-header'] : []),
  ];
}

function duration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function shellWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
