import { parseMilliseconds } from '../../base/duration.js';
import { withScheme } from './address.js';
import { UsageError } from './errors.js';

/** One option of a verb, as data, for help, parsing and completion. */
export interface OptionSpec<T> {
  readonly summary: string;
  /** Placeholder of the value in the help; absent for a flag. */
  readonly placeholder?: string;
  /** The value may be left out: `parse` receives an empty one. */
  readonly optionalValue?: true;
  /** One-letter form, without the dash. */
  readonly short?: string;
  /** Another long form, without dashes. */
  readonly alias?: string;
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  /** Parses the typed values (empty: not given). Throws UsageError naming `flag`. */
  parse(given: readonly string[], flag: string): T;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;

/** The values a verb's `run` receives for its options. */
export type OptionValues<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends OptionSpec<infer T> ? T : never;
};

/** The keys of the options that were given. */
export function givenKeys(values: Readonly<Record<string, unknown>>): string[] {
  const isGiven = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  return Object.keys(values).filter((key) => isGiven(values[key]));
}

/** The long flag of an option: `customAuthor` → `--custom-author`. */
export function longFlag(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** An option as commander and the help write it: `-o, --output <FORMAT>`. */
export function flagsOf(key: string, spec: OptionSpec<unknown>): string {
  // Commander names the value after the last flag.
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const alias = spec.alias === undefined ? '' : `--${spec.alias}, `;
  const [open, close] = spec.optionalValue ? '[]' : '<>';
  const value = spec.placeholder === undefined ? '' : ` ${open}${spec.placeholder}${close}`;
  return `${short}${alias}${longFlag(key)}${value}`;
}

/** Every form of an option that can be typed. */
export function formsOf(key: string, { short, alias }: OptionSpec<unknown>): string[] {
  return [longFlag(key), ...(alias ? [`--${alias}`] : []), ...(short ? [`-${short}`] : [])];
}

interface Extras {
  short?: string;
  alias?: string;
}

/** `--flag`: true when given. */
export function flag(summary: string, extras: Extras = {}): OptionSpec<boolean> {
  return { summary, ...extras, parse: (given) => given.length > 0 };
}

/** `--option TEXT`; the last one counts, so that a flag can override that of a shell alias. */
export function text(
  placeholder: string,
  summary: string,
  extras: Extras = {},
): OptionSpec<string | undefined> {
  return { ...converted(placeholder, summary, (typed) => typed), ...extras };
}

/**
 * `--option TEXT`, converted to another value. @param convert throws UsageError with the flag for
 * an invalid text
 */
export function converted<T>(
  placeholder: string,
  summary: string,
  convert: (typed: string, flag: string) => T,
): OptionSpec<T | undefined> {
  return {
    summary,
    placeholder,
    parse(given, flagName) {
      const typed = given.at(-1);
      return typed === undefined ? undefined : convert(typed, flagName);
    },
  };
}

/** The same option with an optional value, which is empty if it is left out. */
export function optional<T>(spec: OptionSpec<T>): OptionSpec<T> {
  return { ...spec, optionalValue: true };
}

/** The same option, but required. @param what the value, for the message that it is missing */
export function required<T>(
  spec: OptionSpec<T | undefined>,
  { what, hint }: { what?: string; hint?: string },
): OptionSpec<T> {
  return {
    ...spec,
    parse(given, flagName) {
      const value = spec.parse(given, flagName);
      if (value !== undefined && value !== '') return value;
      const end = what === undefined ? '' : `: ${what}`;
      throw new UsageError(`${flagName} is missing${end}.`, hint === undefined ? {} : { hint });
    },
  };
}

/** `--option URL`, with or without a scheme: https, or http on this machine. */
export function address(placeholder: string, summary: string): OptionSpec<string | undefined> {
  return converted(placeholder, summary, (typed) => withScheme(typed) ?? typed);
}

/** `--option TEXT`, any number of times. */
export function texts(
  placeholder: string,
  summary: string,
  extras: Extras = {},
): OptionSpec<readonly string[]> {
  return { summary, placeholder, repeatable: true, ...extras, parse: (given) => given };
}

/** `--option a,b`: names separated by commas, undefined when not given. */
export function names(
  placeholder: string,
  summary: string,
): OptionSpec<readonly string[] | undefined> {
  return {
    summary,
    placeholder,
    repeatable: true,
    parse: (given, flagName) => {
      const all = given.flatMap((part) => part.split(',')).map((name) => name.trim());
      if (given.length === 0) return undefined;
      if (all.some((name) => name === '')) {
        throw new UsageError(`${flagName} takes names separated by commas, such as id,title.`);
      }
      return all;
    },
  };
}

/** `--option N`: a whole number within limits. */
export function wholeNumber(
  placeholder: string,
  summary: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): OptionSpec<number | undefined> {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return converted(placeholder, summary, (typed, flagName) => {
    const value = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`${flagName} takes a whole number ${range}, not "${typed}".`);
  });
}

/** `--option A`: one of a few words. */
export function choice<const C extends string>(
  choices: readonly C[],
  placeholder: string,
  summary: string,
  extras: Extras = {},
): OptionSpec<C | undefined> {
  const words = choices.join(', ');
  const spec = converted(placeholder, `${summary}: ${words}`, (typed, flagName) => {
    const found = choices.find((candidate) => candidate === typed);
    if (found !== undefined) return found;
    throw new UsageError(`${flagName} takes ${words}, not "${typed}".`);
  });
  return { ...spec, choices, ...extras };
}

/** `--option 30s`: a duration in milliseconds, more than 0; a bare number means seconds. */
export function duration(
  placeholder: string,
  summary: string,
  { allowZero = false }: { allowZero?: boolean } = {},
): OptionSpec<number | undefined> {
  return converted(placeholder, summary, (typed, flagName) => {
    const milliseconds = millisecondsOf(typed);
    if (milliseconds > 0 || (allowZero && milliseconds === 0)) return milliseconds;
    throw new UsageError(
      `${flagName} takes a duration such as 30s, 500ms, 2m or 1w, not "${typed}".`,
    );
  });
}

/** Milliseconds; NaN for a text that is not a duration. */
function millisecondsOf(typed: string): number {
  const units = ['ms', 's', 'm', 'h', 'd', 'w'] as const;
  return parseMilliseconds(typed, { units, bare: 's', fractions: true }) ?? Number.NaN;
}

/** A day, or an ISO 8601 time. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds of a day or a time, local unless it names a zone; NaN for any other text. */
function isoMilliseconds(typed: string): number {
  const [, day, time = 'T00:00', zone = ''] = ISO.exec(typed) ?? [];
  // Date.parse reads 30 February as a day in March, and a day without a time as UTC.
  const parsed = Date.parse(`${day}T00:00Z`);
  const isDay = day !== undefined && parsed > 0 && new Date(parsed).toISOString().startsWith(day);
  return isDay ? Date.parse(`${day}${time}${zone}`) : Number.NaN;
}

/** `--option TIME`: a point in time, or a length of time before now. */
export function moment(placeholder: string, summary: string): OptionSpec<Date | undefined> {
  return converted(placeholder, summary, (typed, flagName) => {
    // A bare number would mean seconds, which is almost certainly a mistake here.
    const ago = /[a-z]$/.test(typed) ? millisecondsOf(typed) : Number.NaN;
    const time = ago > 0 ? Date.now() - ago : isoMilliseconds(typed);
    if (!Number.isNaN(time)) return new Date(time);
    throw new UsageError(
      `${flagName} takes a time such as 24h, 7d, 1w, 2026-01-31 or 2026-01-31T08:30:00Z, not "${typed}".`,
    );
  });
}
