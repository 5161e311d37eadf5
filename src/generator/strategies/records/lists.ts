import type { Link, Page } from '../../page/page.js';
import { contains, type ElementNode } from '../../page/tree.js';
import { isPictureAddress } from '../../page/url-shape.js';
import { rowDocuments } from '../../survey/documents.js';
import type { PageRecord } from '../../survey/record.js';
import type { RecordSet, SetUnion } from '../../survey/record-list.js';
import { onceASurvey, type Survey } from '../../survey/survey.js';
import { actionLinks } from './actions.js';
import { recordsAtLevel, recordsOf, rootsApart } from './find-records.js';
import { withSiblings } from './siblings.js';
import { groupLinks, signerOf } from './signatures.js';

/** Minimum number of items of a list. */
const MIN_ITEMS = 3;
/**
 * Maximum number of sets with the most linked text, and of sets with the most text, that may be the
 * list of a page.
 */
const MAX_BY_LINKS = 20;
const MAX_BY_WORDS = 6;
/** Maximum number of sets that are also combined with others. */
const MAX_BASES = 4;

interface WeighedSet extends RecordSet {
  /** Numbers of the items of the set. */
  items: ReadonlySet<number>;
  text: number;
  words: number;
}

/** All sets of records of a page that are long enough, those with the most linked text first. */
export const recordSets = onceASurvey((survey): readonly RecordSet[] => weighedSets(survey));

const weighedSets = onceASurvey((survey): readonly WeighedSet[] => {
  const { page } = survey;
  const sets: WeighedSet[] = [];
  for (const { family, signature, links } of groupLinks(signerOf(survey), candidateLinks(page))) {
    const [first] = links;
    if (links.every(({ item }) => item === first?.item)) continue;
    const { records, level } = recordsOf(page, links);
    if (family === 'section' && !holdSeveral(page, records)) continue;
    sets.push(weighed(survey, { family, signature, level, records }));
  }
  return sets.sort((a, b) => b.text - a.text);
});

/**
 * Minimum share of the sections of a page that have several links: a single link is the item's own.
 */
const SEVERAL = 0.5;

function holdSeveral(page: Page, records: readonly PageRecord[]): boolean {
  const several = records.filter(({ start, end }) => page.linkCount.between(start, end) > 1);
  return several.length >= records.length * SEVERAL;
}

/** Maximum number of words of a link that count; a longer link is a text. */
const MAX_WORDS = 12;

/** Amount of text in the links of some records, without menus: a list of headlines has the most. */
function textOfLinks({ page: { words, chrome } }: Survey, records: readonly PageRecord[]): number {
  const most = new Map<number, number>();
  for (const { link } of records) {
    const { element, item } = link;
    const text = Math.min(words.in(element), MAX_WORDS) * (1 - (chrome[element.index] ?? 0));
    if (text > (most.get(item) ?? 0)) most.set(item, text);
  }
  let sum = 0;
  for (const text of most.values()) sum += text;
  return sum;
}

function weighed(survey: Survey, set: RecordSet): WeighedSet {
  const { page } = survey;
  let words = 0;
  for (const { start, end, link } of set.records)
    words += page.words.between(start, end) * (1 - (page.chrome[link.element.index] ?? 0));
  const items = new Set(set.records.map(({ link }) => link.item));
  return { ...set, items, words, text: textOfLinks(survey, set.records) };
}

/** All sets that may be the list of a page: single sets and combinations. */
export const candidateLists = onceASurvey((survey): readonly SetUnion[] => {
  const all = weighedSets(survey);
  const long = distinct(all.filter(({ items }) => items.size >= MIN_ITEMS));
  const byWords = [...long].sort((a, b) => b.words - a.words).slice(0, MAX_BY_WORDS);
  const singles = [...new Set([...long.slice(0, MAX_BY_LINKS), ...byWords])];
  const lists: SetUnion[] = [];
  for (const set of singles) {
    const [records = set.records] = withSiblings(survey.page, [set]);
    const whole = { ...set, records };
    lists.push([whole]);
    const uniform = ofOneShape(whole);
    if (uniform !== null) lists.push([{ ...set, ...uniform }]);
  }
  for (const set of long.slice(0, MAX_BASES)) lists.push(...unionsOf(survey.page, set, all));
  const size = survey.page.nodes.length;
  const seen = new Set<string>();
  return lists.filter((list) => {
    const records = list.flatMap(({ records }) => records);
    const key = Float64Array.from(records, ({ link, root }) => link.item * size + root.index)
      .sort()
      .join();
    return !seen.has(key) && seen.add(key);
  });
});

