import { type Command, CommanderError } from 'commander';
import { describeCommand } from '../commands/commands/command-tree.js';
import { ALIASES, HELP_TOPICS, ROOT_ENTRIES } from '../commands/index.js';
import { helpOn, wrapHelp } from '../help-topics/index.js';
import {
  type ArgumentSpecs,
  formsOf,
  type GlobalOptions,
  givenKeys,
  globalOptions,
  longFlag,
  type OptionSpec,
  type OptionSpecs,
  UsageError,
} from '../kit/index.js';
import type { Streams } from '../terminal/streams.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';
import { addMember, createRoot, type Selection } from './build-command.js';
import { rootHelp } from './root-help.js';
import { withCommandMeant, withFileMeant } from './synonyms.js';

/** Same as in contract/version.ts, which would be a separate file at start-up: 1 ms. */
declare const __FEEDCTL_VERSION__: string;

/** The requested verb with its parsed and checked options and arguments. */
export interface Invocation {
  verb: Verb;
  args: Readonly<Record<string, unknown>>;
  options: Readonly<Record<string, unknown>>;
  globals: GlobalOptions;
  /** Path of the verb: `['feeds', 'list']`. */
  path: readonly string[];
  /** The words after `feedctl`. */
  typed: readonly string[];
}

/**
 * Parses the command line. Loads and builds only the noun in argv, because registering all
 * verbs costs a third of Node's own start-up; other nouns get only their name and summary.
 *
 * @returns the verb to run, or the requested help or version text
 * @throws {UsageError} for a wrong command line
 */
