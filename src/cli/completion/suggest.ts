import { ALIASES, HELP_TOPICS, ROOT_ENTRIES } from '../commands/index.js';
import { longFlag } from '../kit/index.js';
import { isNoun, type Noun } from '../verbs/verb.js';
import { findOption, optionsAt, type Place, readWords, split } from './read-words.js';
import { beginningWith, type Candidate, NOTHING, type Suggestions } from './suggestions.js';
import { type ValueFacts, valueSuggestions } from './values.js';

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
  if (place === null) return NOTHING;
  const { pending, member } = place;
  const facts = { env, place };
  const hasValue = !pending?.spec.optionalValue || (current !== '' && !current.startsWith('-'));
  if (pending !== undefined && hasValue) {
    return valueSuggestions({ key: pending.key, ...pending.spec }, current, facts);
  }
  if (!place.isEnded && current.startsWith('-')) return flagSuggestions(current, facts);
  if (member === undefined) return beginningWith(current, rootWords(place));
  if (isNoun(member)) return beginningWith(current, commandWords(member));
  if (place.isHelp) return NOTHING;
  const specs = Object.entries(member.arguments);
  const [key, spec] =
    specs[place.given.length] ?? specs.findLast(([, { variadic }]) => variadic) ?? [];
  if (key === undefined || spec === undefined) return NOTHING;
  const { candidates, mode } = await valueSuggestions({ key, ...spec }, current, facts);
  return { candidates: candidates.filter(({ value }) => !place.given.includes(value)), mode };
}

function rootWords({ isHelp }: Place): Candidate[] {
  const words = ROOT_ENTRIES.filter(({ group }) => group !== undefined).map(namedThings);
  return isHelp
    ? [...words, ...HELP_TOPICS.map((value) => ({ value }))]
    : [...words, { value: 'help', description: 'Explain a command' }];
}

async function flagSuggestions(current: string, facts: ValueFacts): Promise<Suggestions> {
  const { member, options } = facts.place;
  const [flag, value] = split(current);
  if (value !== undefined) {
    const found = findOption(flag, member);
    if (found === undefined) return NOTHING;
    const slot = { key: found.key, ...found.spec };
    const { candidates, mode } = await valueSuggestions(slot, value, facts);
    // Shells cannot complete file names after `--flag=` by themselves.
    if (mode === 'files' || mode === 'directories') return NOTHING;
    const prefixed = candidates.map((each) => ({ ...each, value: `${flag}=${each.value}` }));
    return { candidates: prefixed, mode };
  }
  const flags = Object.entries(optionsAt(member))
    .filter(([key, spec]) => spec.repeatable === true || !options.has(key))
    .map(([key, spec]) => ({ value: longFlag(key), description: spec.summary }));
  return beginningWith(current, [...flags, { value: '--help', description: 'print help' }]);
}

/** The members of a noun, then their aliases. */
function commandWords({ name: noun, members }: Noun): Candidate[] {
  const aliases = ALIASES.filter(([typed]) => typed[0] === noun).map(([typed, meant]) => ({
    value: typed[1],
    description: `The same as ${meant}`,
  }));
  return [...members.map(namedThings), ...aliases];
}

function namedThings({ name, summary }: { name: string; summary: string }): Candidate {
  return { value: name, description: summary };
}
