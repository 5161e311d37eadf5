import { normalisedSource } from '../../contract/source.js';
import { webAddress } from '../kit/index.js';
import { isSimilar } from '../sources/describe-issue.js';

/** A feed or bundle with all its names. */
export interface Named {
  id: string;
  /** Title of a feed, name of a bundle. */
  title: string;
  /** Source address of a feed; empty for a bundle. */
  source: string;
  /** Published RSS address. */
  published: string;
}

/** Exact matches, in order of certainty. The first that matches counts. */
const WAYS: readonly ((typed: string, one: Named) => boolean)[] = [
  (typed, { id }) => id === typed,
  (typed, { published }) => published !== '' && publishedName(published) === publishedName(typed),
  (typed, { source }) => source !== '' && normalisedSource(source) === namedSource(typed),
  (typed, { title }) => title.normalize() === typed.normalize(),
  (typed, { id }) => id.startsWith(typed),
];

const IN_ANY_CASE: (typeof WAYS)[number] = (typed, { title }) => folded(title) === folded(typed);

/** Looser matches, for commands that change nothing. */
const LOOSE_WAYS: typeof WAYS = [
  IN_ANY_CASE,
  (typed, { title }) => folded(title).startsWith(folded(typed)),
];

/**
 * The name for comparison: letter case, surrounding white space, and the encoding of accents are
 * ignored.
 */
export function folded(text: string): string {
  return text.normalize().trim().toLowerCase();
}

/**
 * Finds what a text refers to: an id, a published or source address, an exact title, or an
 * id prefix. Returns several when the text is ambiguous, none when nothing matches.
 *
 * @param loosely also matches titles in another case and title prefixes
 * @param inAnyCase also matches titles in another case
 */
export function matchName(
  typed: string,
  all: readonly Named[],
  { loosely = false, inAnyCase = loosely }: { loosely?: boolean; inAnyCase?: boolean } = {},
): readonly Named[] {
  const isNothing = typed.trim() === '';
  const vague = isNothing ? [] : loosely ? LOOSE_WAYS : inAnyCase ? [IN_ANY_CASE] : [];
  for (const fits of [...WAYS, ...vague]) {
    const found = all.filter((one) => fits(typed, one));
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Entries whose title contains the text in any case, or differs from it by a letter or two. For
 * suggestions.
 */
export function similarNames(typed: string, all: readonly Named[]): readonly Named[] {
  const wanted = folded(typed);
  if (wanted === '') return [];
  const within = all.filter(({ title }) => folded(title).includes(wanted));
  return within.length > 0 ? within : all.filter(({ title }) => isSimilar(typed, title));
}

/** True for a full id: 16 base-62 characters, for bundles after an underscore. */
export function isFullId(text: string): boolean {
  return /^_?[0-9A-Za-z]{16}$/.test(text);
}

/** True for a text that could be an id, so that the service can tell. */
export function mayBeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** A published address without the format suffix: `…/feeds/ID.xml`, `.atom`, `.json`. */
function publishedName(address: string): string {
  return normalisedSource(address).replace(/\.(?:xml|atom|json|csv)$/, '');
}

/** The lookup key of an address, which may lack its scheme. */
function namedSource(typed: string): string {
  return normalisedSource(webAddress(typed));
}
