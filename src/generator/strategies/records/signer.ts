import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';
import type { Family } from '../../survey/record-list.js';
import { linkPlace } from './link-place.js';

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
  readonly #paths: Int32Array;
  /** Likewise: the signatures of the links, which are asked for when they are grouped and for a rule. */
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

  /** A number for every distinct tag path. */
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

/** More than any page has pairs: a page has 300,000 nodes, and a link at most 9 pairs. */
const PAIRS = 2 ** 24;
