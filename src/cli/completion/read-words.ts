import { ALIASES, ROOT_ENTRIES } from '../commands/index.js';
import { formsOf, globalOptions, type OptionSpec, type OptionSpecs } from '../kit/index.js';
import { isNoun, type Noun, type Verb } from '../verbs/verb.js';

/** The position of the cursor in the command tree. */
export interface Place {
  /** The current noun or verb; undefined at the root. */
  member: Noun | Verb | undefined;
  /** Path to it: `['feeds', 'get']`. */
  path: readonly string[];
  /** Arguments already given to the verb. */
  given: readonly string[];
  /** Options already given, by key, with their last value. */
  options: ReadonlyMap<string, string>;
  /** The option whose value comes next. */
  pending: FoundOption | undefined;
  /** True after `help`: only commands follow. */
  isHelp: boolean;
  /** True after `--`: only arguments follow. */
  isEnded: boolean;
}

interface FoundOption {
  key: string;
  spec: OptionSpec<unknown>;
}

/** Parses the words of an unfinished command line; null after an unknown command. */
export async function readWords(words: readonly string[]): Promise<Place | null> {
  const isHelp = words[0] === 'help';
  const given: string[] = [];
  const path: string[] = [];
  const options = new Map<string, string>();
  let member: Place['member'];
  let pending: FoundOption | undefined;
  let isEnded = false;
  for (const word of isHelp ? words.slice(1) : words) {
    if (pending !== undefined) {
      options.set(pending.key, word);
      pending = undefined;
    } else if (word === '--' && !isEnded) isEnded = true;
    else if (word.startsWith('-') && word !== '-' && !isEnded) {
      const [flag, value] = split(word);
      const found = findOption(flag, member);
      if (found === undefined) continue;
      options.set(found.key, value ?? '');
      if (value === undefined && found.spec.placeholder !== undefined) pending = found;
    } else if (member !== undefined && !isNoun(member)) given.push(word);
    else {
      member = await memberNamed(word, member);
      if (member === undefined) return null;
      path.push(member.name);
    }
  }
  return { member, path, given, options, pending, isHelp, isEnded };
}

/** All options allowed at this position. */
export function optionsAt(member: Place['member']): OptionSpecs {
  return member === undefined || isNoun(member)
    ? globalOptions
    : { ...member.options, ...globalOptions };
}

/** `--output` or `-o`. */
export function findOption(flag: string, member: Place['member']): FoundOption | undefined {
  const found = Object.entries(optionsAt(member)).find(([key, spec]) =>
    formsOf(key, spec).includes(flag),
  );
  return found && { key: found[0], spec: found[1] };
}

/** Splits `--output=json` into flag and value. */
export function split(word: string): [flag: string, value?: string] {
  const equals = word.indexOf('=');
  if (equals < 0 || !word.startsWith('--')) return [word];
  return [word.slice(0, equals), word.slice(equals + 1)];
}

async function memberNamed(
  word: string,
  parent: Place['member'],
): Promise<Noun | Verb | undefined> {
  if (parent === undefined) {
    const entry = ROOT_ENTRIES.find(({ name }) => name === word);
    return entry && { ...(await entry.load()), name: entry.name, summary: entry.summary };
  }
  if (!isNoun(parent)) return undefined;
  const alias = ALIASES.find(([typed]) => typed[0] === parent.name && typed[1] === word);
  return parent.members.find(({ name }) => name === (alias?.[1] ?? word));
}
