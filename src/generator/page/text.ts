import { isLinkNote } from './hidden-content.js';
import type { Gap, PageNode, TextNode } from './tree.js';

/**
 * Maximum length of the text that is read from one subtree, in characters; a summary needs no more.
 */
const MAX_CHARACTERS = 4_000;

/** The visible text of a subtree on one line. */
export function textOf(nodes: readonly PageNode[], within: PageNode): string {
  return gather(nodes, within, ' ', visible);
}

/**
 * The text of a subtree including text only for screen readers, except notes that a link opens a
 * new tab.
 */
export function fullTextOf(nodes: readonly PageNode[], within: PageNode): string {
  return gather(nodes, within, ' ', (node) => visible(node) || !isLinkNote(node.text));
}

/** The nodes of a subtree, or consecutive nodes. */
export type NodeRange = Pick<PageNode, 'index' | 'end'>;

/** The visible text of a subtree, one string for each visible line. */
export function linesOf(nodes: readonly PageNode[], within: NodeRange): string[] {
  const text = gather(nodes, within, '\n', visible);
  return text === '' ? [] : text.split('\n');
}

/** The text of a subtree without the parts that the test excludes. */
export function textWithout(
  nodes: readonly PageNode[],
  within: NodeRange,
  leaveOut: (node: PageNode) => boolean,
  lineBreak = ' ',
): string {
  return gather(nodes, within, lineBreak, visible, (node) => node !== within && leaveOut(node));
}

/** Joins texts by their separators on the page, including those around excluded texts. */
function gather(
  nodes: readonly PageNode[],
  within: NodeRange,
  lineBreak: string,
  wanted: (node: TextNode) => boolean,
  leaveOut?: (node: PageNode) => boolean,
): string {
  let text = '';
  let gap: Gap = '';
  /** The end of the last subtree that is excluded. */
  let end = within.index;
  for (let at = within.index; at < within.end && text.length < MAX_CHARACTERS; at += 1) {
    const node = nodes[at];
    if (node === undefined) break;
    if (at >= end && leaveOut?.(node) === true) end = node.end;
    if (node.kind !== 'text') continue;
    if (gap !== '\n' && node.gap !== '') gap = node.gap;
    if (at < end || !wanted(node)) continue;
    if (text !== '') text += gap === '\n' ? lineBreak : gap;
    text += node.text;
    gap = '';
  }
  return text;
}

function visible(node: TextNode): boolean {
  return !node.parent.muted;
}
