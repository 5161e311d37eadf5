import type { ElementNode, Link, Page } from '../src/generator/training.js';

const LEAST = 3;
const CHROME = 0.3;

/**
 * What the models are compared with: of all elements whose children hold links, the one whose longest
 * links, one a child, have most words. No record is looked into, and nothing is learned.
 * @returns addresses
 */
export function largestSiblings(page: Page): string[] {
  const groups = new Map<ElementNode, Map<ElementNode, Link>>();
  for (const link of page.links) {
    if (link.toSelf || (page.chrome[link.element.index] ?? 0) > CHROME) continue;
    let child = link.element;
    for (let level = 0; level < 8 && child.parent !== null; level += 1) {
      const { parent } = child;
      const group = groups.get(parent) ?? new Map<ElementNode, Link>();
      groups.set(parent, group);
      const known = group.get(child);
      if (known === undefined || page.words.in(link.element) > page.words.in(known.element))
        group.set(child, link);
      child = parent;
    }
  }
  let best: Link[] = [];
  let most = 0;
  for (const group of groups.values()) {
    const links = [...group.values()];
    const words = links.reduce((sum, { element }) => sum + page.words.in(element), 0);
    if (links.length < LEAST || words <= most) continue;
    best = links;
    most = words;
  }
  return best.map(({ url }) => url);
}
