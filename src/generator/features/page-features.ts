import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { isOneDocument } from '../page/url-shape.js';
import { countWords } from '../page/words.js';
import type { Survey } from '../survey/survey.js';
import { describesOne, openGraphType } from './declared-type.js';
import { totalsOf } from './measured-list.js';
import { ratio } from './numbers.js';

type Row = readonly [words: string, of: (survey: Survey, page: Page) => number];

/** Number of elements of a page with some tag names. */
function tags(...names: string[]): Row[1] {
  return (_, page) => page.elements(...names).length;
}

function test(holds: (page: Page) => boolean): Row[1] {
  return (_, page) => (holds(page) ? 1 : 0);
}

/** The features of a page that do not depend on a list, with their descriptions in explanations. */
export const PAGE_FEATURES: Readonly<Record<string, Row>> = {
  pageWords: ['words of the page', (_, page) => page.words.in(page.root)],
  pageProse: [
    'words of running text on the page',
    (survey, page) => totalsOf(survey).prose.in(page.root),
  ],
  longestProse: [
    'words of the longest text',
    (survey) => Math.max(0, ...totalsOf(survey).sentences),
  ],
  sentences: ['texts of whole sentences', (survey) => totalsOf(survey).sentences.length],
  pageLinks: ['links of the page', (_, page) => page.links.length],
  linked: [
    'linked words of the page',
    (_, page) => ratio(page.linkWords.in(page.root), page.words.in(page.root)),
  ],
  mainHeadings: [
    'main headings',
    (_, page) => page.elements('h1').filter((node) => page.words.in(node) > 0).length,
  ],
  mainHeadingWords: ['words of the main heading', (survey) => countWords(headingOf(survey))],
  subheadings: ['headings of the page', tags('h2', 'h3', 'h4')],
  images: ['pictures of the page', tags('img')],
  tables: ['rows of tables', tags('tr')],
  buttons: ['buttons', tags('button')],
  describesOne: ['structured data of one thing', test(describesOne)],
  saysArticle: [
    'the page calls itself an article',
    test((page) => openGraphType(page) === 'article'),
  ],
  oneDocument: [
    'the address looks like one document',
    test(({ url }) => isOneDocument(new URL(url))),
  ],
  pathDepth: ['depth of the address', (_, page) => pageParts(page).length],
  lastPartWords: [
    'words of the address',
    (_, page) => (pageParts(page).at(-1) ?? '').split(/[-_]/).length,
  ],
  addressDigits: [
    'digits of the address',
    (_, { url }) => (new URL(url).pathname.match(/\d/g) ?? []).length,
  ],
  prices: ['prices', (survey, page) => totalsOf(survey).prices.in(page.root)],
};

/** Computes the values of PAGE_FEATURES. */
export function measurePage(survey: Survey): number[] {
  return Object.values(PAGE_FEATURES).map(([, of]) => of(survey, survey.page));
}

function headingOf(survey: Survey): string {
  const { heading } = totalsOf(survey);
  return heading === null ? '' : textOf(survey.page.nodes, heading);
}

function pageParts({ url }: Page): string[] {
  return new URL(url).pathname.split('/').filter((part) => part !== '');
}
