import { normalisedSource } from '../../contract/source.js';
import { isSimilar } from '../sources/describe-issue.js';
import { webAddress } from '../sources/web-address.js';

/** A feed or a bundle by everything that people call it. */
export interface Named {
  id: string;
  /** Title of a feed, name of a bundle. */
  title: string;
  /** Address a feed comes from; empty for a bundle. */
  source: string;
  /** Address of the published RSS. */
  published: string;
}

/** What the text may mean, from the surest to the vaguest. The first that fits counts. */
const WAYS: readonly ((typed: string, one: Named) => boolean)[] = [
  (typed, { id }) => id === typed,
  (typed, { published }) => published !== '' && publishedName(published) === publishedName(typed),
  (typed, { source }) => source !== '' && normalisedSource(source) === sourceOf(typed),
  (typed, { title }) => title === typed,
  (typed, { id }) => id.startsWith(typed),
];

/** What is close enough where a mistake costs nothing. */
const LOOSE_WAYS: typeof WAYS = [
  (typed, { title }) => folded(title) === folded(typed),
  (typed, { title }) => folded(title).startsWith(folded(typed)),
];

/** Letters alike whatever their case, white space around them left out. */
function folded(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * What a text stands for: an id, the published or the source address, an exact title, or the
 * beginning of an id. Several when it could be any of them; none when nothing is called that.
 *
 * @param loosely also takes a title in another case and the beginning of a title
 */
export function matchName(
  typed: string,
  all: readonly Named[],
  { loosely = false }: { loosely?: boolean } = {},
): readonly Named[] {
  const isNothing = typed.trim() === '';
  for (const fits of [...WAYS, ...(loosely && !isNothing ? LOOSE_WAYS : [])]) {
    const found = all.filter((one) => fits(typed, one));
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Those whose title is close to the text: has it in it whatever the case, or differs by a letter or
 * two. To suggest.
 */
export function similarNames(typed: string, all: readonly Named[]): readonly Named[] {
  const wanted = folded(typed);
  if (wanted === '') return [];
  const within = all.filter(({ title }) => folded(title).includes(wanted));
  return within.length > 0 ? within : all.filter(({ title }) => isSimilar(typed, title));
}

/** True for an id in full: 16 base-62 characters, those of a bundle after an underscore. */
export function isFullId(text: string): boolean {
  return /^_?[0-9A-Za-z]{16}$/.test(text);
}

/** True for a text that could be the id of some service, so that only the service can tell. */
export function mayBeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** An address without the ending that only chooses a format: `…/feeds/ID.xml`, `.atom`, `.json`. */
function publishedName(address: string): string {
  return normalisedSource(address).replace(/\.(?:xml|atom|json|csv)$/, '');
}

/** The key of an address that may lack its scheme. */
function sourceOf(typed: string): string {
  return normalisedSource(webAddress(typed));
}
