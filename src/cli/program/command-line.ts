import { type Command, CommanderError } from 'commander';
import { ALIASES, HELP_TOPICS, ROOT_ENTRIES } from '../commands/index.js';
import {
  type ArgumentSpecs,
  formsOf,
  type GlobalOptions,
  globalOptions,
  longFlag,
  type OptionSpec,
  type OptionSpecs,
  UsageError,
} from '../kit/index.js';
import type { Streams } from '../terminal/streams.js';
import type { Noun, Verb } from '../verbs/verb.js';
import { addMember, createRoot, type Selection } from './build-command.js';
import { helpWidth } from './help.js';

/** The requested verb with its parsed and checked options and arguments. */
export interface Invocation {
  verb: Verb;
  args: Readonly<Record<string, unknown>>;
  options: Readonly<Record<string, unknown>>;
  globals: GlobalOptions;
  /** Path of the verb: `['feeds', 'list']`. */
  path: readonly string[];
}

/**
 * Parses the command line. Loads and builds only the noun in argv, because registering all fifty
 * verbs costs a third of Node's own start-up; other nouns get only their name and summary.
 *
 * @returns the verb to run, or the requested help or version text
 * @throws {UsageError} for a wrong command line
 */
export async function readCommandLine(
  argv: readonly string[],
  streams: Streams,
): Promise<Invocation | string> {
  const topic = argv[0] === 'help' && HELP_TOPICS.find((each) => each === argv[1]);
  if (topic) {
    const { helpOn, wrapHelp } = await import('../help-topics/index.js');
    return wrapHelp(helpOn(topic), helpWidth(streams.stdout));
  }
  const full = argv[0] === 'help';
  if (full && argv.includes('--json')) {
    const { describeCommand } = await import('./describe-command.js');
    const described = await describeCommand(argv.slice(1).filter((word) => word !== '--json'));
    if (described !== undefined) return JSON.stringify(described, null, 2);
  }
  const typed = withoutAlias(full ? [...argv.slice(1), '--help'] : argv);
  const word = firstWord(typed);
  const known = ROOT_ENTRIES.find(({ name }) => name === word);
  // Loaded while the root command is built.
  const loading = known?.load();
  const help = word === undefined ? await ownHelp(streams, full) : '';
  let selected: Selection | undefined;
  let text = '';
  let named: Noun | Verb | undefined;
  const root = createRoot(streams.stdout, help, (part) => {
    text += part;
  });
  if (known === undefined || loading === undefined) {
    for (const { name } of ROOT_ENTRIES) root.command(name);
  } else {
    const member = { ...(await loading), name: known.name, summary: known.summary };
    named = member;
    const select = (selection: Selection) => {
      selected = selection;
    };
    addMember(root, member, [], { argv: typed, select, full });
  }
  try {
    // `--help` beside an unknown word must not hide the mistake.
    root.parse(word !== undefined && known === undefined ? [word] : typed, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) {
      const { withCommandMeant } = await import('./synonyms.js');
      throw await withCommandMeant(error, typed, named);
    }
    if (!(error instanceof CommanderError)) throw error;
  }
  if (selected !== undefined) return invocation(selected);
  const { wrapHelp } = await import('../help-topics/index.js');
  return wrapHelp(text, helpWidth(streams.stdout));
}

/** Not loaded for a command: start-up. */
async function ownHelp({ stdout }: Streams, full: boolean): Promise<string> {
  const { rootHelp } = await import('./root-help.js');
  return rootHelp({ full, width: helpWidth(stdout) });
}

function withoutAlias(argv: readonly string[]): string[] {
  const first = firstWord(argv);
  const at = argv.indexOf(first ?? '');
  const alias = ALIASES.find(([[noun, verb]]) => noun === first && verb === argv[at + 1]);
  return alias === undefined ? [...argv] : argv.toSpliced(at + 1, 1, alias[1]);
}

function invocation({ verb, path, command }: Selection): Invocation {
  return {
    verb,
    path,
    args: readArguments(verb.arguments, command),
    options: readOptions(verb.options, [command]),
    globals: readGlobals(command),
  };
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
  const takesValue = new Set(
    Object.entries(globalOptions)
      .filter(([, spec]) => spec.placeholder !== undefined)
      .flatMap(([key, spec]) => formsOf(key, spec)),
  );
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return argv[index + 1];
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
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
