import type { ElementNode } from './tree.js';

const MAX_COLUMN = 12;

/** The parent, table bodies left out: parsers put them in, sites do or do not write them. */
export function parentOf(element: ElementNode): ElementNode | null {
  return element.parent?.tag === 'tbody' ? element.parent.parent : element.parent;
}

/** The name of an element; a table cell says which column it is in. */
export function placedTag(element: ElementNode): string {
  if (element.tag !== 'td' && element.tag !== 'th') return element.tag;
  let column = 1;
  for (const sibling of element.parent?.children ?? []) {
    if (sibling === element || column === MAX_COLUMN) break;
    if (sibling.kind === 'element') column += 1;
  }
  return `${element.tag}:${column}`;
}
