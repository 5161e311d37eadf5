import type { GlobalOptions } from './globals.js';

/** A command line that can be pasted into a shell. */
export function shellCommand(words: readonly (string | number)[]): string {
  return words.map((word) => shellWord(String(word))).join(' ');
}

/**
 * A command line to run again, with options that replace those of the same name.
 *
 * @param typed the words after `feedctl`
 * @param options flags and values, or one flag without a value
 */
export function commandAgain(
  typed: readonly string[],
  options: readonly (string | number)[],
): string {
  const end = typed.includes('--') ? typed.indexOf('--') : typed.length;
  const isReplaced = (word = '') => word.startsWith('--') && options.includes(word);
  const kept = typed.slice(0, end).filter((word, index, words) => {
    const isValue = options.length > 1 && isReplaced(words[index - 1]);
    return !isValue && !isReplaced(word.replace(/=.*$/s, ''));
  });
  return shellCommand(['feedctl', ...kept, ...options, ...typed.slice(end)]);
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