/** Of sets with the same items, keeps the one with the most text. */
function distinct(sets: readonly WeighedSet[]): WeighedSet[] {
  const seen = new Set<string>();
  return sets.filter(({ items }) => {
    const key = Uint32Array.from(items).sort().join();
    return !seen.has(key) && seen.add(key);
  });
}

const CHROME = 0.3;
/**
 * Minimum share of the links of a base that must have a shape of address for it to be common among
 * them.
 */
const COMMON_SHAPE = 0.15;
/** Minimum share of a block's links whose addresses have a shape of the base. */
const SAME_SHAPE = 0.5;
/** Minimum share of a block's links that are not on the list yet. */
const NEWS = 0.3;
/** Minimum number of words of a link in a block of stories. */
const TITLE_WORDS = 3;

/** Minimum share of the records whose addresses must be of one kind for the others to be stray. */
const ONE_SHAPE = 0.6;

/**
 * The records with addresses of the most common kind; null if these are all records, or not most.
 */
function ofOneShape(set: RecordSet): Pick<RecordSet, 'records' | 'shape'> | null {
  const { records } = set;
  const counts = new Map<string, number>();
  for (const { link } of records) {
    const shape = link.address.looseShape;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const [[shape, most] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  const isCommon = most >= Math.max(MIN_ITEMS, records.length * ONE_SHAPE);
  if (!isCommon || most === records.length) return null;
  return { shape, records: records.filter(isOfShape(shape)) };
}

/** Returns a test for records whose addresses are of one kind. */
export function isOfShape(shape: string | undefined): (record: PageRecord) => boolean {
  return ({ link }) => shape === undefined || link.address.looseShape === shape;
}

/**
 * Maximum share of the records that may be smaller than the others because they contain a link of
 * another kind.
 */
const CROWDED = 0.2;

/**
 * Enlarges the records of a set to the size of the others if links to other addresses made them
 * smaller.
 */
export function wholeRecords(
  page: Page,
  { records, level, shape }: Pick<RecordSet, 'records' | 'level' | 'shape'>,
): PageRecord[] {
  if (shape === undefined) return records;
  const links = records.map(({ link }) => link);
  const alone = recordsAtLevel(page, links, level);
  const isLarger = (record: PageRecord, at: number) =>
    (alone[at]?.root.index ?? record.root.index) < record.root.index;
  if (records.filter(isLarger).length > records.length * CROWDED) return records;
  return records.map((record, at) => (isLarger(record, at) ? (alone[at] ?? record) : record));
}

/** Combines a set with the other blocks of the page whose links have addresses of its kind. */
function unionsOf(page: Page, base: WeighedSet, all: readonly WeighedSet[]): SetUnion[] {
  const shapes = storyShapes(base);
  const isShaped = ({ link }: PageRecord) => shapes.has(link.address.looseShape);
  const around = smallestAround(base);
  const isNear = ({ link }: PageRecord) => around !== null && contains(around, link.element);
  const records = base.records.filter(({ link }) => isContent(page, link));
  if (records.length === 0) return [];
  const own = { ...base, records };
  const isPart = isPartOf(page, records);
  const isBlock = ({ link }: PageRecord) => isContent(page, link) && !isPart(link);
  const blocks = all.map((set) => ({ ...set, records: set.records.filter(isBlock) }));
  const alike = joinedSets(page, own, blocks, (records) => {
    return records.filter(isShaped).length >= records.length * SAME_SHAPE;
  });
  const near = joinedSets(page, own, blocks, (records) => {
    return records.every((record) => isNear(record) && isShaped(record));
  });
  const worded = joinedSets(page, own, blocks, (records) => {
    const words = records.reduce((sum, { link }) => sum + page.words.in(link.element), 0);
    return words >= records.length * TITLE_WORDS;
  });
  return [alike, near, worded].filter((list) => list.length > 1);
}

/** Joins a set and the blocks that pass a test, with the siblings of their records. */
function joinedSets(
  page: Page,
  base: RecordSet,
  blocks: readonly RecordSet[],
  test: (records: readonly PageRecord[]) => boolean,
): SetUnion {
  const known = new Set(base.records.map(({ link }) => link.item));
  const taken = new Uint8Array(page.nodes.length);
  for (const { link } of base.records) taken[link.element.index] = 1;
  const list: RecordSet[] = [base];
  for (const block of blocks) {
    const fresh = block.records.filter(({ link }) => taken[link.element.index] === 0);
    if (fresh.length === 0 || !test(fresh)) continue;
    const news = new Set(fresh.map(({ link }) => link.item).filter((item) => !known.has(item)));
    // A block such as "most read" repeats items of the list.
    if (news.size < Math.max(1, fresh.length * NEWS)) continue;
    for (const { link } of fresh) {
      taken[link.element.index] = 1;
      known.add(link.item);
    }
    list.push({ ...block, records: fresh });
  }
  return list.length === 1 ? list : unionOf(page, list);
}

/** Share of the words of one link of a record below which another link says much less. */
const LESS = 0.5;

/**
 * Returns a test for links that belong to one item together with the link of the record around
 * them, such as a title and its comments: one of the two says much less. The agenda and the minutes
 * of a meeting say about the same amount.
 */
function isPartOf(page: Page, records: readonly PageRecord[]): (link: Link) => boolean {
  const words = ({ element }: Link) => page.words.in(element);
  const number = (position: number) => page.linkCount.before(position);
  const ordered = [...records].sort((a, b) => a.start - b.start);
  /** By number of a link: the link of the record that contains it. */
  const holders = new Array<Link | undefined>(page.links.length);
  for (const [at, { link, start, end }] of ordered.entries()) {
    const last = number(Math.min(end, ordered[at + 1]?.start ?? end));
    for (let inside = number(start); inside < last; inside += 1) holders[inside] = link;
  }
  return (link) => {
    const holder = holders[number(link.element.index)];
    if (holder === undefined) return false;
    const [own, other] = [words(link), words(holder)];
    return Math.min(own, other) < Math.max(own, other) * LESS;
  };
}

/**
 * True if a record of a block may be part of a combined list: menus are not blocks of a front page.
 */
export function isContent({ chrome }: Page, { element }: Link): boolean {
  return (chrome[element.index] ?? 0) <= CHROME;
}

/**
 * Combines blocks into one list: each record ends where its parent contains another story, and
 * includes its siblings.
 */
export function unionOf(page: Page, sets: SetUnion): RecordSet[] {
  const whole = cutSets(sets);
  const complete = withSiblings(page, whole);
  return whole.map((set, at) => ({ ...set, records: complete[at] ?? set.records }));
}

/** The smallest element that contains all links of a set. */
function smallestAround({ records }: RecordSet): ElementNode | null {
  const [first = null, ...others] = records.map(({ link }) => link.element);
  let around = first;
  for (const element of others) {
    while (around !== null && !contains(around, element)) around = around.parent;
  }
  return around;
}

/** Shapes of addresses that are common among the records. */
function storyShapes({ records }: RecordSet): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { link } of records) {
    const shape = link.address.looseShape;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= records.length * COMMON_SHAPE);
  return new Set(common.map(([shape]) => shape));
}

