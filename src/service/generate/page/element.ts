import { type ElementNode, LIMITS, type PageNode } from './tree.js';

/** Most elements have no attribute, many no child: one array serves them all. */
export const NO_ATTRIBUTES: string[] = [];
const NO_CHILDREN: PageNode[] = [];
export const NO_CLASSES: readonly string[] = [];

/** An element that is open: its end is not known yet. */
export function newElement(
  index: number,
  tag: string,
  parent: ElementNode | null,
  attributes: readonly string[],
  classes: readonly string[],
): ElementNode {
  return {
    kind: 'element',
    index,
    end: index + 1,
    tag,
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    attributes,
    classes,
    muted: false,
    children: NO_CHILDREN,
  };
}

/** Class tokens of an attribute's value, as many as are kept. */
export function classTokens(value: string): readonly string[] {
  return value
    .slice(0, LIMITS.classLength)
    .split(/\s+/, LIMITS.classTokens + 1)
    .filter((token) => token !== '')
    .slice(0, LIMITS.classTokens);
}

/** Value of one of an element's attributes; "" when it has none. */
export function namedValue(attributes: readonly string[], name: string): string {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] === name) return attributes[at + 1] ?? '';
  }
  return '';
}

export function addChild(parent: ElementNode, child: PageNode): void {
  if (parent.children === NO_CHILDREN) parent.children = [child];
  else (parent.children as PageNode[]).push(child);
}
