import type { Candidate } from './fields/candidate.js';
import { identityOf } from './page/address.js';
import type { Selectors } from './page/selectors.js';
import { attribute, type ElementNode } from './page/tree.js';
import { featureOf } from './strategies/records/rank.js';
import { itemsIfExactly } from './strategies/selectors.js';
import type { RankedList, SetUnion } from './survey/record-list.js';
import type { Survey } from './survey/survey.js';

/** Selectors that were tested on the page and return exactly a list that was considered. */
export interface Suggestion {
  list: 'winner' | 'runner-up';
  items: number;
  /** Titles of its first items. */
  titles: string[];
  selectors: Selectors;
}

/**
 * Maximum number of elements of a path, from the record outwards; two lists rarely need more to
 * differ.
 */
const MAX_PATH = 5;
/** Number of titles by which a person recognises a list. */
const SHOWN_TITLES = 3;
/** Maximum number of lists to choose from besides the winner. */
const MAX_RUNNERS_UP = 5;
/** Minimum number of links of a list that is an alternative to a feed. */
const MIN_RUNNER_UP = 3;
const PLAIN_NAME = /^[a-z_][\w-]*$/i;

/** Selectors for the winner and for the best other lists, if some reproduce them. */
export function suggestSelectors(
  survey: Survey,
  winner: Candidate | null,
  lists: readonly SetUnion[],
): Suggestion[] {
  const suggestions: Suggestion[] = [];
  const known = new Set<string>();
  const add = (list: Suggestion['list'], urls: readonly string[]) => {
    const found = selectorsOf(survey, urls);
    if (found === null) return;
    suggestions.push({ list, items: urls.length, ...found });
    for (const url of urls) known.add(identityOf(url));
  };
  const won = winner === null ? [] : winner.items.map(({ url }) => url);
  for (const url of won) known.add(identityOf(url));
  if (won.length > 0) add('winner', won);
  for (const sets of lists) {
    if (suggestions.length > MAX_RUNNERS_UP) break;
    const urls = addressesOf(sets);
    const isOther = urls.some((url) => !known.has(identityOf(url)));
    if (urls.length >= MIN_RUNNER_UP && isOther) add('runner-up', urls);
  }
  return suggestions;
}

/** Maximum share of a list's links in menus for a person to be offered it. */
const MAX_IN_MENUS = 0.5;
const MAX_TITLE_LENGTH = 200;

/**
 * The best list of a page if none is likely enough, for a person to decide; null if there is none.
 */
export function likelyList(
  survey: Survey,
  lists: readonly RankedList[],
): Omit<Suggestion, 'list'> | null {
  const outsideMenus = lists.filter((list) => featureOf(list, 'chrome') <= MAX_IN_MENUS);
  for (const { sets } of outsideMenus.slice(0, MAX_RUNNERS_UP)) {
    const urls = addressesOf(sets);
    const found = urls.length < MIN_RUNNER_UP ? null : selectorsOf(survey, urls);
    if (found === null) continue;
    const titles = found.titles.map((title) => title.slice(0, MAX_TITLE_LENGTH));
    return { ...found, items: urls.length, titles };
  }
  return null;
}

/**
 * New selectors for a list, with those fields of the old ones that still work within its items.
 * @param urls addresses of the list in page order
 */
export function selectorsFor(
  survey: Survey,
  urls: readonly string[],
  before: Selectors,
): Selectors | null {
  const found = selectorsOf(survey, urls)?.selectors;
  if (found === undefined) return null;
  const wanted = urls.map(identityOf);
  let selectors = found;
  for (const field of ['title', 'date', 'image'] as const) {
    const with_ = { ...selectors, [field]: before[field] };
    if (before[field] !== undefined && worksIn(survey, with_, field, wanted)) selectors = with_;
  }
  return selectors;
}

