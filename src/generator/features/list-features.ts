import { linkText, type Page } from '../page/page.js';
import { contains } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../survey/record.js';
import type { SetUnion } from '../survey/record-list.js';
import type { Survey } from '../survey/survey.js';
import { KINDS, type Kind } from './link-table.js';
import { type MeasuredList, measureList } from './measured-list.js';
import {
  countsOf,
  meanOf,
  mostOf,
  orderOf,
  quantile,
  ratio,
  shareThat,
  spread,
} from './numbers.js';
import { RELATIONS, type Relations, relationsOf } from './relations.js';

interface Feature {
  /** Its description in explanations. */
  words: string;
  of(list: MeasuredList, relations: Relations): number;
}
type Features = Readonly<Record<string, Feature>>;

/** Rows of a table of features. */
function featureRows(table: Record<string, [words: string, of: Feature['of']]>): Features {
  return Object.fromEntries(
    Object.entries(table).map(([name, [words, of]]) => [name, { words, of }]),
  );
}

/** Features for the share of a list's links that are of a kind. */
function shares(...kinds: Kind[]): Features {
  const of = (kind: Kind) => (list: MeasuredList) => shareThat(list.links, ({ is }) => is[kind]);
  return featureRows(
    Object.fromEntries(kinds.map((kind) => [`${kind}Share`, [KINDS[kind], of(kind)]])),
  );
}

/** Features for the share of the page's items of a kind that are on the list. */
function covers(...kinds: Kind[]): Features {
  const of =
    (kind: Kind) =>
    ({ items, table }: MeasuredList) => {
      let found = 0;
      for (const item of items) if (table.items[item]?.is[kind]) found += 1;
      return ratio(found, table.totals[kind]);
    };
  const words = (kind: Kind) => `${KINDS[kind]}, of all on the page`;
  return featureRows(
    Object.fromEntries(kinds.map((kind) => [`${kind}Cover`, [words(kind), of(kind)]])),
  );
}

/**
 * The features of a list of records: counts, shares between 0 and 1, positions and shapes. None
 * depends on the words of a language.
 */
