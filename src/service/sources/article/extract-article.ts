import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { sanitisedToText } from '../document/html-to-text.js';
import { nestsDeeperThan } from '../document/nesting.js';
import { placeAt, resolveUrl } from '../document/references.js';
import { replacePictures } from '../document/replace-elements.js';
import { sanitiseHtml } from '../document/sanitise-html.js';
import type { Article, ArticlePage } from './article.js';
import { namesOfFrame } from './class-words.js';
import { furtherPages } from './further-pages.js';
import { gatherBlocks } from './gather-blocks.js';
import { keepMedia } from './kept-media.js';

/** Maximum depth of an article; the parser recurses once per level. */
const MAX_NESTING = 500;

/**
 * Maximum number of elements: articles have a few thousand, and the cost grows faster than their
 * number.
 */
const MAX_ELEMENTS = 60_000;

/**
 * The article of a page without navigation, advertisements and comments, cleaned like the text of a
 * feed. Runs in the worker.
 * @returns null for a page without an article
 */
export function extractArticle({ html, url }: ArticlePage): Article | null {
  if (nestsDeeperThan(html, MAX_NESTING)) return null;
  const { document } = parseHTML(replacePictures(html, placeAt(url)));
  // A fragment has no document element, on which Readability depends.
  if (document.documentElement === null || document.body === null) return null;
  const href = document.querySelector('base')?.getAttribute('href');
  const base = (href && resolveUrl(href, url)) || url;
  const place = placeAt(base, url);
  const further = furtherPages(document, { url, base });
  const withMedia = keepMedia(document, place);
  gatherBlocks(document);
  for (const element of document.querySelectorAll('[class], [id]')) nameAsFrame(element);
  const content = readable(document);
  if (content === null) return null;
  const descriptionHtml = withMedia(sanitiseHtml(content, place)) + further;
  const descriptionText = sanitisedToText(descriptionHtml);
  return descriptionText === '' ? null : { descriptionHtml, descriptionText };
}

/** Adapts the names for Readability, which searches words anywhere in a name. */
function nameAsFrame(element: {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
}): void {
  for (const name of ['class', 'id']) {
    const names = element.getAttribute(name);
    if (names !== null) element.setAttribute(name, namesOfFrame(names));
  }
}

/**
 * The HTML of the article; null if Readability throws, as it does for too many elements and for
 * some broken pages.
 */
function readable(document: ReturnType<typeof parseHTML>['document']): string | null {
  try {
    const reading = new Readability(document, { maxElemsToParse: MAX_ELEMENTS }).parse();
    return reading?.content ?? null;
  } catch {
    return null;
  }
}
