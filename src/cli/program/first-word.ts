import { globalOptions, longFlag } from '../kit/index.js';

/** The first word of argv that is neither an option nor an option's value: the noun. */
export function firstWord(argv: readonly string[]): string | undefined {
  const takesValue = new Set(
    Object.entries(globalOptions)
      .filter(([, spec]) => spec.placeholder !== undefined)
      .flatMap(([key, spec]) => [longFlag(key), ...(spec.short ? [`-${spec.short}`] : [])]),
  );
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return argv[index + 1];
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}
