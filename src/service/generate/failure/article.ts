import type { Page } from '../page/page.js';
import { attribute, type ElementNode } from '../page/tree.js';
import type { PageRecord } from '../strategies/records/record.js';
import { ARTICLE } from '../weights.js';
import type { Failure } from './diagnose.js';

/**
 * A page that is one article with a list of others below it: what was mined are the related ones,
 * and nobody asked for those. The page must say that it is an article, or be built like one, and
 * its own text must outweigh the list.
 */
export function articleWithRelated(page: Page, records: readonly PageRecord[]): Failure | null {
  const outside = proseOutside(page, records);
  const inside = records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  if (outside < ARTICLE.words || outside < inside * ARTICLE.outweighs) return null;
  const heading = page.nodes.find(
    (node): node is ElementNode => node.kind === 'element' && node.tag === 'h1',
  );
  const [first] = records;
  if (first === undefined || !(saysArticle(page) || isBuiltLikeOne(page, heading, records)))
    return null;
  return {
    code: 'NO_ITEMS_FOUND',
    message: `${page.url} is a single article, not a list: the only list on it are ${records.length} other pages it links to. Use the page that lists the articles, or point at the list with --select items=CSS.`,
  };
}

/** Words of paragraphs that are in none of the records, links not counted. */
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
    if (node?.kind !== 'element' || node.tag !== 'p' || (page.chrome[at] ?? 0) > 0.3) continue;
    words += page.words.in(node) - page.linkWords.in(node);
  }
  return words;
}

function saysArticle(page: Page): boolean {
  return page.nodes
    .slice(0, 2_000)
    .some(
      (node) =>
        node.kind === 'element' &&
        node.tag === 'meta' &&
        attribute(node, 'property') === 'og:type' &&
        attribute(node, 'content') === 'article',
    );
}

/** One <article> that holds the page's h1, most of its prose, and none or all of the records. */
function isBuiltLikeOne(
  page: Page,
  heading: ElementNode | undefined,
  records: readonly PageRecord[],
): boolean {
  for (let at = heading?.parent ?? null; at !== null; at = at.parent) {
    if (at.tag !== 'article') continue;
    const article = at;
    const held = records.filter(
      ({ start }) => start >= article.index && start < article.end,
    ).length;
    return page.words.in(article) >= ARTICLE.words && (held === 0 || held === records.length);
  }
  return false;
}
