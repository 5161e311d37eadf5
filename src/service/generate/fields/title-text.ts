import { isNamed } from '../page/class-names.js';
import { imageText, type Link, type Page } from '../page/page.js';
import { fullTextOf, textOf } from '../page/text.js';
import type { ElementNode, PageNode, TextNode } from '../page/tree.js';
import { KICKER_CLASS, TITLE_CLASS } from './words.js';

/** Separators that stood behind a kicker or a name. */
const LEFT_OVER = /^[\s:|/·•–—»>-]+(?=\S)/;
/** Longest title read, in characters. */
const MAX_CHARACTERS = 1_000;
/** A kicker or a badge has at most so many words. */
const DECORATION_WORDS = 8;

/**
 * The text of a heading or link without kicker, badges and buttons inside it. They are known by what
 * the records repeat and by class names, which also words of a title can be: they are left out at
 * either end only, and never where they are emphasised.
 * @param link the record's link, when the element holds it: other links beside it are no title
 */
export function titleText(
  page: Page,
  element: ElementNode,
  repeated: ReadonlySet<string>,
  link: Link | null = null,
): string {
  const parts: { node: TextNode; isEdge: boolean }[] = [];
  let edgeEnd = -1;
  let length = 0;
  for (let at = element.index; at < element.end && length < MAX_CHARACTERS; at += 1) {
    const node = page.nodes[at];
    if (node === undefined) break;
    if (node !== element && isDecoration(page, node, repeated, link))
      edgeEnd = Math.max(edgeEnd, node.end);
    if (node.kind === 'text' && !node.parent.muted) {
      parts.push({ node, isEdge: at < edgeEnd });
      length += node.text.length;
    }
  }
  const first = parts.findIndex(({ isEdge }) => !isEdge);
  const last = parts.findLastIndex(({ isEdge }) => !isEdge);
  let text = '';
  for (const { node } of parts.slice(Math.max(first, 0), last + 1))
    text += (text === '' || node.gap === '' ? '' : ' ') + node.text;
  if (text !== '') return text.replace(LEFT_OVER, '');
  return textOf(page.nodes, element) || fullTextOf(page.nodes, element) || imageText(page, element);
}

/** Whether a part of a title is none where it stands at either end. */
export function isDecoration(
  page: Page,
  node: PageNode,
  repeated: ReadonlySet<string>,
  link: Link | null = null,
): boolean {
  if (node.kind === 'text' || /^(?:em|mark|strong)$/.test(node.tag)) return false;
  if (link !== null && isLinkedElsewhere(page, node, link)) return true;
  if (page.words.in(node) > DECORATION_WORDS) return false;
  if (isNamed(node, KICKER_CLASS) && !isNamed(node, TITLE_CLASS)) return true;
  return repeated.has(textOf(page.nodes, node));
}

/** Behind the record's link, and all of it links elsewhere: the source, the pages of a thread. */
function isLinkedElsewhere(page: Page, node: ElementNode, link: Link): boolean {
  if (node.index < link.element.end) return false;
  const words = page.words.in(node);
  if (words === 0 || words !== page.linkWords.in(node) || page.words.in(link.element) < 2)
    return false;
  return page.linkCount
    .list(node.index, node.end)
    .every(({ identity }) => identity !== link.identity);
}