export const LIST_FEATURES: Features = {
  ...shares('heading', 'long', 'oneWord', 'listItem', 'row', 'paragraph', 'inline', 'main', 'menu'),
  ...shares('document', 'utility', 'sameSite', 'digits', 'number', 'copied'),
  ...covers('heading', 'long', 'oneWord', 'wordless', 'picture', 'listItem', 'row', 'paragraph'),
  ...covers('main', 'document', 'sameSite', 'digits', 'number', 'copied'),
  ...featureRows({
    count: ['number of items', ({ items }) => items.size],
    linkWords: ['words of a link', ({ linkWords }) => quantile(linkWords, 0.5)],
    linkWordsLow: ['words of the shortest links', ({ linkWords }) => quantile(linkWords, 0.1)],
    linkWordsHigh: ['words of the longest links', ({ linkWords }) => quantile(linkWords, 0.9)],
    labelWords: ['words of the pictures and labels of links without a text', labelWords],
    uniqueTexts: [
      'links with a text of their own',
      ({ texts, links }) => ratio(texts.size, links.length),
    ],
    commonText: [
      'links with the same text',
      ({ texts, links }) => ratio(mostOf(texts), links.length),
    ],
    heading: [
      'records with a heading',
      ({ page, sample }) =>
        shareThat(sample, ({ start, end }) => page.headings.between(start, end) > 0),
    ],
    headingRank: [
      'rank of the headings',
      ({ links }) => meanOf(links.map(({ rank }) => rank).filter((rank) => rank > 0)),
    ],
    otherHeading: [
      'words of headings outside the link',
      ({ page, sample }) => meanOf(sample.map((record) => headingWordsBeside(page, record))),
    ],
    date: ['records with a date', ({ dates }) => shareThat(dates, (time) => time !== null)],
    datesFall: [
      'records that are no newer than the one before',
      ({ dates }) => orderOf(dates, (one, next) => one >= next),
    ],
    numbersFall: [
      'addresses with a lower number than the one before',
      ({ sample }) =>
        orderOf(
          sample.map(({ link }) => lastNumber(link.address.url)),
          (one, next) => one > next,
        ),
    ],
    alphabetical: [
      'links in the order of the alphabet',
      ({ links }) =>
        orderOf(
          links.map(({ text }) => text.toLowerCase() || null),
          (one, next) => one <= next,
        ),
    ],
    image: [
      'records with a picture',
      ({ page, sample }) =>
        shareThat(sample, ({ start, end }) => page.images.between(start, end) > 0),
    ],
    price: [
      'records with a price',
      ({ totals, sample }) =>
        shareThat(sample, ({ start, end }) => totals.prices.between(start, end) > 0),
    ],
    depth: [
      'depth of the addresses',
      ({ sample, totals }) =>
        meanOf(sample.map(({ link }) => listParts(link.address.url))) - totals.depth,
    ],
    oneShape: [
      'addresses of one shape',
      ({ sample }) =>
        ratio(mostOf(countsOf(sample.map(({ link }) => link.address.shape))), sample.length),
    ],
    oneKind: [
      'addresses of one kind',
      ({ shapes, records }) => ratio(mostOf(shapes), records.length),
    ],
    kindCover: [
      'addresses of its kind, of all on the page',
      ({ alike, items }) => shareThat(alike, (item) => items.has(item)),
    ],
    kindOutside: [
      'addresses of its kind outside the list',
      ({ alike, items }) => alike.filter((item) => !items.has(item)).length,
    ],
    kindLong: [
      'long links to addresses of its kind, of all on the page',
      ({ alike, items, table }) =>
        shareThat(
          alike.filter((item) => table.items[item]?.is.long),
          (item) => items.has(item),
        ),
    ],
    recordWords: ['words of a record', (list) => meanOf(recordWords(list))],
    recordWordsSpread: ['difference in the words of records', (list) => spread(recordWords(list))],
    nodesSpread: [
      'difference in the build of records',
      ({ sample }) => spread(sample.map(({ root }) => root.end - root.index)),
    ],
    linkDensity: [
      'linked words of a record',
      ({ sum }) => (sum.words === 0 ? 1 : sum.linked / sum.words),
    ],
    linksARecord: [
      'links of a record',
      ({ page, sample }) =>
        meanOf(sample.map(({ start, end }) => page.linkCount.between(start, end))),
    ],
    itemsARecord: [
      'other items of a record',
      ({ inner }) => meanOf(inner.map(({ others }) => others)),
    ],
    longest: [
      'links that are the longest of their record',
      ({ inner }) => shareThat(inner, ({ isLongest }) => isLongest),
    ],
    first: [
      'links that are the first of their record',
      ({ inner }) => shareThat(inner, ({ isFirst }) => isFirst),
    ],
    same: ['links of a record to its item', ({ inner }) => meanOf(inner.map(({ same }) => same))],
    bare: [
      'records that are nothing but a link',
      ({ survey, sample }) => shareThat(sample, (record) => isBare(survey, record)),
    ],
    chrome: [
      'links in menus, headers and footers',
      ({ page, sample }) => meanOf(sample.map(({ link }) => page.chrome[link.element.index] ?? 0)),
    ],
    coverage: [
      'share of the words of the page',
      ({ sum, totals }) => ratio(sum.words, totals.words),
    ],
    contentCoverage: [
      'share of the words outside menus',
      ({ sum, totals }) => ratio(sum.words, totals.contentWords),
    ],
    headingCoverage: [
      'share of the headings of the page',
      ({ sum, page }) => ratio(sum.headings, page.headings.in(page.root)),
    ],
    linkedCoverage: [
      'share of the linked words of the page',
      ({ itemWords, table }) => ratio(itemWords, table.words),
    ],
    end: [
      'position of the last record',
      ({ page, sum, totals }) => ratio(page.words.between(0, sum.end), totals.words),
    ],
    afterHeading: ['words between the main heading and the list', afterHeading],
    density: [
      'words of the records among those around them',
      ({ page, sum }) => ratio(sum.words, page.words.between(sum.start, sum.end)),
    ],
    parents: [
      'places in which the records are',
      ({ parents, records }) => ratio(parents.size, records.length),
    ],
    siblings: ['records among the elements next to them', siblingShare],
    rootDepth: [
      'depth of the records in the page',
      ({ sample }) => meanOf(sample.map(({ root }) => root.depth)),
    ],
    level: ['elements around the link', ({ sets }) => sets[0]?.level ?? 0],
    sets: ['blocks of which the list is made', ({ sets }) => sets.length],
    setWords: ['difference in the words of the links of blocks', setWords],
    setSmallest: [
      'records of the smallest block',
      ({ sets }) => Math.min(...sets.map(({ records }) => records.length)),
    ],
    proseBefore: [
      'words of running text before the list',
      ({ totals, sum }) => totals.prose.between(0, sum.start),
    ],
    proseBetween: [
      'words of running text between the records',
      ({ totals, sum }) => totals.prose.between(sum.start, sum.end) - sum.prose,
    ],
    proseShare: ['running text next to the list and in it', proseShare],
  }),
  ...featureRows(
    Object.fromEntries(
      Object.entries(RELATIONS).map(([name, words]) => [
        name,
        [words, (_, relations) => relations[name as keyof Relations]],
      ]),
    ),
  ),
};

