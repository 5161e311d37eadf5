import { isNamed, stableTokens } from '../page/class-names.js';
import type { Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { attribute, contains, type ElementNode, placedTag, type TextNode } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';
import { TITLE_CLASS } from './words.js';

/** A text in an attribute of an element. */
interface Label {
  kind: 'label';
  of: ElementNode;
  text: string;
}

/** A place of a record that may hold its title: an element, one of its texts, or a label. */
export type Place = ElementNode | TextNode | Label;

/** Maximum number of nodes of a record that are checked, and of its places that are kept. */
const MAX_NODES = 200;
const MAX_PLACES = 60;
/** Maximum number of element levels in a key. */
const MAX_LEVELS = 6;
/** Maximum number of words of a title; more are a text. */
const MAX_WORDS = 60;
const MAX_LABEL_LENGTH = 300;

/** The key of the link, which every record has. */
export const LINK_SLOT = 'link';

/**
 * The places of a record by key. The same place in other records of the list has the same key: the
 * elements around it, up to the record, with the column of a table cell, and the number of earlier
 * places with that key. Only the last element has its class name, because rows often alternate
 * their names.
 */
export function placesOf(page: Page, record: PageRecord): ReadonlyMap<string, Place> {
  const { element } = record.link;
  const places = new Map<string, Place>([[LINK_SLOT, element]]);
  const paths = new Map<ElementNode, string>();
  const uses = new Map<string, number>();
  const numbered = (key: string) => {
    const before = uses.get(key) ?? 0;
    uses.set(key, before + 1);
    return before === 0 ? key : `${key}#${before + 1}`;
  };
  const addLabel = (key: string, of: ElementNode, name: string) => {
    const text = attribute(of, name)?.trim() ?? '';
    if (text !== '' && text.length <= MAX_LABEL_LENGTH)
      places.set(key, { kind: 'label', of, text });
  };
  addLabel('@aria-label', element, 'aria-label');
  addLabel('@title', element, 'title');
  const end = Math.min(record.end, record.start + MAX_NODES);
  for (let at = record.start; at < end && places.size < MAX_PLACES; at += 1) {
    const node = page.nodes[at];
    if (node === undefined) break;
    const around = paths.get(node.parent ?? page.root) ?? '';
    if (node.kind === 'text') {
      const isPart = node.parent.children.length > 1 && !node.parent.muted;
      if (isPart) places.set(numbered(`${around}>text`), node);
      continue;
    }
    const path = `${around}>${placedTag(node)}`.split('>').slice(-MAX_LEVELS).join('>');
    paths.set(node, path);
    const [name] = node.tag === 'td' || node.tag === 'tr' ? [] : stableTokens(node, 1);
    const key = numbered(name === undefined ? path : `${path}.${name}`);
    if (node.tag === 'img') addLabel(numbered('@alt'), node, 'alt');
    const words = page.words.in(node);
    // Larger elements would be traversed again for each of their places.
    const isSmall = words > 0 && words <= MAX_WORDS && node.end - node.index <= MAX_NODES;
    if (node !== element && isSmall) places.set(key, node);
  }
  return places;
}

/** The known properties of a place besides its text. */
export interface PlaceFacts {
  heading: boolean;
  bold: boolean;
  cell: boolean;
  /** True if it has the class name of a headline. */
  named: boolean;
  label: boolean;
  inLink: boolean;
  holdsLink: boolean;
  /** Index at which it begins. */
  at: number;
}

const BOLD = /^(?:b|strong|dt|th|summary|legend)$/;
/**
 * Maximum number of elements around or inside a place that are checked, if they have the same
 * number of words.
 */
const MAX_SAME = 3;

export function slotFacts(page: Page, { link }: PageRecord, place: Place): PlaceFacts {
  const element =
    place.kind === 'element' ? place : place.kind === 'text' ? place.parent : place.of;
  const same = place.kind === 'label' ? [] : elementsOfSameWords(page, place, element);
  return {
    heading: same.some(({ tag }) => HEADING.has(tag)),
    bold: same.some(({ tag }) => BOLD.test(tag)),
    cell: same.some(({ tag }) => tag === 'td' || tag === 'th'),
    named: same.some((one) => isNamed(one, TITLE_CLASS)),
    label: place.kind === 'label',
    inLink: contains(link.element, element),
    holdsLink: place.kind === 'element' && contains(element, link.element),
    at: place.kind === 'label' ? element.index : place.index,
  };
}

function elementsOfSameWords(
  page: Page,
  place: ElementNode | TextNode,
  element: ElementNode,
): ElementNode[] {
  const words = page.words.in(place);
  const same = [element];
  const hasSame = (one: ElementNode) => page.words.in(one) === words;
  for (let one = element.parent, level = 1; one !== null && level < MAX_SAME; level += 1) {
    if (!hasSame(one)) break;
    same.push(one);
    one = one.parent;
  }
  if (place.kind === 'text' || words === 0) return same;
  let inner: ElementNode | undefined = element;
  for (let level = 0; inner !== undefined && level < MAX_SAME; level += 1) {
    inner = inner.children.find(
      (child): child is ElementNode => child.kind === 'element' && hasSame(child),
    );
    if (inner !== undefined) same.push(inner);
  }
  return same;
}

/** Combines the facts of two places with the same text. */
export function bothFacts(one: PlaceFacts, other: PlaceFacts): PlaceFacts {
  return {
    heading: one.heading || other.heading,
    bold: one.bold || other.bold,
    cell: one.cell || other.cell,
    named: one.named || other.named,
    label: one.label && other.label,
    inLink: one.inLink || other.inLink,
    holdsLink: one.holdsLink || other.holdsLink,
    at: Math.min(one.at, other.at),
  };
}
