import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';
import type { Family } from '../../survey/record-list.js';
import { linkPlace } from './link-place.js';

/** Number of a link to which the family does not apply. */
export const NONE = -1;

/**
 * Computes the signatures of links as numbers: texts of whole paths would be quadratic on deep
 * pages, and most elements above one link are above many.
 */
export class Signer {
  readonly #texts = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  /** Number of the path by position of the element; 0 if it is not known yet. */
  readonly #paths: Int32Array;
  /**
   * The numbers of the links' signatures by family; they are used for the grouping and for a rule.
   */
  readonly #keys = new Map<Family, Int32Array>();

  /** @param size how many nodes the page has */
  constructor(size: number) {
    this.#paths = new Int32Array(size);
  }

  key(link: ElementNode, family: Family): number {
    const keys = this.#keys.get(family) ?? new Int32Array(this.#paths.length);
    this.#keys.set(family, keys);
    const known = keys[link.index] ?? 0;
    if (known !== 0) return known;
    const place = linkPlace(link, family);
    const key =
      place === null
        ? NONE
        : this.#pair(place.at === null ? 0 : this.#path(place.at), this.#text(place.rest));
    keys[link.index] = key;
    return key;
  }

  /** Returns a number for every distinct tag path. */
  #path(element: ElementNode): number {
    const known = this.#paths[element.index] ?? 0;
    if (known !== 0) return known;
    const above = parentOf(element);
    const tag = this.#text(placedTag(element));
    const path = this.#pair(above === null ? 0 : this.#path(above), tag);
    this.#paths[element.index] = path;
    return path;
  }

  #text(text: string): number {
    let id = this.#texts.get(text);
    if (id === undefined) {
      id = this.#texts.size + 1;
      this.#texts.set(text, id);
    }
    return id;
  }

  /** Returns a number for two numbers, each smaller than the number of pairs of any page. */
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

/**
 * Exceeds the number of pairs of any page: a page has 300,000 nodes, and a link at most 9 pairs.
 */
const PAIRS = 2 ** 24;
