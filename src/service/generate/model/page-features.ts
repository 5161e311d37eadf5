import { textOf } from '../page/text.js';
import { attribute } from '../page/tree.js';
import { isHomeAddress, isOneDocument } from '../page/url-shape.js';
import { countWords } from '../page/words.js';
import { markedItems } from '../strategies/marked-items.js';
import type { Survey } from '../survey.js';
import { describesOne, openGraphType } from './declared-type.js';

/** Every number of a page, whatever list is on it, with what `--explain` calls it. */
export const PAGE_FEATURES = {
  pageWords: 'words of the page',
  pageProse: 'words of running text on the page',
  longestProse: 'words of the longest text',
  sentences: 'texts of whole sentences',
  pageLinks: 'links of the page',
  linked: 'linked words of the page',
  mainHeadings: 'main headings',
  mainHeadingWords: 'words of the main heading',
  headingInTitle: 'the title repeats the main heading',
  subheadings: 'headings of the page',
  articles: 'article elements',
  times: 'time elements',
  images: 'pictures of the page',
  tables: 'rows of tables',
  code: 'code',
  quotes: 'quotations',
  frames: 'embedded pages and videos',
  inputs: 'fields of forms',
  buttons: 'buttons',
  textareas: 'fields for long texts',
  feeds: 'feeds that the page names',
  neighbours: 'previous and next pages',
  properties: 'marked properties',
  markedItems: 'items that the page marks',
  describesOne: 'structured data of one thing',
  saysArticle: 'the page calls itself an article',
  saysOther: 'the page calls itself one thing',
  saysSite: 'the page calls itself a site',
  home: 'the address is that of a front page',
  oneDocument: 'the address looks like one document',
  pathDepth: 'depth of the address',
  lastSegmentWords: 'words of the address',
  addressDigits: 'digits of the address',
  addressQuery: 'the address has a query',
  prices: 'prices',
} as const;
export type PageFeatures = Record<keyof typeof PAGE_FEATURES, number>;

const SENTENCE = 12;
const CHROME = 0.3;
const PRICE = /[$€£¥₹₽₩₺]\s?\d|\d\s?[$€£¥₹₽₩₺]/;

/** Measures a page. */
export function measurePage(survey: Survey): PageFeatures {
  const { page } = survey;
  const url = new URL(page.url);
  const segments = url.pathname.split('/').filter((part) => part !== '');
  const last = segments[segments.length - 1] ?? '';
  const count = (...tags: string[]) => page.elements(...tags).length;
  const [pageProse, longestProse, sentences, prices] = proseOf(survey);
  const [heading, ...others] = page.elements('h1').filter((node) => page.words.in(node) > 0);
  const text = heading === undefined ? '' : textOf(page.nodes, heading);
  const type = openGraphType(page);
  const words = page.words.in(page.root);
  return {
    pageWords: words,
    pageProse,
    longestProse,
    sentences,
    pageLinks: page.links.length,
    linked: page.linkWords.in(page.root) / Math.max(words, 1),
    mainHeadings: heading === undefined ? 0 : others.length + 1,
    mainHeadingWords: countWords(text),
    headingInTitle: isRepeated(text, page.documentTitle) ? 1 : 0,
    subheadings: count('h2', 'h3', 'h4'),
    articles: count('article'),
    times: count('time'),
    images: count('img'),
    tables: count('tr'),
    code: count('pre', 'code'),
    quotes: count('blockquote', 'q'),
    frames: count('iframe', 'video', 'audio'),
    inputs: count('input', 'select'),
    buttons: count('button'),
    textareas: count('textarea'),
    ...linkElements(survey),
    properties: page.nodes.filter(
      (node) => node.kind === 'element' && attribute(node, 'itemprop') !== null,
    ).length,
    markedItems: markedItems(survey).length,
    describesOne: describesOne(page) ? 1 : 0,
    saysArticle: type === 'article' ? 1 : 0,
    saysOther: type !== '' && type !== 'article' && type !== 'website' ? 1 : 0,
    saysSite: type === 'website' ? 1 : 0,
    home: isHomeAddress(url) ? 1 : 0,
    oneDocument: isOneDocument(url) ? 1 : 0,
    pathDepth: segments.length,
    lastSegmentWords: last.split(/[-_]/).length,
    addressDigits: (url.pathname.match(/\d/g) ?? []).length,
    addressQuery: url.search === '' ? 0 : 1,
    prices,
  };
}

/** Words of sentences outside menus, of the longest of them, how many there are, and how many prices. */
function proseOf({ page }: Survey): [number, number, number, number] {
  let [all, longest, sentences, prices] = [0, 0, 0, 0];
  for (const node of page.texts.all) {
    if (node.parent.muted || (page.chrome[node.index] ?? 0) > CHROME) continue;
    const words = page.words.in(node) - page.linkWords.in(node);
    if (node.text.length < 30 && PRICE.test(node.text)) prices += 1;
    if (words < SENTENCE) continue;
    all += words;
    sentences += 1;
    longest = Math.max(longest, words);
  }
  return [all, longest, sentences, prices];
}

function isRepeated(heading: string, title: string): boolean {
  const start = plain(heading).slice(0, 30);
  return start !== '' && plain(title).includes(start);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function linkElements({ page }: Survey): { feeds: number; neighbours: number } {
  let [feeds, neighbours] = [0, 0];
  for (const node of page.elements('link', 'a')) {
    const rel = attribute(node, 'rel') ?? '';
    if (/\b(?:next|prev)\b/.test(rel)) neighbours += 1;
    if (rel === 'alternate' && /rss|atom/.test(attribute(node, 'type') ?? '')) feeds += 1;
  }
  return { feeds, neighbours };
}
