import { stableTokens, styleTokens } from '../../page/class-names.js';
import { countBefore } from '../../page/counter.js';
import { HEADING } from '../../page/tags.js';
import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';
import type { Family } from '../../survey/record-list.js';

/** The signature of a link: a path of tags, and the content next to it. */
export interface Place {
  /** The element at the end of the path; null if the path does not count. */
  at: ElementNode | null;
  rest: string;
}

/** The place of a link as a family describes it; null if the family does not apply to the link. */
export function linkPlace(link: ElementNode, family: Family): Place | null {
  return PLACES[family](link);
}

const PLACES: Readonly<Record<Family, (link: ElementNode) => Place | null>> = {
  class: (link) => namedPlace(link, CLASS_LEVELS, classedName),
  link: (link) => ({ at: link, rest: `|${ownClass(link)}` }),
  path: (link) => ({ at: link, rest: '' }),
  nth: (link) => {
    const ordinal = ordinalOf(link);
    return ordinal === 0 ? null : { at: link, rest: `#${ordinal}` };
  },
  suffix: (link) => {
    const { rest } = namedPlace(link, SUFFIX_LEVELS, classedName);
    return rest.includes('.') ? { at: null, rest: rest.slice(1) } : null;
  },
  thread: (link) => {
    const list = outerList(link);
    return list === null ? null : { at: list, rest: `~${tailOf(link)}` };
  },
  heading: (link) => {
    const heading = headingOf(link);
    return heading === null ? null : { at: null, rest: heading };
  },
  label: (link) => {
    const label = labelOf(link);
    return label === null ? null : { at: link, rest: `="${label}"` };
  },
  style: (link) => {
    const place = namedPlace(link, STYLE_LEVELS, styledName);
    return place.rest.includes('.') ? place : null;
  },
  section: (link) => {
    const heading = headingBefore(link);
    return heading === null ? null : { at: heading, rest: '+a' };
  },
};

/**
 * The names of a link and of the elements around it, on some levels; the path covers the remaining
 * levels.
 */
function namedPlace(link: ElementNode, levels: number, nameOf: typeof classedName): Place {
  let rest = '';
  let at: ElementNode | null = link;
  for (let level = 0; level < levels && at !== null; level += 1) {
    rest = `>${nameOf(at)}${rest}`;
    at = parentOf(at);
  }
  return { at, rest };
}

/** Number of levels on which class tokens count, beginning with that of the link. */
const CLASS_LEVELS = 4;
const SUFFIX_LEVELS = 3;
const TOKENS = 3;
const STYLE_LEVELS = 3;
/** Number of levels above a link in which its heading is searched. */
const HEADING_LEVELS = 3;

/** Names by array of class tokens; a page has one array for each spelling. */
const names = new WeakMap<readonly string[], string>();

function classedName(element: ElementNode): string {
  const { classes } = element;
  if (classes.length === 0) return placedTag(element);
  let name = names.get(classes);
  if (name === undefined) {
    name = ['', ...stableTokens(element, TOKENS)].join('.');
    names.set(classes, name);
  }
  return placedTag(element) + name;
}

function styledName(element: ElementNode): string {
  const styles = styleTokens(element);
  return styles === '' ? placedTag(element) : `${placedTag(element)}.${styles}`;
}

const TAIL_LEVELS = 3;

/** The outermost of several nested lists around an element: a thread of replies. */
function outerList(element: ElementNode): ElementNode | null {
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

/**
 * Position of a link among the links of its parent, from 1; 0 if it is the only one or one of many.
 */
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

/** First class token of a link, or of its parent if the link has none. */
function ownClass(element: ElementNode): string {
  const [own] = stableTokens(element, 1);
  return own ?? (element.parent === null ? '' : `^${stableTokens(element.parent, 1)[0] ?? ''}`);
}

/** Level and class of the heading in a link or around it; null if there is none. */
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

/**
 * Limits of the search for the heading before a link: levels above it, siblings before it, and
 * nodes of each.
 */
const SECTION_LEVELS = 5;
const SECTION_SIBLINGS = 8;
const SIBLING_NODES = 40;

/** The heading before a link, if it is not a link and no other link is between them. */
export function headingBefore(link: ElementNode): ElementNode | null {
  if (headingOf(link) !== null) return null;
  let at = link;
  for (let level = 0; level < SECTION_LEVELS; level += 1) {
    const { parent } = at;
    if (parent === null || parent.tag === 'body') return null;
    const own = countBefore(parent.children, at.index, ({ index }) => index);
    for (let before = own - 1; before >= Math.max(0, own - SECTION_SIBLINGS); before -= 1) {
      const sibling = parent.children[before];
      if (sibling?.kind !== 'element') continue;
      const found = lastHeading(sibling);
      if (found !== undefined) return found;
    }
    if (own > SECTION_SIBLINGS) return null;
    at = parent;
  }
  return null;
}

/**
 * The last heading in an element; null if it contains a link or too much, undefined if there is no
 * heading.
 */
function lastHeading(element: ElementNode): ElementNode | null | undefined {
  if (element.end - element.index > SIBLING_NODES || element.tag === 'a') return null;
  let found = HEADING.has(element.tag) ? element : undefined;
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    const inside = lastHeading(child);
    if (inside === null) return null;
    found = inside ?? found;
  }
  return found;
}

const MAX_LABEL = 40;
/**
 * Maximum number of nodes of a link with a label: an icon, the text, and the elements around them.
 */
const LABEL_NODES = 8;

/** The visible text of a link, if it is one short text, with any elements around or next to it. */
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
