import { type ActionAddress, actionOf } from '../../base/action-address.js';
import { urlWithoutTracking } from '../../base/same/address.js';
import { siteOf } from '../../base/same/site.js';
import { isDocumentAddress, isUtilityAddress, looseShape, shapeOfUrl } from './url-shape.js';

/** Properties of a link's target that its address shows; each is computed once. */
export class LinkAddress {
  /**
   * The address without tracking parameters. All readers of the page share it: it must not be
   * changed.
   */
  readonly url: URL;
  /** True if the address is on the site of the page. */
  readonly isSameSite: boolean;
  readonly #page: URL;
  #isDocument: boolean | undefined;
  #isUtility: boolean | undefined;
  #action: ActionAddress | undefined;
  #shape: string | undefined;
  #looseShape: string | undefined;

  constructor(url: URL, page: URL, isSameSite: boolean) {
    this.url = urlWithoutTracking(url);
    this.isSameSite = isSameSite;
    this.#page = page;
  }

  /** See isDocumentAddress. */
  get isDocument(): boolean {
    this.#isDocument ??= isDocumentAddress(this.url);
    return this.#isDocument;
  }

  /** See isUtilityAddress. */
  get isUtility(): boolean {
    this.#isUtility ??= isUtilityAddress(this.url, this.#page);
    return this.#isUtility;
  }

  /** See actionOf. */
  get action(): ActionAddress {
    if (this.#action === undefined) this.#action = actionOf(this.url);
    return this.#action;
  }

  /** See addressShape. */
  get shape(): string {
    this.#shape ??= shapeOfUrl(this.url);
    return this.#shape;
  }

  /** See looseShape. */
  get looseShape(): string {
    this.#looseShape ??= looseShape(this.url);
    return this.#looseShape;
  }
}

/**
 * Creates a reader for the addresses of a page's links, which reads each once: a link is in many
 * sets of records. The second argument of the reader is the parsed address, if it is known.
 */
export function addressReader(page: string): (address: string, url?: URL) => LinkAddress {
  const here = new URL(page);
  const site = siteOf(page);
  const known = new Map<string, LinkAddress>();
  return (address, url) => {
    let found = known.get(address);
    if (found === undefined) {
      found = new LinkAddress(url ?? new URL(address), here, siteOf(address) === site);
      known.set(address, found);
    }
    return found;
  };
}
