import { stableTokens, styleTokens } from '../../page/class-names.js';
import { HEADING } from '../../page/tags.js';
import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';

/**
 * Ways to say that two links stand in the same place of two records. Paths alone mix title, author
 * and domain links; classes alone split odd and even rows, so `link` counts only the link's own;
 * all break when a wrapper is put around some of the records, or when they stand in each other,
 * which `suffix`, `thread` and `heading` survive. Rows with several links of one path ("PDF",
 * "Read in full") are told apart by what the links say. Where style compilers write the class names,
 * `style` tells what looks alike today.
 */
export const FAMILIES = [
  'class',
  'link',
  'path',
  'nth',
  'suffix',
  'thread',
  'heading',
  'label',
  'style',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Levels on which class tokens count, the link's own first. */
export const CLASS_LEVELS = 4;
export const SUFFIX_LEVELS = 3;
const TOKENS = 3;
export const STYLE_LEVELS = 3;
/** Levels above a link in which its heading is looked for. */
const HEADING_LEVELS = 3;

export function classedName(element: ElementNode): string {
  return [placedTag(element), ...stableTokens(element, TOKENS)].join('.');
}

export function styledName(element: ElementNode): string {
  const styles = styleTokens(element);
  return styles === '' ? placedTag(element) : `${placedTag(element)}.${styles}`;
}

export const TAIL_LEVELS = 3;

/** The outermost of the lists an element is in, where there are several: a thread of replies. */
export function outerList(element: ElementNode): ElementNode | null {
  let outer: ElementNode | null = null;
  for (let at = element.parent; at !== null; at = at.parent) {
    if (at.tag === 'ul' || at.tag === 'ol') outer = at;
  }
  return outer;
}

/** The last tags of the path. */
export function tailOf(element: ElementNode): string {
  const tags: string[] = [];
  let at: ElementNode | null = element;
  for (let level = 0; level < TAIL_LEVELS && at !== null; level += 1) {
    tags.unshift(placedTag(at));
    at = parentOf(at);
  }
  return tags.join('>');
}

const MAX_ORDINAL = 8;

/** Which of its parent's links a link is, from 1; 0 where it is the only one or one of many. */
export function ordinalOf(element: ElementNode): number {
  const siblings = element.parent?.children ?? [];
  if (siblings.length > 4 * MAX_ORDINAL) return 0;
  let links = 0;
  let ordinal = 0;
  for (const node of siblings) {
    if (node.kind !== 'element' || node.tag !== 'a') continue;
    links += 1;
    if (node === element) ordinal = links;
  }
  return links < 2 || links > MAX_ORDINAL ? 0 : ordinal;
}

/** First class token of a link; of its parent when it has none. */
export function ownClass(element: ElementNode): string {
  const [own] = stableTokens(element, 1);
  return own ?? (element.parent === null ? '' : `^${stableTokens(element.parent, 1)[0] ?? ''}`);
}

/** A link in a heading, or around one: the heading's level and its class. */
export function headingOf(element: ElementNode): string | null {
  let above: ElementNode | null = element;
  for (let level = 0; level <= HEADING_LEVELS + 1 && above !== null; level += 1) {
    if (HEADING.has(above.tag)) return `${above.tag} a`;
    above = above.parent;
  }
  for (const child of element.children) {
    if (child.kind === 'element' && HEADING.has(child.tag)) return `a ${child.tag}`;
  }
  return null;
}

const MAX_LABEL = 40;
/** Nodes of a link with a label: an icon, the text, and what is around them. */
const LABEL_NODES = 8;

/** What a link shows, where that is one short text, whatever elements are around or beside it. */
export function labelOf(link: ElementNode): string | null {
  if (link.end - link.index > LABEL_NODES) return null;
  const [only, ...others] = textsIn(link);
  if (only === undefined || others.length > 0 || only.length > MAX_LABEL) return null;
  return only;
}

function textsIn({ children, muted }: ElementNode): string[] {
  if (muted) return [];
  return children.flatMap((node) => (node.kind === 'text' ? node.text : textsIn(node)));
}
