import type { GlobalOptions } from './index.js';

/** A command line that can be pasted into a shell as it is. */
export function shellCommand(words: readonly (string | number)[]): string {
  return words.map((word) => shellWord(String(word))).join(' ');
}

/** The global options that a follow-up command needs to mean the same account. */
export function accountFlags({ profile, baseUrl }: GlobalOptions): readonly string[] {
  return [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
  ];
}

/** The global options that a follow-up command needs to do the same: account, patience, output. */
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
