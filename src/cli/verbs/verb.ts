import type { ArgumentSpecs, ArgumentValues } from '../kit/arguments.js';
import type { ExitCode } from '../kit/exit-codes.js';
import type { OptionSpecs, OptionValues } from '../kit/options.js';
import type { Context } from './context.js';

/** Example commands and what each does. */
export type Examples = Readonly<Record<string, string>>;

/** Keys of options by the heading that lists them. */
export type OptionGroups = Readonly<Record<string, readonly string[]>>;

export interface VerbFacts {
  name: string;
  /** One line for command lists, without a full stop. */
  summary: string;
  /** Description in the verb's help; defaults to the summary. */
  description?: string;
  /** Further description that only `feedctl help VERB` and the manual print. */
  details?: string;
  /** Keys of the options that `--help` lists, for a verb with many; all when absent. */
  common?: readonly string[];
  /** Keys of options by heading, for a verb with many. */
  groups?: OptionGroups;
  /** Keys of options by the key of an option that they cannot be combined with. */
  excludes?: Readonly<Record<string, readonly string[]>>;
  /** The key of the option that an option requires, by its key. */
  requires?: Readonly<Record<string, string>>;
  /** What to do instead of an option that another command has; undefined for any other option. */
  elsewhere?: (option: string) => string | undefined;
  /** At least one; `--help` shows the first four. */
  examples: Examples;
  /** Sample of the `--json` output; its keys are the names for `--fields`. */
  output?: unknown;
  /** Further fields that the output may have besides the sample, for `--fields`. */
  moreOutput?: () => object;
  /** Set if the table only reports what was done: -q hides it, because errors list the failures. */
  reports?: true;
  /** The other output shape: the words or values that select it, and a sample. */
  otherOutput?: { when: string; sample: unknown };
  /** The flag and value that a stray word was probably intended for. */
  suggestFlag?: (
    word: string,
    at: { index: number; given: readonly string[] },
  ) => readonly [flag: string, value: string];
  /** Exit codes besides 0 and 2, which every verb has. */
  exitCodes: readonly ExitCode[];
}

/** The definition of a verb. */
interface VerbDefinition<A extends ArgumentSpecs, O extends OptionSpecs> extends VerbFacts {
  arguments?: A;
  options?: O;
  /** Runs the verb; resolves to an exit code other than 0, or undefined. */
  run(
    context: Context,
    args: ArgumentValues<A>,
    options: OptionValues<O>,
  ): Promise<ExitCode | undefined>;
}

/** A verb with erased types, as stored in the command tree. */
export interface Verb extends VerbFacts {
  arguments: ArgumentSpecs;
  options: OptionSpecs;
  run(
    context: Context,
    args: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>>,
  ): Promise<ExitCode | undefined>;
}

/** A group of verbs or groups: `feeds`, `service keys`. */
export interface Noun {
  name: string;
  summary: string;
  description?: string;
  members: readonly (Verb | Noun)[];
}

/** Checks the types of a verb and erases them. */
export function defineVerb<
  A extends ArgumentSpecs = Record<never, never>,
  O extends OptionSpecs = Record<never, never>,
>(definition: VerbDefinition<A, O>): Verb {
  const { description, details } = definition;
  return {
    ...definition,
    ...(description !== undefined && { description: prose(description) }),
    ...(details !== undefined && { details: prose(details) }),
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    // The command tree parses with the same specs that define these types.
    run: (context, args, options) =>
      definition.run(context, args as ArgumentValues<A>, options as OptionValues<O>),
  };
}

/** A text written over several lines: an empty line starts a paragraph, every other break is a space. */
function prose(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n\s*/);
  return paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' ')).join('\n\n');
}

/**
 * A verb with only its name and summary; its module, with texts and options, is loaded on demand.
 */
export function lazyVerb(name: string, summary: string, verb: () => Verb): Verb {
  return new Proxy({ name, summary } as Verb, {
    get: (known, key) => Reflect.get(key in known ? known : verb(), key),
  });
}

/** The heading of an option in full help and in the manual; undefined when it has none. */
export function groupOf({ groups = {} }: Verb, key: string): string | undefined {
  return Object.keys(groups).find((heading) => groups[heading]?.includes(key));
}

/** The options in the order of the help: the headings of the groups, or the common ones first. */
export function orderedOptions(verb: Verb, full: boolean): [string, OptionSpecs[string]][] {
  const first = full ? Object.values(verb.groups ?? {}).flat() : (verb.common ?? []);
  const rank = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length);
  return Object.entries(verb.options).toSorted(([a], [b]) => rank(a) - rank(b));
}

/** The complete description of a verb or a noun, for the manual. */
export function fullDescription(member: Verb | Noun): string | undefined {
  const details = isNoun(member) ? undefined : member.details;
  return details === undefined ? member.description : `${member.description}\n\n${details}`;
}

export function isNoun(member: Verb | Noun): member is Noun {
  return 'members' in member;
}
