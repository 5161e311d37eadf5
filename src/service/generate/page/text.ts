import { isLinkNote } from './hidden-content.js';
import type { ElementNode, PageNode, TextNode } from './tree.js';

/** Longest text read from one subtree, in characters; a summary needs no more. */
const MAX_CHARACTERS = 4_000;

/** The visible text of a subtree on one line. */
export function textOf(nodes: readonly PageNode[], within: PageNode): string {
  return gather(nodes, within, visible, ' ');
}

/** The text of a subtree with what only a screen reader would read, except that a link opens a new tab. */
export function fullTextOf(nodes: readonly PageNode[], within: PageNode): string {
  return gather(nodes, within, (node) => visible(node) || !isLinkNote(node.text), ' ');
}

/** The visible text of a subtree, one string for each line a reader sees. */
export function linesOf(nodes: readonly PageNode[], within: PageNode): string[] {
  const text = gather(nodes, within, visible, '\n');
  return text === '' ? [] : text.split('\n');
}

/** The text of a subtree without the parts that the test leaves out. */
export function textWithout(
  nodes: readonly PageNode[],
  within: ElementNode,
  leaveOut: (node: PageNode) => boolean,
  lineBreak = ' ',
): string {
  let text = '';
  /** The line before what was left out ended there. */
  let isNewLine = false;
  let at = within.index;
  while (at < within.end && text.length < MAX_CHARACTERS) {
    const node = nodes[at];
    if (node === undefined) break;
    if (node !== within && leaveOut(node)) {
      isNewLine ||= breaksLine(nodes, node);
      at = node.end;
      continue;
    }
    if (node.kind === 'text' && visible(node)) {
      text = append(text, isNewLine ? { ...node, gap: '\n' } : node, lineBreak);
      isNewLine = false;
    }
    at += 1;
  }
  return text;
}

function gather(
  nodes: readonly PageNode[],
  within: PageNode,
  wanted: (node: TextNode) => boolean,
  lineBreak: string,
): string {
  let text = '';
  for (let at = within.index; at < within.end && text.length < MAX_CHARACTERS; at += 1) {
    const node = nodes[at];
    if (node?.kind === 'text' && wanted(node)) text = append(text, node, lineBreak);
  }
  return text;
}

/** Whether a line ends before or in a subtree. */
function breaksLine(nodes: readonly PageNode[], within: PageNode): boolean {
  for (let at = within.index; at < within.end; at += 1) {
    const node = nodes[at];
    if (node?.kind === 'text' && node.gap === '\n') return true;
  }
  return false;
}

function append(text: string, node: TextNode, lineBreak: string): string {
  if (text === '') return node.text;
  return text + (node.gap === '\n' ? lineBreak : node.gap) + node.text;
}

function visible(node: TextNode): boolean {
  return !node.parent.muted;
}
