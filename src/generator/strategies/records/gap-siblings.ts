import { countBefore } from '../../page/counter.js';
import type { Page } from '../../page/page.js';
import { type ElementNode, type PageNode, parentOf, placedTag } from '../../page/tree.js';
import type { PageRecord } from '../../survey/record.js';

/** Maximum number of siblings checked between two records. */
const MAX_GAP = 60;

/** The siblings after one element and before another, or up to the last sibling. */
export function siblingsBetween(from: ElementNode, to: ElementNode | null): PageNode[] {
  const siblings = from.parent?.children ?? [];
  const start = countBefore(siblings, from.end, ({ index }) => index);
  const between: PageNode[] = [];
  const stop = Math.min(siblings.length, start + MAX_GAP);
  for (let at = start; at < stop; at += 1) {
    const node = siblings[at];
    if (node === undefined || (to !== null && node.index >= to.index)) break;
    between.push(node);
  }
  return between;
}

/**
 * The siblings before an element, from the first or from those after another element, the nearest
 * last.
 */
export function siblingsBefore(root: ElementNode, from: ElementNode | null): PageNode[] {
  if (from !== null) return siblingsBetween(from, root);
  const siblings = root.parent?.children ?? [];
  const end = countBefore(siblings, root.index, ({ index }) => index);
  return siblings.slice(Math.max(0, end - MAX_GAP), end);
}

/** True if a sibling contains a link in the same place as a record does. */
export function isAlike(page: Page, node: PageNode, { root, link }: PageRecord): boolean {
  if (node.kind === 'text' || node.tag !== root.tag || page.linkCount.in(node) === 0) return false;
  return page.linkCount
    .list(node.index, node.end)
    .some(({ element }) => isSamePlace(root, link.element, node, element));
}

/** True if tags and columns from two elements down to a link in each are the same. */
function isSamePlace(
  root: ElementNode,
  link: ElementNode,
  otherRoot: ElementNode,
  otherLink: ElementNode,
): boolean {
  let at: ElementNode | null = link;
  let other: ElementNode | null = otherLink;
  while (at !== null && at !== root && other !== null && other !== otherRoot) {
    if (at.tag !== other.tag || placedTag(at) !== placedTag(other)) return false;
    at = parentOf(at);
    other = parentOf(other);
  }
  return (at === null || at === root) && (other === null || other === otherRoot);
}

/** Names of the siblings that have content; "" if none has any. */
export function shapeOf(page: Page, siblings: readonly PageNode[]): string {
  return siblings
    .filter((node) => holdsSomething(page, node))
    .slice(0, 8)
    .map((node) => (node.kind === 'text' ? '#' : node.tag))
    .join(' ');
}

/** True if a node has visible content: words, pictures or a time. */
export function holdsSomething(page: Page, node: PageNode): boolean {
  return (
    page.words.in(node) > 0 ||
    page.images.in(node) > 0 ||
    (node.kind === 'element' && node.tag === 'time')
  );
}