export async function readCommandLine(
  argv: readonly string[],
  { stdout }: Streams,
): Promise<Invocation | string> {
  // The width of the terminal, at most 80 columns.
  const width = Math.min(stdout.width, 80);
  const full = argv[0] === 'help';
  const topic = full ? HELP_TOPICS.find((each) => each === argv[1]) : undefined;
  if (topic !== undefined) return wrapHelp(helpOn(topic), width);
  if (full && argv.includes('--json')) {
    const described = await describeCommand(argv.slice(1).filter((word) => word !== '--json'));
    if (described !== undefined) return JSON.stringify(described, null, 2);
  }
  const typed = withoutAlias(full ? [...argv.slice(1), '--help'] : argv);
  const word = firstWord(typed);
  const known = ROOT_ENTRIES.find(({ name }) => name === word);
  let selected: Selection | undefined;
  let text = '';
  const help = word === undefined ? rootHelp({ full, width }) : '';
  const version = typed.includes('--json') ? await describeBuild() : __FEEDCTL_VERSION__;
  const root = createRoot(stdout, { help, width, version }, (part) => {
    text += part;
  });
  const member = known && { ...(await known.load()), name: known.name, summary: known.summary };
  if (member === undefined) for (const { name } of ROOT_ENTRIES) root.command(name);
  else {
    const select = (selection: Selection) => {
      selected = selection;
    };
    addMember(root, member, [], { argv: typed, select, full, width });
  }
  try {
    root.parse(withHelpLast(typed, member), { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) throw await withCommandMeant(error, typed, member);
    if (!(error instanceof CommanderError)) throw error;
  }
  if (selected === undefined) return wrapHelp(text, width);
  try {
    return { ...invocation(selected), typed: argv };
  } catch (error) {
    throw error instanceof UsageError ? withFileMeant(error, selected.verb, typed) : error;
  }
}

/** Version, commit and date, for programs and for bug reports. */
async function describeBuild(): Promise<string> {
  const { BUILD, VERSION } = await import('../../contract/version.js');
  return JSON.stringify({ version: VERSION, ...BUILD }, null, 2);
}

/** The first word if it is no command: it may be the name of an extension. */
export function unknownCommand([word = '']: readonly string[]): string | undefined {
  const isName = /^[a-z][\w-]*$/i.test(word) && word !== 'help';
  return isName && !ROOT_ENTRIES.some(({ name }) => name === word) ? word : undefined;
}

/**
 * Moves `--help` after the command that it belongs to. After an unknown word it stays, so that it
 * does not hide the mistake.
 */
function withHelpLast(
  typed: readonly string[],
  member: Noun | Verb | undefined,
): readonly string[] {
  const [first, ...others] = placesOfWords(typed);
  if (first === undefined) return typed;
  if (member === undefined) return typed.slice(first, first + 1);
  const isHelp = (word: string) => word === '--help' || word === '-h';
  let [named, end] = [member, first];
  for (const at of others) {
    if (!isNoun(named)) break;
    const next = named.members.find(({ name }) => name === typed[at]);
    if (next === undefined) {
      if (!typed.slice(end + 1, at).every(isHelp)) break;
      return [...typed.slice(0, end + 1), ...typed.slice(at, at + 1)].filter(
        (word) => !isHelp(word),
      );
    }
    [named, end] = [next, at];
  }
  const command = typed.slice(0, end + 1).filter((word) => !isHelp(word));
  return command.length > end ? typed : [...command, '--help', ...typed.slice(end + 1)];
}

function withoutAlias(argv: readonly string[]): string[] {
  const first = firstWord(argv);
  const at = argv.indexOf(first ?? '');
  const alias = ALIASES.find(([[noun, verb]]) => noun === first && verb === argv[at + 1]);
  return alias === undefined ? [...argv] : argv.toSpliced(at + 1, 1, alias[1]);
}

/**
 * @throws {UsageError} for options that exclude each other, and for an option without the one that
 * it requires
 */
function checkTogether(
  { options, excludes = {}, requires = {} }: Verb,
  values: Readonly<Record<string, unknown>>,
): void {
  const given = givenKeys(values);
  for (const key of given) {
    const other = excludes[key]?.find((each) => given.includes(each));
    if (other !== undefined) {
      throw new UsageError(`${longFlag(key)} and ${longFlag(other)} cannot be combined.`);
    }
    const required = requires[key];
    if (required === undefined || given.includes(required)) continue;
    const { placeholder } = options[required] ?? {};
    const value = placeholder === undefined ? '' : ` ${placeholder}`;
    throw new UsageError(`${longFlag(key)} requires ${longFlag(required)}${value}.`);
  }
}

function invocation({ verb, path, command }: Selection): Omit<Invocation, 'typed'> {
  const options = readOptions(verb.options, [command]);
  checkTogether(verb, options);
  const args = readArguments(verb.arguments, command);
  return { verb, path, args, options, globals: readGlobals(command) };
}

/** Global options may be given before the noun, before the verb or after it. */
function readGlobals(command: Selection['command']): GlobalOptions {
  const chain = [];
  for (let each: typeof command | null = command; each !== null; each = each.parent) {
    chain.unshift(each);
  }
  // The type was derived from the specs that read the values.
  return readOptions(globalOptions, chain) as GlobalOptions;
}

/** The noun: the first word of argv that is neither an option nor an option's value. */
function firstWord(argv: readonly string[]): string | undefined {
  return argv[placesOfWords(argv)[0] ?? argv.length];
}

/** Positions of the words in argv that are neither options nor values of global options. */
function placesOfWords(argv: readonly string[]): number[] {
  const takesValue = new Set(
    Object.entries(globalOptions)
      .filter(([, spec]) => spec.placeholder !== undefined)
      .flatMap(([key, spec]) => formsOf(key, spec)),
  );
  const places: number[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return index + 1 < argv.length ? [...places, index + 1] : places;
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) places.push(index);
  }
  return places;
}

/** The values of the options in `specs`, from every command of `chain`. */
function readOptions(specs: OptionSpecs, chain: readonly Command[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => {
      const given = chain.flatMap((command) => givenTo(command, key, spec));
      return [key, spec.parse(given, longFlag(key))];
    }),
  );
}

/** The values of the arguments in `specs`, in order. */
function readArguments(specs: ArgumentSpecs, command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(specs).map(([key, spec], index) => [
      key,
      spec.variadic ? command.args.slice(index) : command.args[index],
    ]),
  );
}

/** The typed values of one option; a flag counts as one empty value. */
function givenTo(command: Command, key: string, spec: OptionSpec<unknown>): readonly string[] {
  const long = longFlag(key);
  const option = command.options.find((candidate) => candidate.long === long);
  const value: unknown =
    option === undefined ? undefined : command.getOptionValue(option.attributeName());
  if (spec.placeholder !== undefined) return Array.isArray(value) ? value : [];
  // Commander stores `--no-color` as `color`, which is true by default.
  return value === !option?.negate ? [''] : [];
}
