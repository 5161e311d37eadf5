import { VERSION } from '../../../contract/version.js';
import {
  COMMON_EXIT_CODES,
  EXIT_CODES,
  FORMATS,
  type Format,
  flagsOf,
  globalOptions,
  type OptionSpecs,
} from '../../kit/index.js';
import { identifierIn } from '../../output/formats.js';
import {
  fullDescription,
  groupOf,
  isNoun,
  type Noun,
  orderedOptions,
  type Verb,
} from '../../verbs/verb.js';
import { ROOT_ENTRIES, SUMMARY } from '../index.js';

/** The command line, as data. */
interface CommandTree {
  name: string;
  summary: string;
  version: string;
  global_options: readonly ShownOption[];
  exit_codes: Readonly<Record<string, string>>;
  commands: readonly ShownCommand[];
}

/** A verb, or a noun with its `commands`. */
export interface ShownCommand {
  /** Full command: `feedctl feeds get`. */
  name: string;
  /** Heading in the root help; for top-level commands only. */
  group?: string;
  summary: string;
  description?: string;
  usage?: string;
  arguments?: readonly { name: string; summary: string; required: boolean; variadic: boolean }[];
  options?: readonly ShownOption[];
  examples?: readonly { command: string; does: string }[];
  exit_codes?: readonly number[];
  /** Values of `-o`; absent when the output is plain text. */
  output_formats?: readonly Format[];
  /** Sample of the `--json` output. */
  output?: unknown;
  /** The other shape of the output: the condition for it, and a sample. */
  other_output?: { when: string; sample: unknown };
  commands?: readonly ShownCommand[];
}

interface ShownOption {
  flags: string;
  summary: string;
  /** Heading in the help; absent for a command with few options. */
  group?: string;
  repeatable?: true;
  choices?: readonly string[];
}

/** Loads and describes every command. */
export async function commandTree(): Promise<CommandTree> {
  const commands = await Promise.all(
    ROOT_ENTRIES.map(async ({ name, summary, group, load }) => {
      const member = { ...(await load()), name, summary };
      return {
        ...(group && { group: group.replace(/:$/, '') }),
        ...shownCommand(member, 'feedctl'),
      };
    }),
  );
  return {
    name: 'feedctl',
    summary: SUMMARY,
    version: VERSION,
    global_options: optionsOf(Object.entries(globalOptions)),
    exit_codes: EXIT_CODES,
    commands,
  };
}

/** A command by its words, or everything for none; undefined for words that are no command. */
export async function describeCommand(
  words: readonly string[],
): Promise<CommandTree | ShownCommand | undefined> {
  const tree = await commandTree();
  if (words.length === 0) return tree;
  let found: Pick<ShownCommand, 'commands'> | undefined = tree;
  for (const [index] of words.entries()) {
    const name = ['feedctl', ...words.slice(0, index + 1)].join(' ');
    found = found?.commands?.find((each) => each.name === name);
  }
  return found as ShownCommand | undefined;
}

/** The runnable commands, without nouns. */
export function leaves(commands: readonly ShownCommand[]): ShownCommand[] {
  return commands.flatMap((each) => (each.commands ? leaves(each.commands) : [each]));
}

function shownCommand(member: Noun | Verb, parent: string): ShownCommand {
  const name = `${parent} ${member.name}`;
  const { summary } = member;
  const description = fullDescription(member);
  const facts = { name, summary, ...(description !== undefined && { description }) };
  if (isNoun(member)) {
    return { ...facts, commands: member.members.map((each) => shownCommand(each, name)) };
  }
  return { ...facts, ...verbFacts(member, name) };
}

function verbFacts(verb: Verb, name: string): Partial<ShownCommand> {
  const args = Object.values(verb.arguments).map((spec) => {
    const { placeholder, summary, required, variadic } = spec;
    return { name: placeholder.toLowerCase(), summary, required, variadic };
  });
  const words = args.map(({ name: typed, required, variadic }) => {
    const word = `${typed}${variadic ? '...' : ''}`;
    return required ? `<${word}>` : `[${word}]`;
  });
  const codes = new Set([...COMMON_EXIT_CODES, ...verb.exitCodes]);
  return {
    usage: [name, '[options]', ...words].join(' '),
    arguments: args,
    options: optionsOf(orderedOptions(verb, true), verb),
    examples: Object.entries(verb.examples).map(([example, does]) => ({ command: example, does })),
    exit_codes: [...codes].sort((a, b) => a - b),
    ...(verb.output !== undefined && { output_formats: formatsOf(verb), output: verb.output }),
    ...(verb.otherOutput !== undefined && { other_output: verb.otherOutput }),
  };
}

/** `id` is only a format when the output has an id. */
function formatsOf({ output }: Verb): readonly Format[] {
  const hasIds = identifierIn(output) !== undefined;
  return FORMATS.filter((format) => hasIds || format !== 'id');
}

function optionsOf(
  specs: readonly (readonly [string, OptionSpecs[string]])[],
  verb?: Verb,
): ShownOption[] {
  return specs.map(([key, spec]) => ({
    flags: flagsOf(key, spec),
    summary: spec.summary,
    ...groupFact(verb && groupOf(verb, key)),
    ...(spec.repeatable === true && { repeatable: true }),
    ...(spec.choices !== undefined && { choices: spec.choices }),
  }));
}

function groupFact(group: string | undefined): { group?: string } {
  return group === undefined ? {} : { group };
}