/**
 * Computes the values of LIST_FEATURES for some lists of a page, which are compared with each
 * other.
 */
export function measureLists(survey: Survey, lists: readonly SetUnion[]): number[][] {
  const measured = lists.map((sets) => measureList(survey, sets));
  const relations = relationsOf(measured);
  const features = Object.values(LIST_FEATURES);
  return measured.map((list, at) => features.map(({ of }) => of(list, relations[at] as Relations)));
}

function labelWords({ page, sample }: MeasuredList): number {
  return meanOf(
    sample.map(({ link: { element } }) =>
      page.words.in(element) > 0 ? 0 : countWords(linkText(page, element)),
    ),
  );
}

/** Number of words in the record's headings that are outside its link. */
function headingWordsBeside(page: Page, { link, start, end }: PageRecord): number {
  return page.headings
    .list(start, end)
    .filter((heading) => !contains(link.element, heading) && !contains(heading, link.element))
    .reduce((sum, heading) => sum + page.words.in(heading), 0);
}

/** The last number of two digits or more in an address. */
function lastNumber({ href }: URL): number | null {
  const found = /(\d{2,})\D*$/.exec(href)?.[1];
  return found === undefined ? null : Number(found);
}

function listParts({ pathname }: URL): number {
  return pathname.split('/').filter((part) => part !== '').length;
}

function recordWords({ page, sample }: MeasuredList): number[] {
  return sample.map(({ start, end }) => page.words.between(start, end));
}

/**
 * Maximum number of words of a tile: a picture with a label leads to a section as often as to an
 * item.
 */
const TILE_WORDS = 3;

/**
 * True if a record has no heading, no date, no unlinked word, and no picture except above a label,
 * as in menus.
 */
function isBare({ page, firstDate }: Survey, { start, end }: PageRecord): boolean {
  const words = page.words.between(start, end);
  return (
    page.headings.between(start, end) === 0 &&
    words === page.linkWords.between(start, end) &&
    (words <= TILE_WORDS || page.images.between(start, end) === 0) &&
    firstDate(start, end) === null
  );
}

/**
 * Number of links between the main heading and the list; -1 if there is no main heading before it.
 */
function afterHeading({ page, sum, totals: { heading } }: MeasuredList): number {
  if (heading === null || heading.end > sum.start) return -1;
  return page.words.between(heading.end, sum.start);
}

/** Share of records among the adjacent elements that have the tag of the first record's root. */
function siblingShare({ records, parents }: MeasuredList): number {
  const roots = new Set(records.map(({ root }) => root));
  const tag = records[0]?.root.tag;
  let all = 0;
  for (const parent of parents) {
    for (const child of parent?.children ?? [])
      if (child.kind === 'element' && (child.tag === tag || roots.has(child))) all += 1;
  }
  return ratio(roots.size, all);
}

function setWords({ page, sets }: MeasuredList): number {
  const means = sets.map(({ records }) =>
    meanOf(records.map(({ link }) => page.words.in(link.element))),
  );
  return Math.min(...means) / Math.max(1, ...means);
}

function proseShare({ page, totals, sum }: MeasuredList): number {
  const outside = totals.prose.in(page.root) - sum.prose;
  return ratio(outside, outside + sum.words);
}
