import { fieldNames } from '../output/fields.js';
import { configDirectory } from '../profiles/directories.js';
import { ProfileStore } from '../profiles/profile-store.js';
import { editions } from '../sources/regions.js';
import { isNoun } from '../verbs/verb.js';
import { accountNames } from './account-names.js';
import type { Place } from './read-words.js';
import { beginningWith, type Candidate, NOTHING, type Suggestions } from './suggestions.js';

export interface ValueFacts {
  env: NodeJS.ProcessEnv;
  place: Place;
}

/** Facts about a value, from its position. */
interface Slot {
  /** Key of the option or the argument. */
  key: string;
  placeholder?: string;
  choices?: readonly string[];
}

const SHELLS = ['bash', 'zsh', 'fish'];
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Suggests values; the placeholder determines their kind. */
export async function valueSuggestions(
  slot: Slot,
  current: string,
  facts: ValueFacts,
): Promise<Suggestions> {
  if (slot.choices !== undefined) return beginningWith(current, plainly(slot.choices));
  const noun = facts.place.path[0];
  if (slot.key === 'profile' || noun === 'profiles') {
    return beginningWith(current, await profiles(facts));
  }
  switch (slot.placeholder) {
    case 'FILE':
    case 'CMD':
      return { candidates: [], mode: 'files' };
    case 'DIR':
      return { candidates: [], mode: 'directories' };
    case 'A,B':
      return fields(current, facts);
    case 'CC:LANG':
      return regions(current);
    case 'SHELL':
      return beginningWith(current, plainly(SHELLS));
    case 'METHOD|PATH':
      return beginningWith(current.toUpperCase(), plainly(METHODS));
    default:
      return names(slot, current, facts);
  }
}

async function profiles({ env }: ValueFacts): Promise<Candidate[]> {
  const stored = await new ProfileStore(configDirectory(env)).read();
  return Object.entries(stored.profiles).map(([value, profile]) => ({
    value,
    description: profile.kind === 'remote' ? profile.baseUrl : 'the embedded service',
  }));
}

/** Field names after the last comma, without those already given. */
async function fields(current: string, { place: { member } }: ValueFacts): Promise<Suggestions> {
  if (member === undefined || isNoun(member)) return NOTHING;
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const given = before.split(',');
  const all = [member.output, member.moreOutput?.()].flatMap(fieldNames);
  const left = [...new Set(all)].filter((name) => !given.includes(name));
  return beginningWith(current, plainly(left.map((name) => `${before}${name}`)), 'open');
}

async function regions(current: string): Promise<Suggestions> {
  const all = editions().map(({ region, name }) => ({ value: region, description: name }));
  return beginningWith(current, all);
}

/** Ids; titles as well when the typed text is not the prefix of any id. */
async function names(slot: Slot, current: string, facts: ValueFacts): Promise<Suggestions> {
  const { env, place } = facts;
  const sort = sortOf(slot, place.path);
  if (sort === undefined) return NOTHING;
  const { feeds, bundles } = await accountNames(env, place.options);
  const all = [...(sort === 'bundles' ? [] : feeds), ...(sort === 'feeds' ? [] : bundles)];
  const byId = beginningWith(
    current,
    all.map(([id, title]) => ({ value: id, description: title })),
  );
  if (current === '' || byId.candidates.length > 0) return byId;
  const titled = all.filter(([, title]) => title !== '');
  return beginningWith(
    current,
    titled.map(([id, title]) => ({ value: title, description: id })),
  );
}

/** The kind of id that a value is; undefined if it is no id. */
function sortOf({ key, placeholder = '' }: Slot, path: readonly string[]) {
  const [noun, verb] = path;
  const words = placeholder.split('|');
  if (words.includes('BUNDLE')) return words.includes('FEED') ? 'either' : 'bundles';
  if (words.includes('FEED')) return 'feeds';
  if (key === 'bundle') return 'bundles';
  if (!words.includes('ID')) return undefined;
  if (key === 'feed') return 'feeds';
  if (noun === 'bundles') return 'bundles';
  return noun === 'feeds' && verb !== 'get' ? 'feeds' : 'either';
}

function plainly(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value }));
}
