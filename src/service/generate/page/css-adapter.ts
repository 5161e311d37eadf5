import type { Options } from 'css-select';
import { attribute, type ElementNode, type PageNode } from './tree.js';

type Adapter = NonNullable<Options<PageNode, ElementNode>['adapter']>;

const isElement = (node: PageNode): node is ElementNode => node.kind === 'element';

/** Lets css-select walk our tree. */
export const cssAdapter: Adapter = {
  isTag: isElement,
  getName: (element) => element.tag,
  getChildren: (node) => (isElement(node) ? [...node.children] : []),
  getParent: (node) => node.parent,
  getSiblings: (node) => [...(node.parent?.children ?? [node])],
  hasAttrib: (element, name) => attribute(element, name) !== null,
  getAttributeValue: (element, name) => attribute(element, name) ?? undefined,
  getText: (node) => (isElement(node) ? ownText(node) : node.text),
  removeSubsets: (nodes) =>
    nodes.filter(
      (node) =>
        !nodes.some(
          (other) => other !== node && node.index >= other.index && node.index < other.end,
        ),
    ),
  equals: (a, b) => a === b,
};

function ownText(element: ElementNode): string {
  const nodes: PageNode[] = [];
  const collect = [...element.children];
  for (let at = 0; at < collect.length; at += 1) {
    const node = collect[at];
    if (node === undefined) continue;
    nodes.push(node);
    if (isElement(node)) collect.splice(at + 1, 0, ...node.children);
  }
  return nodes.map((node) => (node.kind === 'text' ? node.text : '')).join(' ');
}
