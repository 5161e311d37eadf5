import { stableTokens } from '../../page/class-names.js';
import type { Link, Page } from '../../page/page.js';
import { HEADING } from '../../page/tags.js';
import { closest, type ElementNode, parentOf, placedTag } from '../../page/tree.js';

/**
 * Ways to say that two links stand in the same place of two records. Paths alone mix title, author
 * and domain links; classes alone split odd and even rows, so `link` counts only the link's own;
 * all break when a wrapper is put around some of the records, or when they stand in each other,
 * which `suffix`, `thread` and `heading` survive. Rows with several links of one path ("PDF",
 * "Read in full") are told apart by what the links say.
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
] as const;
export type Family = (typeof FAMILIES)[number];

/** Levels on which class tokens count, the link's own first. */
const CLASS_LEVELS = 4;
const SUFFIX_LEVELS = 3;
const TOKENS = 3;
/** Levels above a link in which its heading is looked for. */
const HEADING_LEVELS = 3;

/** Links of one signature, in document order. */
export interface LinkGroup {
  family: Family;
  /** The signature as it is stored with a rule. */
  signature: string;
  links: Link[];
}

/** Groups the links of a page by every signature; groups with the same members appear once. */
export function groupLinks(page: Page, links: readonly Link[]): LinkGroup[] {
  const signer = new Signer(page);
  const seen = new Set<string>();
  const groups: LinkGroup[] = [];
  for (const family of FAMILIES) {
    const members = new Map<string | number, Link[]>();
    for (const link of links) {
      const key = signer.key(link.element, family);
      if (key === null) continue;
      const group = members.get(key);
      if (group === undefined) members.set(key, [link]);
      else group.push(link);
    }
    for (const group of members.values()) {
      const [first] = group;
      if (first === undefined || group.length < (family === 'label' ? MIN_LABELS : 2)) continue;
      const fingerprint = fingerprintOf(group);
      if (seen.has(fingerprint)) continue;
      seen.add(fingerprint);
      groups.push({ family, signature: signatureOf(first.element, family) ?? '', links: group });
    }
  }
  return groups;
}

/** The signature of one link as text, for rules; null when the family does not apply to it. */
export function signatureOf(element: ElementNode, family: Family): string | null {
  if (family === 'path') return pathOf(element);
  if (family === 'thread') {
    const list = outerList(element);
    return list === null ? null : `${pathOf(list)}~${tailOf(element)}`;
  }
  if (family === 'link') return `${pathOf(element)}|${ownClass(element)}`;
  if (family === 'heading') return headingOf(element);
  if (family === 'label') {
    const label = labelOf(element);
    return label === null ? null : `${pathOf(element)}="${label}"`;
  }
  if (family === 'nth') {
    const ordinal = ordinalOf(element);
    return ordinal === 0 ? null : `${pathOf(element)}#${ordinal}`;
  }
  const levels = family === 'class' ? CLASS_LEVELS : SUFFIX_LEVELS;
  const names: string[] = [];
  let at: ElementNode | null = element;
  for (let level = 0; level < levels && at !== null; level += 1) {
    names.unshift(classedName(at));
    at = parentOf(at);
  }
  if (family === 'class') return `${at === null ? '' : pathOf(at)}>${names.join('>')}`;
  return names.some((name) => name.includes('.')) ? names.join('>') : null;
}

function classedName(element: ElementNode): string {
  return [placedTag(element), ...stableTokens(element, TOKENS)].join('.');
}

const TAIL_LEVELS = 3;

/** The outermost of the lists an element is in, where there are several: a thread of replies. */
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

/** Which of its parent's links a link is, from 1; 0 where it is the only one or one of many. */
function ordinalOf(element: ElementNode): number {
  const siblings = element.parent?.children ?? [];
  if (siblings.length > 4 * MAX_ORDINAL) return 0;
  const links = siblings.filter((node) => node.kind === 'element' && node.tag === 'a');
  return links.length < 2 || links.length > MAX_ORDINAL ? 0 : links.indexOf(element) + 1;
}

