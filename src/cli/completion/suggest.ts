import { ALIASES, HELP_TOPICS, ROOT_ENTRIES } from '../commands/index.js';
import { longFlag } from '../kit/index.js';
import { isNoun, type Noun } from '../verbs/verb.js';
import { findOption, optionsAt, type Place, readWords, split } from './read-words.js';
import { beginningWith, type Candidate, NOTHING, type Suggestions } from './suggestions.js';
import { type AccountChoice, type ValueFacts, valueSuggestions } from './values.js';

/**
 * Suggests completions of the current word.
 *
 * @param words the words before it, after `feedctl`
 */
export async function suggest(
  words: readonly string[],
  current: string,
  env: NodeJS.ProcessEnv,
): Promise<Suggestions> {
  const place = await readWords(words);
  if (place.isLost) return NOTHING;
  const facts = { env, account: place.account, member: place.member, path: place.path };
  const { pending } = place;
  const hasValue = !pending?.spec.optionalValue || (current !== '' && !current.startsWith('-'));
  if (pending !== undefined && hasValue) return ofOption(pending, current, facts);
  if (!place.isEnded && current.startsWith('-')) return flagSuggestions(place, current, facts);
  if (place.member === undefined) return beginningWith(current, rootWords(place));
  if (isNoun(place.member)) return beginningWith(current, wordsOf(place.member));
  return place.isHelp ? NOTHING : argumentSuggestions(place, current, facts);
}

function rootWords({ isHelp, path }: Place): Candidate[] {
  const words = ROOT_ENTRIES.filter(({ group }) => group !== undefined).map(named);
  if (!isHelp) return [...words, { value: 'help', description: 'Explain a command' }];
  return path.length > 0 ? words : [...words, ...HELP_TOPICS.map((value) => ({ value }))];
}

async function flagSuggestions(
  { member, used }: Place,
  current: string,
  facts: ValueFacts,
): Promise<Suggestions> {
  const [flag, value] = split(current);
  if (value !== undefined) {
    const found = findOption(flag, member);
    if (found === undefined) return NOTHING;
    const { candidates, mode } = await ofOption(found, value, facts);
    // Shells cannot complete file names after `--flag=` by themselves.
    if (mode === 'files' || mode === 'directories') return NOTHING;
    return { candidates: candidates.map((each) => prefixed(`${flag}=`, each)), mode };
  }
  const flags = Object.entries(optionsAt(member))
    .filter(([key, spec]) => spec.repeatable === true || !used.has(key))
    .map(([key, spec]) => ({ value: longFlag(key), description: spec.summary }));
  return beginningWith(current, [...flags, { value: '--help', description: 'print help' }]);
}

function ofOption(
  { key, spec }: { key: string; spec: { placeholder?: string; choices?: readonly string[] } },
  current: string,
  facts: ValueFacts,
): Promise<Suggestions> {
  const { placeholder = '', choices } = spec;
  return valueSuggestions({ key, placeholder, choices }, current, facts);
}

async function argumentSuggestions(
  { member, given }: Place,
  current: string,
  facts: ValueFacts,
): Promise<Suggestions> {
  if (member === undefined || isNoun(member)) return NOTHING;
  const specs = Object.entries(member.arguments);
  const entry = specs[given.length] ?? specs.findLast(([, spec]) => spec.variadic);
  if (entry === undefined) return NOTHING;
  const [key, { placeholder }] = entry;
  const { candidates, mode } = await valueSuggestions({ key, placeholder }, current, facts);
  return { candidates: candidates.filter(({ value }) => !given.includes(value)), mode };
}

/** The members of a noun, then the other names of members. */
function wordsOf({ name: noun, members }: Noun): Candidate[] {
  const aliases = ALIASES.filter(([typed]) => typed[0] === noun).map(([typed, meant]) => ({
    value: typed[1],
    description: `The same as ${meant}`,
  }));
  return [...members.map(named), ...aliases];
}

function named({ name, summary }: { name: string; summary: string }): Candidate {
  return { value: name, description: summary };
}

function prefixed(prefix: string, { value, ...rest }: Candidate): Candidate {
  return { value: `${prefix}${value}`, ...rest };
}

export type { AccountChoice };
