import { addressMark, markOfUrl } from '../../base/same/address.js';
import { parseUrl } from '../../base/url.js';

/** Resolves an href against the page; null if it is not an http(s) address. */
export function resolveAddress(href: string, base: string): string | null {
  return resolveUrl(href, base)?.href ?? null;
}

/** As `resolveAddress`, as a URL. */
export function resolveUrl(href: string, base: string): URL | null {
  const value = href.trim();
  if (value === '' || /^(?:javascript|mailto|tel|data|blob|about|sms|whatsapp):/i.test(value)) {
    return null;
  }
  const url = parseUrl(value, base);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * The mark of an address on a page, see `addressMark`: a fragment leads to a part of the same item. For
 * comparing, never for fetching.
 */
export function identityOf(address: string): string {
  return addressMark(address, { fragment: false });
}

/** See identityOf. */
export function identityOfUrl(url: URL): string {
  return markOfUrl(url, { fragment: false });
}

/** True for the page's own address, with or without a fragment. */
export function isSamePage(address: string, page: string): boolean {
  return withoutFragment(address) === withoutFragment(page);
}

export function withoutFragment(address: string): string {
  const hash = address.indexOf('#');
  return hash < 0 ? address : address.slice(0, hash);
}

/** The address of a place in a page. */
export function fragmentPlace(address: string, fragment: string): string {
  return `${withoutFragment(address)}#${encodeURI(fragment).replace(/#/g, '%23')}`;
}

/** Maximum number of characters of a text that browsers search in the page. */
const SOUGHT = 100;

/**
 * The address of a text in a page: browsers scroll to the text after `:~:text=`
 * (https://wicg.github.io/scroll-to-text-fragment/). The fragment before it is a name that no
 * element has, because marks of addresses omit the part for the browser.
 */
export function textPlace(address: string, text: string): string {
  const sought = text.slice(0, SOUGHT).replace(text.length > SOUGHT ? /\s\S*$/ : '', '');
  const words = encodeURIComponent(sought).replace(/-/g, '%2D');
  return `${fragmentPlace(address, sought.replace(/\s+/g, '-'))}:~:text=${words}`;
}
