import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';
import { isHomeAddress, isOneDocument } from '../page/url-shape.js';
import { countWords } from '../page/words.js';
import { isObject, type Json, parseLooseJson } from '../strategies/json.js';
import type { PageRecord } from '../strategies/records/record.js';
import { ARTICLE, LANDING } from '../weights.js';
import type { Failure } from './diagnose.js';

/**
 * A page that is one article, product or job with links to related ones, which are not a list of
 * items. No single sign is enough: category pages declare themselves as articles, and lists have
 * long introductions.
 */
export function articleWithRelated(
  page: Page,
  records: readonly PageRecord[],
  dated: number,
): Failure | null {
  if (records.length === 0 || isHomeAddress(new URL(page.url))) return null;
  const outside = proseOutside(page, records);
  const inside = records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  const heading = headline(page, records);
  const type = openGraphType(page);
  // What is "up next" beside a video is dated; related articles and products are not.
  const isVideo = type.startsWith('video.') && heading !== null;
  const isOne = isVideo || (dated === 0 && ONE_OBJECT.test(type) && describesOne(page));
  if (outside < ARTICLE.words && !isOne) return null;
  // Many dated records with most of the words: an introduction makes no article of them.
  if (!isVideo && dated > ARTICLE.dated && inside > outside * ARTICLE.introduction) return null;
  let signs = proseSign(outside, inside) + addressSign(page.url);
  if (countWords(heading ?? '') >= ARTICLE.headlineWords) signs += ARTICLE.headline;
  if (type === 'article') signs += ARTICLE.openGraph;
  if (proseSign(outside, inside) > 0 && isBuiltLikeOne(page, records)) signs += ARTICLE.element;
  if (signs < ARTICLE.enough && describesOne(page)) signs += ARTICLE.linkedData;
  // The page of a shop has few words, and other things to buy below.
  if (signs < ARTICLE.enough && !isOne) return null;
  const what = isVideo ? 'video' : type === 'product' || type === 'book' ? type : 'article';
  return {
    code: 'NO_ITEMS_FOUND',
    message: `${page.url} is a single ${what} ("${heading ?? page.documentTitle}"), not a list: the only list on it are ${records.length} other pages it links to. Use the page that lists the ${what}s, or point at the list with --select items=CSS.`,
  };
}

/**
 * A page that presents something in a few blocks with a link each: what a product does, what a
 * clinic offers. They show no dates, are few, and the page says as much beside them.
 * @param isWeak little speaks for a list: the text beside it does not matter
 */
export function landingPage(
  page: Page,
  records: readonly PageRecord[],
  { dated, isWeak }: { dated: number; isWeak: boolean },
): Failure | null {
  if (records.length >= LANDING.records || dated > LANDING.dated) return null;
  const outside = proseOutside(page, records);
  const inside = records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  if (!isWeak && (outside < LANDING.words || outside < inside * LANDING.share)) return null;
  const place = isWeak ? 'that carry no titles' : `between ${outside} words of text`;
  return {
    code: 'NO_ITEMS_FOUND',
    mayAskFurther: true,
    message: `${page.url} presents something rather than listing items: the only list on it are ${records.length} undated links ${place}. Use the page with the news or the articles, or point at the list with --select items=CSS.`,
  };
}

function proseSign(outside: number, inside: number): number {
  if (outside >= ARTICLE.longProse && outside >= inside * ARTICLE.outweighs)
    return ARTICLE.muchProse;
  return outside >= inside * ARTICLE.matches ? ARTICLE.someProse : 0;
}

function addressSign(url: string): number {
  return isOneDocument(new URL(url)) ? ARTICLE.address : 0;
}

/** Words of running text in none of the records: texts of several words that are no link. */
function proseOutside(page: Page, records: readonly PageRecord[]): number {
  const ordered = [...records].sort((a, b) => a.start - b.start);
  let words = 0;
  let next = 0;
  for (let at = 0; at < page.nodes.length; at += 1) {
    while (next < ordered.length && (ordered[next]?.end ?? 0) <= at) next += 1;
    const inside = ordered[next];
    if (inside !== undefined && at >= inside.start) {
      at = inside.end - 1;
      continue;
    }
    const node = page.nodes[at];
    if (node?.kind !== 'text' || node.parent.muted || (page.chrome[at] ?? 0) > 0.3) continue;
    const own = page.words.in(node) - page.linkWords.in(node);
    if (own >= ARTICLE.sentence) words += own;
  }
  return words;
}

/** The page's one main heading, where the title of the page repeats it. */
function headline(page: Page, records: readonly PageRecord[]): string | null {
  let found: string | null = null;
  for (const node of page.nodes) {
    if (node.kind !== 'element' || node.tag !== 'h1' || page.words.in(node) === 0) continue;
    if (records.some(({ start, end }) => node.index >= start && node.index < end)) return null;
    const text = textOf(page.nodes, node);
    if (found !== null && found !== text) return null;
    found = text;
  }
  if (found === null) return null;
  const start = plain(found).slice(0, 30);
  return plain(page.documentTitle).includes(start) ? found : null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

const ONE_OBJECT = /^(?:article|product|book)$/;

/** What the page calls itself to social networks, in lower case. */
export function openGraphType(page: Page): string {
  for (const node of page.nodes.slice(0, 2_000)) {
    if (node.kind !== 'element' || node.tag !== 'meta') continue;
    const name = attribute(node, 'property') ?? attribute(node, 'name');
    if (name?.toLowerCase() === 'og:type')
      return (attribute(node, 'content') ?? '').trim().toLowerCase();
  }
  return '';
}

/** One <article> that holds the page's h1, most of its prose, and none or all of the records. */
function isBuiltLikeOne(page: Page, records: readonly PageRecord[]): boolean {
  const heading = page.nodes.find(
    (node): node is ElementNode => node.kind === 'element' && node.tag === 'h1',
  );
  for (let at = heading?.parent ?? null; at !== null; at = at.parent) {
    if (at.tag !== 'article') continue;
    const article = at;
    const held = records.filter(
      ({ start }) => start >= article.index && start < article.end,
    ).length;
    return page.words.in(article) >= ARTICLE.longProse && (held === 0 || held === records.length);
  }
  return false;
}

/** Types of schema.org that a whole page is about. */
const ONE =
  /(?:^|\/)(?:\w*Article|BlogPosting|Report|Product|JobPosting|Recipe|Review|VideoObject|Book|Movie)$/;
const MAX_OBJECTS = 2_000;

/** The structured data describes one thing, and nothing beside it in a list. */
function describesOne(page: Page): boolean {
  let things = 0;
  for (const { type, text } of page.scripts) {
    if (type !== 'application/ld+json' || text.length > 500_000) continue;
    const queue: Json[] = [parseLooseJson(text) ?? null];
    for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
      const value = queue[at];
      if (Array.isArray(value)) queue.push(...value);
      if (!isObject(value)) continue;
      const types = [value['@type'] ?? ''].flat();
      if (types.some((name) => typeof name === 'string' && ONE.test(name))) things += 1;
      queue.push(value['@graph'] ?? null, value.mainEntity ?? null);
    }
  }
  return things === 1;
}