/** First class token of a link; of its parent when it has none. */
function ownClass(element: ElementNode): string {
  const [own] = stableTokens(element, 1);
  return own ?? (element.parent === null ? '' : `^${stableTokens(element.parent, 1)[0] ?? ''}`);
}

function pathOf(element: ElementNode): string {
  const tags: string[] = [];
  for (let at: ElementNode | null = element; at !== null; at = parentOf(at))
    tags.push(placedTag(at));
  return tags.reverse().join('>');
}

/** A link in a heading, or around one: the heading's level and its class. */
function headingOf(element: ElementNode): string | null {
  let level = 0;
  const above = closest(element, (at) => {
    level += 1;
    return level > HEADING_LEVELS + 1 || HEADING.has(at.tag);
  });
  if (above !== null && HEADING.has(above.tag)) return `${above.tag} a`;
  const inside = element.children.find(
    (child) => child.kind === 'element' && HEADING.has(child.tag),
  );
  return inside?.kind === 'element' ? `a ${inside.tag}` : null;
}

const MAX_LABEL = 40;
/** Links that say the same; two of them are one item that is linked twice. */
const MIN_LABELS = 3;

/** What a link says, where that is one short text. */
function labelOf({ children }: ElementNode): string | null {
  const [only, ...others] = children;
  if (only?.kind !== 'text' || others.length > 0 || only.text.length > MAX_LABEL) return null;
  return only.text;
}

function fingerprintOf(links: readonly Link[]): string {
  let hash = 0;
  for (const { element } of links) hash = (Math.imul(hash, 31) + element.index) | 0;
  return `${links.length}:${links[0]?.element.index}:${hash}`;
}

/** The same signatures as short keys: texts of whole paths would be quadratic on deep pages. */
class Signer {
  readonly #paths: Int32Array;
  readonly #names = new Map<number, string>();

  constructor(page: Page) {
    this.#paths = pathIds(page);
  }

  key(element: ElementNode, family: Family): string | number | null {
    if (family === 'path') return this.#paths[element.index] ?? 0;
    if (family === 'thread') {
      const list = outerList(element);
      return list === null ? null : `${this.#paths[list.index]}~${tailOf(element)}`;
    }
    if (family === 'link') return `${this.#paths[element.index]}|${ownClass(element)}`;
    if (family === 'heading') return headingOf(element);
    if (family === 'label') {
      const label = labelOf(element);
      return label === null ? null : `${this.#paths[element.index]}="${label}"`;
    }
    if (family === 'nth') {
      const ordinal = ordinalOf(element);
      return ordinal === 0 ? null : `${this.#paths[element.index]}#${ordinal}`;
    }
    const levels = family === 'class' ? CLASS_LEVELS : SUFFIX_LEVELS;
    let key = '';
    let at: ElementNode | null = element;
    for (let level = 0; level < levels && at !== null; level += 1) {
      key = `${this.#name(at)}>${key}`;
      at = parentOf(at);
    }
    if (family === 'class') return `${at === null ? '' : this.#paths[at.index]}>${key}`;
    return key.includes('.') ? key : null;
  }

  #name(element: ElementNode): string {
    const known = this.#names.get(element.index);
    if (known !== undefined) return known;
    const name = classedName(element);
    this.#names.set(element.index, name);
    return name;
  }
}

/** A number for every distinct tag path, by position. */
function pathIds(page: Page): Int32Array {
  const ids = new Int32Array(page.nodes.length);
  const known = new Map<string, number>();
  for (const node of page.nodes) {
    if (node.kind === 'text') continue;
    const above = parentOf(node);
    const parent = above === null ? -1 : (ids[above.index] ?? -1);
    const step = `${parent}/${placedTag(node)}`;
    let id = known.get(step);
    if (id === undefined) {
      id = known.size;
      known.set(step, id);
    }
    ids[node.index] = id;
  }
  return ids;
}