/** True if selectors return the wanted list, and most of its items have a value of the field. */
function worksIn(
  survey: Survey,
  selectors: Selectors,
  field: 'title' | 'date' | 'image',
  wanted: readonly string[],
): boolean {
  const items = itemsIfExactly(survey, selectors, wanted) ?? [];
  const filled = items.filter((item) => item[field] !== null && item[field] !== '').length;
  return filled > 0 && filled * 2 >= items.length;
}

type Found = Pick<Suggestion, 'selectors' | 'titles'>;

/**
 * Selectors that return exactly these addresses, in this order; null if none of those tested does.
 */
function selectorsOf(survey: Survey, urls: readonly string[]): Found | null {
  const wanted = urls.map(identityOf);
  const links = linksTo(survey, wanted);
  if (links === null) return null;
  for (const selectors of proposals(links)) {
    const items = itemsIfExactly(survey, selectors, wanted);
    if (items === null) continue;
    return { selectors, titles: items.slice(0, SHOWN_TITLES).map(({ title }) => title) };
  }
  return null;
}

/** The first link to each address; null if the page does not link to all of them. */
function linksTo({ page }: Survey, wanted: readonly string[]): ElementNode[] | null {
  const first = new Map<string, ElementNode>();
  for (const { identity, element } of page.links) {
    if (!first.has(identity)) first.set(identity, element);
  }
  const links = wanted.map((identity) => first.get(identity) ?? null);
  return links.every((link) => link !== null) ? links : null;
}

/** Selectors of the records around the links, from the outermost; short paths before long ones. */
function* proposals(links: readonly ElementNode[]): Generator<Selectors> {
  const levels = levelsOf(links);
  const link = selectorPath(levels, 0, Math.min(2, levels.length));
  for (let root = levels.length - 1; root >= 0; root -= 1) {
    const around = ancestorsOf(levels[root] ?? []);
    for (let length = 1; length <= MAX_PATH; length += 1) {
      const above = around.slice(0, length - 1).map((elements) => describe(elements));
      const items = [...above.reverse(), describe(levels[root] ?? [])].join(' > ');
      yield { items };
      if (root > 0) yield { items, link };
    }
  }
}

/** The links, their parents and so on, while every link has an element of its own. */
function levelsOf(links: readonly ElementNode[]): ElementNode[][] {
  const levels: ElementNode[][] = [];
  let level: ElementNode[] = [...links];
  while (level.length === links.length && new Set(level).size === links.length) {
    levels.push(level);
    level = level.flatMap(({ parent }) => (parent === null ? [] : [parent]));
    if (levels.length > 1 && links.length === 1) break;
  }
  return levels;
}

function ancestorsOf(elements: readonly ElementNode[]): ElementNode[][] {
  const ancestors: ElementNode[][] = [];
  let level = distinct(elements.flatMap(({ parent }) => (parent === null ? [] : [parent])));
  while (level.length > 0 && level.every(({ parent }) => parent !== null)) {
    ancestors.push(level);
    level = distinct(level.flatMap(({ parent }) => (parent === null ? [] : [parent])));
  }
  return ancestors;
}

function selectorPath(levels: readonly ElementNode[][], from: number, to: number): string {
  return levels
    .slice(from, to)
    .map((elements) => describe(elements))
    .reverse()
    .join(' > ');
}

/** Tag, id and classes that all elements have in common: `li.story`, `#main`, `*`. */
function describe(elements: readonly ElementNode[]): string {
  const [first, ...others] = elements;
  if (first === undefined) return '*';
  const id = attribute(first, 'id') ?? '';
  if (others.length === 0 && PLAIN_NAME.test(id)) return `#${id}`;
  const tag = others.every((other) => other.tag === first.tag) ? first.tag : '*';
  const classes = first.classes.filter(
    (name) => PLAIN_NAME.test(name) && others.every((other) => other.classes.includes(name)),
  );
  return PLAIN_NAME.test(tag) || tag === '*' ? [tag, ...classes.slice(0, 3)].join('.') : '*';
}

function addressesOf(sets: SetUnion): string[] {
  return distinct(sets.flatMap(({ records }) => records.map(({ link }) => link.url)));
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
