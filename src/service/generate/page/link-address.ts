import { siteOf } from './address.js';
import { isDocumentAddress, isUtilityAddress } from './url-shape.js';

/** What an address says of what it leads to. */
export interface LinkAddress {
  /** Shared by everything that reads the page: never changed. */
  readonly url: URL;
  /** See isDocumentAddress. */
  readonly isDocument: boolean;
  /** See isUtilityAddress. */
  readonly isUtility: boolean;
  /** On the site of the page. */
  readonly isSameSite: boolean;
}

/** Reads the addresses of a page's links, each once: a link is in many sets of records. */
export function addressReader(page: string): (address: string) => LinkAddress {
  const here = new URL(page);
  const site = siteOf(page);
  const known = new Map<string, LinkAddress>();
  return (address) => {
    let found = known.get(address);
    if (found === undefined) {
      const url = new URL(address);
      found = {
        url,
        isDocument: isDocumentAddress(url),
        isUtility: isUtilityAddress(url, here),
        isSameSite: siteOf(address) === site,
      };
      known.set(address, found);
    }
    return found;
  };
}