/** Cuts every record where its parent contains another story. */
function cutSets(sets: SetUnion): RecordSet[] {
  const links: Link[] = [];
  for (const { records } of sets) for (const { link } of records) links.push(link);
  links.sort((a, b) => a.element.index - b.element.index);
  const rootOf = rootsApart(links);
  return sets.map((set) => {
    // Records that were small enough keep their extent, including siblings between them.
    const records = set.records.map((record): PageRecord => {
      const root = rootOf(record.link.element, set.level);
      if (root.index <= record.root.index && root.end >= record.root.end) return record;
      return { link: record.link, root, start: root.index, end: root.end };
    });
    return { ...set, records };
  });
}

/**
 * Links that may be those of items. Excluded: links within the page, links to a part of the target
 * of another link, links to pictures (none of 960 labelled lists has one), links that perform
 * actions, and all but the first of several documents of a row.
 */
export function candidateLinks(page: Page): Link[] {
  const { links, linksTo } = page;
  const actions = actionLinks(page);
  const isPart = ({ url }: Link) => url.includes('#');
  const found = links.filter(
    (link) =>
      !isPictureAddress(link.url) &&
      !actions.has(link) &&
      (!isPart(link) || !(link.toSelf || linksTo.get(link.identity)?.some((one) => !isPart(one)))),
  );
  const { others } = rowDocuments(page, found);
  return others.size === 0 ? found : found.filter((link) => !others.has(link));
}
