import type { ArgumentSpecs, ArgumentValues } from '../kit/arguments.js';
import type { ExitCode } from '../kit/exit-codes.js';
import type { OptionSpecs, OptionValues } from '../kit/options.js';
import type { Context } from './context.js';

/** An example command and its caption. */
export type Example = readonly [command: string, does: string];

interface VerbFacts {
  name: string;
  /** One line for command lists, without a full stop. */
  summary: string;
  /** Description in the verb's help; defaults to the summary. */
  description?: string;
  /** At least one. */
  examples: readonly [Example, ...Example[]];
  /** Sample of the `--json` output; its keys are the names for `--fields`. */
  output?: unknown;
  /** Sample of the other output shape, if options select one. */
  otherOutput?: unknown;
  /** The flag and value that a stray word was probably intended for. */
  suggestFlag?: (word: string) => readonly [flag: string, value: string];
  /** Exit codes besides 0 and 2, which every verb has. */
  exitCodes: readonly ExitCode[];
}

/** The definition of a verb. */
export interface VerbDefinition<A extends ArgumentSpecs, O extends OptionSpecs> extends VerbFacts {
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
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    // The command tree parses with the same specs that define these types.
    run: (context, args, options) =>
      definition.run(context, args as ArgumentValues<A>, options as OptionValues<O>),
  };
}

export function isNoun(member: Verb | Noun): member is Noun {
  return 'members' in member;
}
