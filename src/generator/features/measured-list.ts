import { Counter } from '../page/counter.js';
import type { Page } from '../page/page.js';
import type { ElementNode, TextNode } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';
import type { SetUnion } from '../survey/record-list.js';
import { onceASurvey, type Survey } from '../survey/survey.js';
import { CHROME, type LinkTable, linkTable, type MeasuredLink } from './link-table.js';
import { countsOf } from './numbers.js';

/** A list of records with the data from which its features are computed. */
export interface MeasuredList {
  survey: Survey;
  page: Page;
  table: LinkTable;
  totals: Totals;
  sets: SetUnion;
  records: readonly PageRecord[];
  /** The link of each record. */
  links: readonly MeasuredLink[];
  /** Numbers of the items. */
  items: ReadonlySet<number>;
  /** Number of words of the items, up to the limit per link. */
  itemWords: number;
  /** Number of links for each text. */
  texts: ReadonlyMap<string, number>;
  /** The parents of the records. */
  parents: ReadonlySet<ElementNode | null>;
  /** Number of words of each link, in ascending order. */
  linkWords: ArrayLike<number>;
  /** Records whose content is measured; a sample of a long list is as informative as all of it. */
  sample: readonly PageRecord[];
  sum: Sum;
  inner: readonly InnerLinks[];
  /** Dates of the sample, in milliseconds since the epoch. */
  dates: readonly (number | null)[];
  /** Number of records for each kind of address. */
  shapes: ReadonlyMap<string, number>;
  /** Items of the page with an address of a kind that is common in the list. */
  alike: readonly number[];
}

/** Measures a list for its features. The cost depends on its sample, not on its length. */
export function measureList(survey: Survey, sets: SetUnion): MeasuredList {
  const { page } = survey;
  const table = linkTable(survey);
  const totals = totalsOf(survey);
  const records = sets.flatMap(({ records }) => records);
  const links = records.map(
    ({ link }) => table.links[page.linkCount.before(link.element.index)] as MeasuredLink,
  );
  const items = new Set(records.map(({ link }) => link.item));
  let itemWords = 0;
  for (const item of items) itemWords += table.items[item]?.words ?? 0;
  const sample = sampleOf(records);
  const shapes = countsOf(records.map(({ link }) => link.address.looseShape));
  return {
    survey,
    page,
    table,
    totals,
    sets,
    records,
    links,
    items,
    itemWords,
    linkWords: Uint32Array.from(links, ({ words }) => words).sort(),
    texts: countsOf(links.map(({ text }) => text)),
    parents: new Set(records.map(({ root }) => root.parent)),
    sample,
    sum: sumOf(page, records, totals),
    inner: sample.map((record) => linksIn(page, record)),
    dates: sample.map(({ start, end }) => survey.firstDate(start, end)?.time ?? null),
    shapes,
    alike: alikeItems(table, shapes, records.length),
  };
}

/** Values of the page by which all its lists are measured, counted once. */
interface Totals {
  words: number;
  contentWords: number;
  prose: Counter;
  /** Number of words of each sentence outside menus. */
  sentences: readonly number[];
  prices: Counter;
  /** Number of parts of the page's own path. */
  depth: number;
  /** The main heading. */
  heading: ElementNode | null;
}

/** Minimum number of words of a sentence. */
const SENTENCE = 12;
const PRICE = /[$€£¥₹₽₩₺]\s?\d|\d\s?[$€£¥₹₽₩₺]/;
const PRICE_LENGTH = 30;

export const totalsOf = onceASurvey(({ page }): Totals => {
  const size = page.nodes.length;
  const { all } = page.texts;
  const isContent = ({ index }: TextNode) => (page.chrome[index] ?? 0) <= CHROME;
  const sentences: number[] = [];
  const prose = (text: TextNode) => {
    const words = page.words.in(text) - page.linkWords.in(text);
    if (words < SENTENCE || !isContent(text)) return 0;
    sentences.push(words);
    return words;
  };
  const isPrice = ({ text }: TextNode) => text.length < PRICE_LENGTH && PRICE.test(text);
  return {
    words: page.words.in(page.root),
    contentWords: all.reduce((sum, text) => sum + (isContent(text) ? page.words.in(text) : 0), 0),
    prose: Counter.of(size, all, prose),
    sentences,
    prices: Counter.of(size, all, (text) => (isPrice(text) ? 1 : 0)),
    depth: page.address(page.url).url.pathname.split('/').length - 2,
    heading: page.elements('h1').find((heading) => page.words.in(heading) > 0) ?? null,
  };
});

const SAMPLE = 30;

function sampleOf(records: readonly PageRecord[]): readonly PageRecord[] {
  if (records.length <= SAMPLE) return records;
  const step = records.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => records[Math.floor(at * step)] as PageRecord);
}

/** The total content of all records, and their positions. */
interface Sum {
  words: number;
  linked: number;
  headings: number;
  prose: number;
  start: number;
  end: number;
}

function sumOf(page: Page, records: readonly PageRecord[], totals: Totals): Sum {
  const sum: Sum = {
    words: 0,
    linked: 0,
    headings: 0,
    prose: 0,
    start: page.nodes.length,
    end: 0,
  };
  for (const { start, end } of records) {
    sum.words += page.words.between(start, end);
    sum.linked += page.linkWords.between(start, end);
    sum.headings += page.headings.between(start, end);
    sum.prose += totals.prose.between(start, end);
    sum.start = Math.min(sum.start, start);
    sum.end = Math.max(sum.end, end);
  }
  return sum;
}

/** Minimum share of the records for a kind of address to be common among them. */
const COMMON = 0.15;

function alikeItems(
  { alike }: LinkTable,
  shapes: ReadonlyMap<string, number>,
  size: number,
): readonly number[] {
  const items = new Set<number>();
  for (const [shape, count] of shapes) {
    if (count < size * COMMON) continue;
    for (const item of alike.get(shape) ?? []) items.add(item);
  }
  return [...items];
}

/** Counts of the links in a record that are compared with the record's own link. */
interface InnerLinks {
  isLongest: boolean;
  isFirst: boolean;
  /** Number of links to the item itself. */
  same: number;
  /** Number of items behind other links with as many words. */
  others: number;
}

/** Maximum number of links checked in one record. */
const INNER = 12;

function linksIn(page: Page, { link, start, end }: PageRecord): InnerLinks {
  const own = page.words.in(link.element);
  let longest = own;
  let isFirst = true;
  let same = 0;
  const others = new Set<string>();
  for (const other of page.linkCount.list(start, end).slice(0, INNER)) {
    if (other.identity === link.identity) {
      same += 1;
      continue;
    }
    const words = page.words.in(other.element);
    longest = Math.max(longest, words);
    if (other.element.index < link.element.index) isFirst = false;
    if (words >= Math.max(2, own)) others.add(other.identity);
  }
  return { isLongest: own > 0 && own === longest, isFirst, same, others: others.size };
}
