import { Counter } from '../page/counter.js';
import { type Link, linkText, type Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { closest, contains, type ElementNode, type TextNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import { markedIdentities } from '../strategies/marked-items.js';
import type { PageRecord } from '../strategies/records/record.js';
import { onceASurvey, type Survey } from '../survey.js';
import type { ListFeatures } from './list-feature-names.js';

/** The greatest values of the lists of a page: what one of them is compared with. */
export interface Greatest {
  text: number;
  count: number;
  words: number;
}

/** A list as it is measured. */
export interface MeasuredList {
  records: readonly PageRecord[];
  level: number;
  sets: number;
  byStyle: boolean;
}

/** Records looked at closely; a sample of a long list tells as much as all of it. */
const SAMPLE = 30;
/** Texts of so many words are sentences. */
const SENTENCE = 12;
/** Share of navigation from which a link is in a menu. */
const CHROME = 0.3;

/** What all lists of a page are measured by, counted once. */
interface Totals {
  words: number;
  contentWords: number;
  contentLinks: number;
  headings: number;
  prose: Counter;
  times: Counter;
  pathDepth: number;
  path: string;
}

const totalsOf = onceASurvey(({ page }): Totals => {
  let contentWords = 0;
  for (const text of page.texts.all) {
    if ((page.chrome[text.index] ?? 0) <= CHROME) contentWords += page.words.in(text);
  }
  const path = page.address(page.url).url.pathname.replace(/[^/]*$/, '');
  return {
    words: page.words.in(page.root),
    contentWords,
    contentLinks: page.links.filter(({ element }) => (page.chrome[element.index] ?? 0) <= CHROME)
      .length,
    headings: page.headings.in(page.root),
    prose: Counter.of(page.nodes.length, page.texts.all, (text) => proseWords(page, text)),
    times: Counter.of(page.nodes.length, page.elements('time'), () => 1),
    pathDepth: path.split('/').length - 2,
    path,
  };
});

/** Words of a sentence outside menus that is no link. */
function proseWords(page: Page, text: TextNode): number {
  if ((page.chrome[text.index] ?? 0) > CHROME) return 0;
  const words = page.words.in(text) - page.linkWords.in(text);
  return words >= SENTENCE ? words : 0;
}

/** What is known of one link whatever list it is in. */
interface LinkFacts {
  words: number;
  labelWords: number;
  text: string;
  hasDigit: boolean;
  isNumber: boolean;
  isDate: boolean;
  inHeading: number;
  inline: boolean;
  chrome: number;
  inArticle: boolean;
  inList: boolean;
  inRow: boolean;
  inParagraph: boolean;
  inMain: boolean;
  depth: number;
  addressDigits: boolean;
  below: boolean;
}

const factsOf = onceASurvey((survey) => {
  const known = new Map<Link, LinkFacts>();
  return (link: Link): LinkFacts => {
    let facts = known.get(link);
    if (facts === undefined) {
      facts = readLink(survey, link);
      known.set(link, facts);
    }
    return facts;
  };
});

function readLink(survey: Survey, { element, url }: Link): LinkFacts {
  const { page } = survey;
  const texts = page.texts.list(element.index, element.end).filter(({ parent }) => !parent.muted);
  const text = texts
    .map((node) => node.text)
    .join(' ')
    .slice(0, 300);
  const words = page.words.in(element);
  const around = placeOf(element);
  const { pathname } = page.address(url).url;
  const totals = totalsOf(survey);
  return {
    words,
    labelWords: words > 0 ? 0 : countWords(linkText(page, element)),
    text,
    hasDigit: /\d/.test(text),
    isNumber: /^[\d\s.,:/#()-]+$/.test(text),
    isDate: texts.length > 0 && survey.hasDate(element.index, element.end) && countWords(text) <= 6,
    inHeading: headingRank(page, element),
    inline: isInline(page, element),
    chrome: page.chrome[element.index] ?? 0,
    ...around,
    inMain: page.elements('main').some((main) => contains(main, element)),
    depth: pathname.split('/').filter((part) => part !== '').length,
    addressDigits: /\d{2,}/.test(pathname),
    below: totals.path.length > 1 && pathname.startsWith(totals.path),
  };
}

/** In which elements a link stands. */
function placeOf(element: ElementNode) {
  const place = {
    inArticle: false,
    inList: false,
    inRow: false,
    inParagraph: false,
  };
  let level = 0;
  for (let at: ElementNode | null = element; at !== null && level <= NEAR; at = at.parent) {
    if (at.tag === 'article') place.inArticle = true;
    else if (at.tag === 'li') place.inList = true;
    else if (at.tag === 'tr') place.inRow = true;
    else if (at.tag === 'p' && level <= 3) place.inParagraph = true;
    level += 1;
  }
  return place;
}

const NEAR = 8;
/** Levels around a link in which its heading is. */
const HEADING_LEVELS = 4;

/** Rank of the heading that a link is in or around: 1 to 6, 0 for none. */
function headingRank(page: Page, element: ElementNode): number {
  let levels = 0;
  const above = closest(element, (at) => {
    levels += 1;
    return levels > HEADING_LEVELS || HEADING.has(at.tag);
  });
  if (above !== null && HEADING.has(above.tag)) return Number(above.tag[1]);
  const [inside] = page.headings.list(element.index, element.end);
  return inside === undefined ? 0 : Number(inside.tag[1]);
}

/** The link is less than half of the paragraph it stands in, and so are all of its links. */
function isInline(page: Page, link: ElementNode): boolean {
  let levels = 0;
  const paragraph = closest(link, (at) => {
    levels += 1;
    return levels > 3 || at.tag === 'p';
  });
  if (paragraph?.tag !== 'p') return false;
  const words = page.words.in(paragraph);
  const areMostLinked = page.linkWords.in(paragraph) * 2 > words;
  return words >= 15 && !areMostLinked && page.words.in(link) * 3 < words;
}

/** How much text the links of some records are, menus left out: a list of headlines has most. */
export function textOfLinks(survey: Survey, records: readonly PageRecord[]): number {
  const { words, chrome } = survey.page;
  const most = new Map<string, number>();
  for (const { link } of records) {
    const { element } = link;
    const text = Math.min(words.in(element), SENTENCE) * (1 - (chrome[element.index] ?? 0));
    if (text > (most.get(link.identity) ?? 0)) most.set(link.identity, text);
  }
  let sum = 0;
  for (const text of most.values()) sum += text;
  return sum;
}

/** Measures a list. Costs as much as its sample, not as its length. */
export function measure(
  survey: Survey,
  { records, level, sets, byStyle }: MeasuredList,
  greatest: Greatest,
): ListFeatures {
  const { page } = survey;
  const factsFor = factsOf(survey);
  const totals = totalsOf(survey);
  const sample = sampleOf(records);
  const size = Math.max(sample.length, 1);
  const facts = sample.map(({ link }) => factsFor(link));
  const share = (test: (facts: LinkFacts) => boolean) => facts.filter(test).length / size;
  const mean = (value: (record: PageRecord, facts: LinkFacts) => number) => {
    let sum = 0;
    for (const [at, record] of sample.entries()) sum += value(record, facts[at] as LinkFacts);
    return sum / size;
  };
  const of = (test: (record: PageRecord, facts: LinkFacts) => boolean) =>
    mean((record, facts) => (test(record, facts) ? 1 : 0));
  const address = ({ link }: PageRecord) => page.address(link.url);

  const copies = copiesOf(records);
  const count = copies.size;
  const usual = modeOf([...copies.values()]);
  const words = sample.map(({ start, end }) => page.words.between(start, end));
  const nodes = sample.map(({ root }) => root.end - root.index);
  const linkWords = facts.map((one) => one.words).sort((a, b) => a - b);
  const texts = countsOf(facts.map(({ text }) => text));
  const ranks = facts.map(({ inHeading }) => inHeading).filter((rank) => rank > 0);
  const all = totalOf(page, records, totals);
  const { prose } = totals;
  const end = page.nodes.length;
  const proseOutside = prose.between(0, end) - all.prose;
  const [mainHeading] = page.elements('h1');
  const marked = markedIdentities(survey);
  const inner = sample.map((record) => linksIn(page, record));
  return {
    count,
    copies: records.length / Math.max(count, 1),
    repeated: 1 - Math.min(1, (count * usual) / Math.max(records.length, 1)),
    linkWords: quantile(linkWords, 0.5),
    linkWordsLow: quantile(linkWords, 0.1),
    linkWordsHigh: quantile(linkWords, 0.9),
    wordless: share((one) => one.words === 0),
    labelWords: facts.reduce((sum, one) => sum + one.labelWords, 0) / size,
    oneWord: share((one) => one.words === 1),
    uniqueTexts: texts.size / size,
    commonText: Math.max(0, ...texts.values()) / size,
    numbers: share(({ hasDigit }) => hasDigit),
    onlyNumbers: share(({ isNumber }) => isNumber),
    dateTexts: share(({ isDate }) => isDate),
    heading: of(
      ({ start, end }, { inHeading }) => inHeading > 0 || page.headings.between(start, end) > 0,
    ),
    linkedHeading: share(({ inHeading }) => inHeading > 0),
    headingRank: ranks.length === 0 ? 0 : ranks.reduce((sum, rank) => sum + rank) / ranks.length,
    otherHeading: mean((record, facts) => headingWordsBeside(page, record, facts)),
    article: share(({ inArticle }) => inArticle),
    listItem: share(({ inList }) => inList),
    row: share(({ inRow }) => inRow),
    paragraph: share(({ inParagraph }) => inParagraph),
    main: share(({ inMain }) => inMain),
    date: of(({ start, end }) => survey.hasDate(start, end)),
    image: of(({ start, end }) => page.images.between(start, end) > 0),
    document: of((record) => address(record).isDocument),
    utility: of((record) => address(record).isUtility),
    self: of(({ link }) => link.toSelf),
    sameSite: of((record) => address(record).isSameSite),
    below: share(({ below }) => below),
    depth: mean((_, { depth }) => depth) - totals.pathDepth,
    addressDigits: share(({ addressDigits }) => addressDigits),
    query: of((record) => address(record).url.search !== ''),
    oneShape: commonest(sample.map((record) => address(record).shape)) / size,
    oneLooseShape: commonest(sample.map((record) => address(record).looseShape)) / size,
    marked: of(({ link }) => marked.has(link.identity)),
    recordWords: words.reduce((sum, one) => sum + one, 0) / size,
    recordWordsSpread: spread(words),
    nodesSpread: spread(nodes),
    linkDensity: all.words === 0 ? 1 : all.linked / all.words,
    linksARecord: mean(({ start, end }) => page.linkCount.between(start, end)),
    itemsARecord: inner.reduce((sum, { others }) => sum + others, 0) / size,
    longest: inner.filter(({ isLongest }) => isLongest).length / size,
    first: inner.filter(({ isFirst }) => isFirst).length / size,
    bare: of((record) => isBare(survey, record)),
    inline: share(({ inline }) => inline),
    prose: all.prose / Math.max(records.length, 1),
    chrome: mean((_, { chrome }) => chrome),
    beside: share(({ chrome }) => chrome > CHROME && chrome < 1),
    coverage: all.words / Math.max(totals.words, 1),
    contentCoverage: all.words / Math.max(totals.contentWords, 1),
    linkCoverage: all.links / Math.max(totals.contentLinks, 1),
    headingCoverage: all.headings / Math.max(totals.headings, 1),
    start: page.words.between(0, all.start) / Math.max(totals.words, 1),
    end: page.words.between(0, all.end) / Math.max(totals.words, 1),
    density: all.words / Math.max(page.words.between(all.start, all.end), 1),
    parents: new Set(records.map(({ root }) => root.parent)).size / Math.max(records.length, 1),
    rootDepth: mean(({ root }) => root.depth),
    level,
    sets,
    byStyle: byStyle ? 1 : 0,
    relativeText: textOfLinks(survey, records) / Math.max(greatest.text, 1),
    relativeCount: count / Math.max(greatest.count, 1),
    relativeWords: all.words / Math.max(greatest.words, 1),
    nested: inner.filter(({ others }) => others >= 2).length / size,
    proseBefore: prose.between(0, all.start),
    proseAfter: prose.between(all.end, end),
    proseBetween: prose.between(all.start, all.end) - all.prose,
    proseShare: proseOutside / Math.max(proseOutside + all.words, 1),
    mainHeadingInside:
      mainHeading !== undefined && records.some((record) => isIn(record, mainHeading.index))
        ? 1
        : 0,
    timesOutside: totals.times.between(0, end) - all.times,
  };
}

function sampleOf(records: readonly PageRecord[]): PageRecord[] {
  if (records.length <= SAMPLE) return [...records];
  const step = records.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => records[Math.floor(at * step)]).filter(
    (record) => record !== undefined,
  );
}

/** How often each item is linked. */
function copiesOf(records: readonly PageRecord[]): Map<string, number> {
  return countsOf(records.map(({ link }) => link.identity));
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function commonest(values: readonly string[]): number {
  return Math.max(0, ...countsOf(values).values());
}

/** How often most items are linked: twice where a page holds the list for narrow screens as well. */
function modeOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 1;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Standard deviation as a share of the mean. */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  if (mean === 0) return 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / values.length) / mean;
}

/** What all records hold together, and where they stand. */
function totalOf(page: Page, records: readonly PageRecord[], totals: Totals) {
  let [words, linked, links, headings, prose, times] = [0, 0, 0, 0, 0, 0];
  let start = page.nodes.length;
  let end = 0;
  for (const record of records) {
    words += page.words.between(record.start, record.end);
    linked += page.linkWords.between(record.start, record.end);
    links += page.linkCount.between(record.start, record.end);
    headings += page.headings.between(record.start, record.end);
    prose += totals.prose.between(record.start, record.end);
    times += totals.times.between(record.start, record.end);
    start = Math.min(start, record.start);
    end = Math.max(end, record.end);
  }
  return { words, linked, links, headings, prose, times, start: Math.min(start, end), end };
}

function isIn({ start, end }: PageRecord, position: number): boolean {
  return position >= start && position < end;
}

/** Links looked at in one record. */
const INNER = 12;

/** The record's link among the links of its record. */
function linksIn(page: Page, { link, start, end }: PageRecord) {
  const own = page.words.in(link.element);
  let longest = own;
  let isFirst = true;
  const others = new Set<string>();
  const from = page.linkCount.before(start);
  const to = Math.min(page.linkCount.before(end), from + INNER);
  for (let at = from; at < to; at += 1) {
    const other = page.linkCount.all[at];
    if (other === undefined || other.identity === link.identity) continue;
    const words = page.words.in(other.element);
    longest = Math.max(longest, words);
    if (other.element.index < link.element.index) isFirst = false;
    if (words >= Math.max(2, own)) others.add(other.identity);
  }
  return { isLongest: own > 0 && own === longest, isFirst, others: others.size };
}

/** Words of the record's headings, where its link is not in one. */
function headingWordsBeside(
  page: Page,
  { start, end }: PageRecord,
  { inHeading }: LinkFacts,
): number {
  if (inHeading > 0 || page.headings.between(start, end) === 0) return 0;
  return page.headings.list(start, end).reduce((sum, heading) => sum + page.words.in(heading), 0);
}

/** Words of a tile: a picture with a label leads to a section as often as to an item. */
const TILE_WORDS = 3;

/** No heading and date, no word that is not linked, no picture but over a label: what menus are made of. */
function isBare({ page, hasDate }: Survey, { start, end }: PageRecord): boolean {
  const words = page.words.between(start, end);
  return (
    page.headings.between(start, end) === 0 &&
    words === page.linkWords.between(start, end) &&
    (words <= TILE_WORDS || page.images.between(start, end) === 0) &&
    !hasDate(start, end)
  );
}
