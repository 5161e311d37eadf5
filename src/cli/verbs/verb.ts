import type { ArgumentSpecs, ArgumentValues } from '../kit/arguments.js';
import type { ExitCode } from '../kit/exit-codes.js';
import type { OptionSpecs, OptionValues } from '../kit/options.js';
import type { Context } from './context.js';

/** A command line worth copying and what it does. */
export type Example = readonly [command: string, does: string];

interface VerbFacts {
  name: string;
  /** One line for lists of commands, without a full stop. */
  summary: string;
  /** Sentences for the verb's own help; the summary when absent. */
  description?: string;
  /** At least one. */
  examples: readonly [Example, ...Example[]];
  /** A sample of what `--json` prints; its keys are the names `--fields` takes. */
  output?: unknown;
  /** A sample of the other shape that the options may ask for. */
  otherOutput?: unknown;
  /** The flag and value that a word which stands alone was probably meant as. */
  suggestFlag?: (word: string) => readonly [flag: string, value: string];
  /** Codes beyond 0 and 2, which every verb has. */
  exitCodes: readonly ExitCode[];
}

/** What an author of a verb writes. */
export interface VerbDefinition<A extends ArgumentSpecs, O extends OptionSpecs> extends VerbFacts {
  arguments?: A;
  options?: O;
  /** Does the work; resolves to an exit code when it is not 0. */
  run(
    context: Context,
    args: ArgumentValues<A>,
    options: OptionValues<O>,
  ): Promise<ExitCode | undefined>;
}

/** A verb with its types put aside, as the command tree holds it. */
export interface Verb extends VerbFacts {
  arguments: ArgumentSpecs;
  options: OptionSpecs;
  run(
    context: Context,
    args: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>>,
  ): Promise<ExitCode | undefined>;
}

/** A group of verbs, or of further groups: `feeds`, or `service keys`. */
export interface Noun {
  name: string;
  summary: string;
  description?: string;
  members: readonly (Verb | Noun)[];
}

/** Checks the types of a verb where it is written and hands it over without them. */
export function defineVerb<
  A extends ArgumentSpecs = Record<never, never>,
  O extends OptionSpecs = Record<never, never>,
>(definition: VerbDefinition<A, O>): Verb {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    // The command tree parses by the very specs that made these types.
    run: (context, args, options) =>
      definition.run(context, args as ArgumentValues<A>, options as OptionValues<O>),
  };
}

export function isNoun(member: Verb | Noun): member is Noun {
  return 'members' in member;
}
