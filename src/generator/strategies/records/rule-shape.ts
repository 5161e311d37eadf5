import type { FoundItem } from '../../fields/extract.js';
import { addressShape, earlierShape } from '../../page/url-shape.js';
import { countWords } from '../../page/words.js';
import type { KnownList } from './rule.js';

/** The shape of the items of a list, which they must still have when the list is found again. */
export interface ListShape {
  /** Shapes of the items' addresses, the most frequent first. */
  shapes: string[];
  /** Share of the items that have one of the shapes; 0 if the list links to arbitrary addresses. */
  covered?: number | undefined;
  /** Median number of words of a title. */
  titleWords?: number | undefined;
}

const MAX_SHAPES = 10;
/**
 * Minimum covered share for a list to have shapes of its own; lists of arbitrary links are below
 * it.
 */
const MIN_COVERED = 0.8;
/**
 * Minimum share of the addresses that must have a known shape; in lists of many shapes fewer had
 * one.
 */
const MIN_KNOWN = 0.5;
const MIN_KNOWN_OF_COVERED = 0.7;
/** Minimum number of words of the titles of a list of articles; links of a menu are shorter. */
const MIN_TITLE_WORDS = 4;
const MIN_TITLE_SHARE = 0.4;

/** The shape of a list, to be stored with its rule. */
export function shapeOf(items: readonly FoundItem[]): ListShape {
  const counts = new Map<string, number>();
  for (const { url } of items) {
    const shape = addressShape(url);
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_SHAPES);
  const covered = frequent.reduce((sum, [, count]) => sum + count, 0);
  return {
    shapes: frequent.map(([shape]) => shape),
    // Ten shapes always cover ten links: a list is characterised by how few shapes it needs.
    covered: frequent.length * 2 > items.length ? 0 : covered / Math.max(items.length, 1),
    titleWords: medianTitleWords(items),
  };
}

/** True if addresses have the shapes of the list. */
export function hasKnownAddresses(urls: readonly string[], shape: ListShape): boolean {
  return !isToldByAddress(shape) || sharesShapes(urls, shape);
}

/** The properties of a list that its rule needs. */
export function looksOf(shape: ListShape): KnownList {
  return {
    isOfList: (urls) => hasKnownAddresses(urls, shape),
    isToldByAddress: isToldByAddress(shape),
  };
}

/** True if the addresses of the list have shapes of their own. */
export function isToldByAddress({ covered = 0 }: ListShape): boolean {
  return covered >= MIN_COVERED;
}

/** True if the shapes of the list cover about as many of some addresses as of the list itself. */
export function sharesShapes(
  urls: readonly string[],
  { shapes, covered = 0 }: Pick<ListShape, 'shapes' | 'covered'>,
): boolean {
  const known = new Set(shapes);
  const found = urls.filter((url) => {
    const shape = addressShape(url);
    return known.has(shape) || known.has(earlierShape(shape));
  });
  const expected = covered === 0 ? MIN_KNOWN : covered * MIN_KNOWN_OF_COVERED;
  return found.length >= urls.length * Math.min(MIN_KNOWN, expected);
}

/**
 * True if items have the shape of the list: the shapes of their addresses and the length of their
 * titles.
 */
export function hasKnownShape(items: readonly FoundItem[], shape: ListShape): boolean {
  const urls = items.map(({ url }) => url);
  return hasKnownAddresses(urls, shape) && hasKnownTitles(items, shape);
}

/** True if the titles are about as long as those of the list. */
export function hasKnownTitles(
  items: readonly FoundItem[],
  { titleWords = 0 }: Pick<ListShape, 'titleWords'>,
): boolean {
  if (titleWords < MIN_TITLE_WORDS) return true;
  return medianTitleWords(items) >= titleWords * MIN_TITLE_SHARE;
}

function medianTitleWords(items: readonly FoundItem[]): number {
  const words = items.map(({ title }) => countWords(title)).sort((a, b) => a - b);
  return words[Math.floor(words.length / 2)] ?? 0;
}
