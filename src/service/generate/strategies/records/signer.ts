import { stableTokens, styleTokens } from '../../page/class-names.js';
import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';
import {
  CLASS_LEVELS,
  classedName,
  type Family,
  headingOf,
  labelOf,
  ordinalOf,
  ownClass,
  STYLE_LEVELS,
  SUFFIX_LEVELS,
  TAIL_LEVELS,
} from './link-place.js';

/** The family does not apply to a link. */
export const NONE = -1;

/**
 * The signatures of links as numbers: texts of whole paths would be quadratic on deep pages, and most
 * of the elements above one link are above many.
 */
export class Signer {
  readonly #texts = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  /** By position; 0 is not known yet. */
  readonly #names: Int32Array;
  readonly #tags: Int32Array;
  readonly #paths: Int32Array;
  readonly #lists: Int32Array;

  /** @param size how many nodes the page has */
  constructor(size: number) {
    this.#names = new Int32Array(size);
    this.#tags = new Int32Array(size);
    this.#paths = new Int32Array(size);
    this.#lists = new Int32Array(size);
  }

  key(element: ElementNode, family: Family): number {
    switch (family) {
      case 'path':
        return this.path(element);
      case 'thread': {
        const list = this.#outerList(element);
        return list === NO_LIST ? NONE : this.#pair(list, this.#tail(element));
      }
      case 'link':
        return this.#pair(this.path(element), this.#text(ownClass(element)));
      case 'heading':
        return this.#textOrNone(headingOf(element));
      case 'label': {
        const label = this.#textOrNone(labelOf(element));
        return label === NONE ? NONE : this.#pair(this.path(element), label);
      }
      case 'nth': {
        const ordinal = ordinalOf(element);
        return ordinal === 0 ? NONE : this.#pair(this.path(element), ordinal);
      }
      case 'class':
        return this.#classes(element, CLASS_LEVELS, true);
      case 'suffix':
        return this.#classes(element, SUFFIX_LEVELS, false);
      case 'style':
        return this.#styles(element);
    }
  }

  /** A number for every distinct tag path. */
  path(element: ElementNode): number {
    const known = this.#paths[element.index] ?? 0;
    if (known !== 0) return known;
    const above = parentOf(element);
    const path = this.#pair(above === null ? 0 : this.path(above), this.#tag(element));
    this.#paths[element.index] = path;
    return path;
  }

  /** The names with classes on some levels, with the path above them or by themselves. */
  #classes(element: ElementNode, levels: number, withPath: boolean): number {
    let key = 0;
    let areNamed = false;
    let at: ElementNode | null = element;
    for (let level = 0; level < levels && at !== null; level += 1) {
      key = this.#pair(key, this.#name(at));
      areNamed ||= at.classes.length > 0 && stableTokens(at, 1).length > 0;
      at = parentOf(at);
    }
    if (withPath) return this.#pair(key, at === null ? 0 : this.path(at));
    return areNamed ? key : NONE;
  }

  #styles(element: ElementNode): number {
    let key = this.path(element);
    let isStyled = false;
    let at: ElementNode | null = element;
    for (let level = 0; level < STYLE_LEVELS && at !== null; level += 1) {
      const styles = at.classes.length === 0 ? '' : styleTokens(at);
      key = this.#pair(key, styles === '' ? 0 : this.#text(styles));
      isStyled ||= styles !== '';
      at = parentOf(at);
    }
    return isStyled ? key : NONE;
  }

  #tail(element: ElementNode): number {
    let key = 0;
    let at: ElementNode | null = element;
    for (let level = 0; level < TAIL_LEVELS && at !== null; level += 1) {
      key = this.#pair(key, this.#tag(at));
      at = parentOf(at);
    }
    return key;
  }

  /** The path of the outermost list that an element is in. */
  #outerList(element: ElementNode): number {
    const { parent } = element;
    if (parent === null) return NO_LIST;
    const known = this.#lists[parent.index] ?? 0;
    if (known !== 0) return known;
    const outer = this.#outerList(parent);
    const isList = parent.tag === 'ul' || parent.tag === 'ol';
    const found = outer === NO_LIST && isList ? this.path(parent) : outer;
    this.#lists[parent.index] = found;
    return found;
  }

  #name(element: ElementNode): number {
    let name = this.#names[element.index] ?? 0;
    if (name === 0) {
      name = element.classes.length === 0 ? this.#tag(element) : this.#text(classedName(element));
      this.#names[element.index] = name;
    }
    return name;
  }

  #tag(element: ElementNode): number {
    let tag = this.#tags[element.index] ?? 0;
    if (tag === 0) {
      tag = this.#text(placedTag(element));
      this.#tags[element.index] = tag;
    }
    return tag;
  }

  #textOrNone(text: string | null): number {
    return text === null ? NONE : this.#text(text);
  }

  #text(text: string): number {
    let id = this.#texts.get(text);
    if (id === undefined) {
      id = this.#texts.size + 1;
      this.#texts.set(text, id);
    }
    return id;
  }

  /** A number for two numbers, which are below those of the pairs of any page. */
  #pair(first: number, second: number): number {
    const both = first * PAIRS + second;
    let id = this.#pairs.get(both);
    if (id === undefined) {
      id = this.#pairs.size + 1;
      this.#pairs.set(both, id);
    }
    return id;
  }
}

const NO_LIST = -1;
/** More than any page has pairs: a page has 300,000 nodes, and a link at most 18 pairs. */
const PAIRS = 2 ** 24;
