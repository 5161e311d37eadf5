import { Command, type CommanderError, Help, Option } from 'commander';
import type { OptionSpec } from '../kit/index.js';
import {
  flagsOf,
  formsOf,
  globalOptions,
  longFlag,
  type OptionSpecs,
  shellCommand,
  UsageError,
} from '../kit/index.js';
import type { OutputStream } from '../terminal/streams.js';
import {
  fullDescription,
  groupOf,
  isNoun,
  type Noun,
  orderedOptions,
  type Verb,
} from '../verbs/verb.js';
import { afterHelp, HELP_STYLE } from './help.js';
import { usageError } from './usage-error.js';

/** The verb in argv and its parsed command. */
export interface Selection {
  verb: Verb;
  path: readonly string[];
  command: Command;
}

/**
 * The root command without nouns.
 *
 * @param help its own help
 * @param version what `--version` prints
 * @param print receives help and version texts
 */
export function createRoot(
  stdout: OutputStream,
  { help, width, version }: { help: string; width: number; version: string },
  print: (text: string) => void,
): Command {
  const style: Partial<Help> = {
    ...HELP_STYLE,
    formatHelp(command, helper) {
      if (command.parent !== null) return Help.prototype.formatHelp.call(helper, command, helper);
      return help;
    },
  };
  const root = new Command('feedctl')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureHelp(style)
    .configureOutput({
      writeOut: print,
      writeErr: print,
      // `report` prints errors, not commander.
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => stdout.colour,
      getErrHasColors: () => stdout.colour,
    })
    .exitOverride(ending([], {}));
  for (const [key, spec] of Object.entries(globalOptions)) root.addOption(option(key, spec));
  return root;
}

interface BuildRequest {
  argv: readonly string[];
  /**
   * True for `feedctl help`, which prints everything; `--help` prints the most frequent options.
   */
  full: boolean;
  width: number;
  select: (selection: Selection) => void;
}

/** Adds a verb, or a noun and its members, to its parent. A member that is not in argv
 * gets only its name and summary.
 */
export function addMember(
  parent: Command,
  member: Noun | Verb,
  parentPath: readonly string[],
  request: BuildRequest,
): Command {
  const { argv, select, full } = request;
  const path = [...parentPath, member.name];
  const command: Command = parent
    .command(member.name)
    .summary(member.summary)
    .helpCommand(false)
    .addHelpOption(new Option('-h, --help').hideHelp());
  if (!argv.includes(member.name)) return command;
  const options = isNoun(member) ? {} : member.options;
  const end = ending(path, options, () => meant(member, path, { words: command.args, argv }));
  command
    .description((full ? fullDescription(member) : member.description) ?? `${member.summary}.`)
    .exitOverride(end);
  if (isNoun(member)) {
    command.usage('<command> [options]');
    for (const each of member.members) addMember(command, each, path, request);
  } else {
    for (const spec of Object.values(member.arguments)) {
      const name = `${spec.placeholder.toLowerCase()}${spec.variadic ? '...' : ''}`;
      command.argument(spec.required ? `<${name}>` : `[${name}]`, spec.summary);
    }
    for (const [key, spec] of orderedOptions(member, full)) {
      const group = full ? groupOf(member, key) : undefined;
      const made = option(key, spec, request.argv, member.options).hideHelp(
        !full && member.common?.includes(key) === false,
      );
      command.addOption(group === undefined ? made : made.helpGroup(`${group}:`));
    }
    command.action(() => select({ verb: member, path, command }));
    // A missing argument is no error yet: it is asked for on a terminal once the other words are
    // valid.
    command.exitOverride((error) => {
      if (error.code !== 'commander.missingArgument') return end(error);
      select({ verb: member, path, command });
      throw error;
    });
  }
  for (const [key, spec] of Object.entries(globalOptions)) {
    command.addOption(option(key, spec).hideHelp());
  }
  return command.addHelpText('after', () => afterHelp(member, path, request));
}

/**
 * Collects every value, so that a repeated option is detected instead of overwritten.
 *
 * @param others options of the verb: commander takes the next word as a value even if it is one of them
 */
function option(
  key: string,
  spec: OptionSpec<unknown>,
  argv: readonly string[] = [],
  others: OptionSpecs = {},
): Option {
  const summary = spec.repeatable === true ? `${spec.summary} (repeatable)` : spec.summary;
  const made = new Option(flagsOf(key, spec), summary);
  if (spec.placeholder === undefined) return made;
  if (spec.optionalValue) made.preset('');
  return made.argParser((value, before: readonly string[] | undefined) => {
    const isNext = argv.some((word, index) => word === value && isForm(argv[index - 1], key, spec));
    const isFlag = Object.entries(others).some((each) => isForm(value, ...each));
    if (isNext && isFlag) {
      throw new UsageError(`${longFlag(key)} takes a value, but ${value} follows it.`, {
        hint: `Add the ${spec.placeholder}; to pass ${value} as it: ${longFlag(key)}=${value}`,
      });
    }
    return [...(before ?? []), value];
  });
}

function isForm(word: string | undefined, key: string, spec: OptionSpec<unknown>): boolean {
  return word !== undefined && formsOf(key, spec).includes(word);
}

/** Commander ends parsing with an exception: passes on help and version, the rest is a usage error. */
function ending(
  path: readonly string[],
  options: OptionSpecs,
  suggestion: () => string | undefined = () => undefined,
): (error: CommanderError) => never {
  return (error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error;
    const specs = Object.entries({ ...options, ...globalOptions });
    const flags = specs.flatMap(([key, spec]) => formsOf(key, spec));
    throw usageError(error, { path, flags, suggestion });
  };
}

/** The command that was probably intended when a verb takes no such words. */
function meant(
  member: Noun | Verb,
  path: readonly string[],
  { words, argv }: { words: readonly string[]; argv: readonly string[] },
): string | undefined {
  if (isNoun(member) || member.suggestFlag === undefined || words.length === 0) return undefined;
  const { suggestFlag } = member;
  const given = argv.filter((word) => !words.includes(word) && !path.includes(word));
  const flags = words.flatMap((word, index) => suggestFlag(word, { index, given }));
  return shellCommand(['feedctl', ...path, ...given, ...flags]);
}
