import { titleOf } from '../../fields/title.js';
import { titleHints } from '../../fields/title-hints.js';
import type { Page } from '../../page/page.js';
import { closest } from '../../page/tree.js';
import { countWords } from '../../page/words.js';
import type { Survey } from '../../survey.js';
import type { PageRecord } from './record.js';

/** What is known of a set of records; shares are between 0 and 1. */
export interface RecordFeatures {
  count: number;
  /** Items linked as often as most: links to a place or a topic are repeated. */
  distinct: number;
  titleWords: number;
  /** Records whose link carries the title: not those of authors and comments. */
  linkedTitle: number;
  heading: number;
  article: number;
  date: number;
  image: number;
  main: number;
  documentUrl: number;
  recordWords: number;
  uniqueTitles: number;
  structured: number;
  coverage: number;
  chrome: number;
  utility: number;
  self: number;
  linkDensity: number;
  linksPerRecord: number;
  sameSite: number;
  /** Records that are a linked text and nothing else. */
  bare: number;
  /** Links in the middle of running text. */
  inline: number;
}

/** Records looked at closely; a sample of a long list tells as much as all of it. */
const SAMPLE = 30;

export function featuresOf(
  survey: Survey,
  records: readonly PageRecord[],
  structured: ReadonlySet<string>,
): RecordFeatures {
  const { page } = survey;
  const sample = sampleOf(records);
  const share = (test: (record: PageRecord) => boolean) =>
    sample.filter(test).length / Math.max(sample.length, 1);
  const mean = (value: (record: PageRecord) => number) =>
    sample.reduce((sum, record) => sum + value(record), 0) / Math.max(sample.length, 1);
  const hints = titleHints(survey, sample);
  const titles = sample.map((record) => titleOf(page, record, hints));
  const count = new Set(records.map(({ link }) => link.identity)).size;
  return {
    count,
    distinct: Math.min(1, (count * usualCopies(records)) / Math.max(records.length, 1)),
    titleWords: median(titles.map(({ text }) => countWords(text))),
    linkedTitle: titles.filter(({ linked }) => linked).length / Math.max(titles.length, 1),
    heading: share(
      ({ start, end, link }) =>
        page.headings.between(start, end) > 0 || inHeading(page, link.element.index),
    ),
    article: share(({ root }) => inArticle(root)),
    date: share(({ start, end }) => survey.hasDate(start, end)),
    image: share(({ start, end }) => page.images.between(start, end) > 0),
    main: share(({ root }) => closest(root, (at) => at.tag === 'main') !== null),
    documentUrl: share((record) => page.address(record.link.url).isDocument),
    recordWords: mean(({ start, end }) => page.words.between(start, end)),
    uniqueTitles: new Set(titles.map(({ text }) => text)).size / Math.max(titles.length, 1),
    structured: share(({ link }) => structured.has(link.identity)),
    coverage: coverage(page, records),
    chrome: mean(({ link }) => page.chrome[link.element.index] ?? 0),
    utility: share((record) => page.address(record.link.url).isUtility),
    self: share(({ link }) => link.toSelf),
    linkDensity: linkDensity(page, sample),
    linksPerRecord: mean(({ start, end }) => page.linkCount.between(start, end)),
    bare: share((record) => isBare(survey, record)),
    inline: share(({ link }) => isInline(page, link.element)),
    sameSite: share(({ link }) => page.address(link.url).isSameSite),
  };
}

/** How often most items are linked: twice where a page holds the list for narrow screens as well. */
function usualCopies(records: readonly PageRecord[]): number {
  const copies = new Map<string, number>();
  for (const { link } of records) copies.set(link.identity, (copies.get(link.identity) ?? 0) + 1);
  const counts = new Map<number, number>();
  for (const times of copies.values()) counts.set(times, (counts.get(times) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 1;
}

function sampleOf(records: readonly PageRecord[]): PageRecord[] {
  if (records.length <= SAMPLE) return [...records];
  const step = records.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => records[Math.floor(at * step)]).filter(
    (record) => record !== undefined,
  );
}

function inHeading(page: Page, position: number): boolean {
  const node = page.nodes[position];
  if (node?.kind !== 'element') return false;
  let levels = 0;
  return (
    closest(node, (at) => {
      levels += 1;
      return levels <= 4 && /^h[1-6]$/.test(at.tag);
    }) !== null
  );
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

/** The link is less than half of the paragraph it stands in, and so are all of its links. */
function isInline(page: Page, link: PageRecord['root']): boolean {
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

function inArticle(root: PageRecord['root']): boolean {
  let levels = 0;
  return (
    closest(root, (at) => {
      levels += 1;
      return levels <= 4 && at.tag === 'article';
    }) !== null
  );
}

function coverage(page: Page, records: readonly PageRecord[]): number {
  const words = records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  return words / Math.max(page.words.in(page.root), 1);
}

function linkDensity(page: Page, records: readonly PageRecord[]): number {
  const words = records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  const linked = records.reduce(
    (sum, { start, end }) => sum + page.linkWords.between(start, end),
    0,
  );
  return words === 0 ? 1 : linked / words;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
