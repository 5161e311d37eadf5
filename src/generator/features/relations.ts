import type { MeasuredList } from './measured-list.js';
import { quantile } from './numbers.js';

/** Relations of a list to the other lists of its page, with their descriptions in explanations. */
export const RELATIONS = {
  lists: 'lists of the page',
  nearest: 'size compared with the smallest list around it',
  alike: 'items in common with other lists',
  twin: 'items in common with the list most like it',
  rankWords: 'lists with more linked words',
  rankSize: 'lists with more items',
  rankLink: 'lists with longer links',
  rivals: 'lists of other links in its records',
  rivalWords: 'words that links of such a list have more',
  outerWords: 'words that links of these lists have more',
} as const;
export type Relations = Record<keyof typeof RELATIONS, number>;

/** The data of a list by which it is compared. */
interface Compared {
  items: ReadonlySet<number>;
  /** Numbers of the links of the records. */
  links: readonly number[];
  /** 1 for each link of the page, by its number, that is in one of the records. */
  holds: Uint8Array;
  words: number;
  linkWords: number;
}

/** Minimum share of the items of another list for a list to contain all of them. */
const ALL = 0.9;
/** Minimum ratio of items for a list to have more than another. */
const MORE = 1.1;
/** Maximum share of items in common for lists to have different items. */
const OTHER = 0.1;
/**
 * Minimum share of a list's links that must be in the records of another list for it to be inside
 * that list.
 */
const HELD = 0.7;

/** Compares every list of a page with the others. */
export function relationsOf(lists: readonly MeasuredList[]): Relations[] {
  const all = lists.map(comparedOf);
  const greater = (own: Compared, of: (one: Compared) => number) =>
    all.filter((one) => of(one) > of(own)).length;
  return all.map((own) => {
    const relations: Relations = {
      lists: all.length,
      nearest: 0,
      alike: 0,
      twin: 0,
      rankWords: greater(own, ({ words }) => words),
      rankSize: greater(own, ({ items }) => items.size),
      rankLink: greater(own, ({ linkWords }) => linkWords),
      rivals: 0,
      rivalWords: -20,
      outerWords: -20,
    };
    for (const other of all) if (other !== own) compareLists(own, other, relations);
    relations.alike /= all.length;
    return relations;
  });
}

function comparedOf({ page, records, items, itemWords, table, linkWords }: MeasuredList) {
  const holds = new Uint8Array(table.links.length);
  for (const { start, end } of records) {
    const last = page.linkCount.before(end);
    for (let at = page.linkCount.before(start); at < last; at += 1) holds[at] = 1;
  }
  return {
    items,
    links: records.map(({ link }) => page.linkCount.before(link.element.index)),
    holds,
    words: itemWords,
    linkWords: quantile(linkWords, 0.5),
  };
}

function compareLists(own: Compared, other: Compared, relations: Relations): void {
  const [size, otherSize] = [own.items.size, other.items.size];
  let common = 0;
  const [few, many] = size < otherSize ? [own.items, other.items] : [other.items, own.items];
  for (const item of few) if (many.has(item)) common += 1;
  const share = common / (size + otherSize - common);
  relations.alike += share;
  relations.twin = Math.max(relations.twin, share);
  if (common >= ALL * size && otherSize > MORE * size)
    relations.nearest = Math.max(relations.nearest, size / otherSize);
  if (share >= OTHER || otherSize * 2 < size) return;
  const words = other.linkWords - own.linkWords;
  if (isHeld(other, own)) {
    relations.rivals += 1;
    relations.rivalWords = Math.max(relations.rivalWords, words);
  }
  if (isHeld(own, other)) relations.outerWords = Math.max(relations.outerWords, words);
}

/** True if the links of a list are in the records of another one. */
function isHeld({ links }: Compared, { holds }: Compared): boolean {
  let held = 0;
  for (const link of links) held += holds[link] ?? 0;
  return held > HELD * links.length;
}
