import type { OptionSpec } from './options.js';

/** `customAuthor` → `--custom-author`. */
export function longFlag(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** How commander and the help write an option: `-o, --output <FORMAT>`. */
export function flagsOf(key: string, spec: OptionSpec<unknown>): string {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const value = spec.placeholder === undefined ? '' : ` <${spec.placeholder}>`;
  return `${short}${longFlag(key)}${value}`;
}
