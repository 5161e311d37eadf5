import { parseUrl } from '../../../base/url.js';

/** The bases of the references in a text. */
export interface Place {
  /** Absolute base of references to the whole site (`/a`). */
  root: string;
  /** Absolute base of relative references (`a`): without an `xml:base`, the page of the item. */
  relative: string;
  /** Address of the page to which `#a` refers; "" if there is none. */
  page: string;
}

/** A place with one base for all references. */
export function placeAt(base: string, page = ''): Place {
  return { root: base, relative: base, page };
}

/** A reference that begins with a slash or a scheme. */
const ROOTED = /^\s*(?:[/\\]|[a-z][a-z\d+.-]*:)/i;

/** The absolute http(s) address of a reference; null if it has none. */
export function resolveReference(written: string | undefined, place: Place): string | null {
  const reference = written?.trim() ?? '';
  if (reference.startsWith('#')) {
    const page = reference === '#' ? null : resolveUrl(place.page, place.root);
    return page === null ? null : new URL(reference, page).href;
  }
  return resolveUrl(reference, ROOTED.test(reference) ? place.root : place.relative);
}

/** Schemes of links that open a program of the reader, without running anything. */
export const LINK_SCHEMES = 'mailto tel sms ftp ftps magnet xmpp irc ircs gemini geo sip'.split(
  ' ',
);

const OTHER_LINK = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):\\S`, 'i');

/** The target of a link: an http(s) address, or one of `LINK_SCHEMES` as written. */
export function resolveLink(written: string, place: Place): string | null {
  const link = written.trim();
  return OTHER_LINK.test(link) ? link : resolveReference(link, place);
}

/**
 * The absolute http(s) address of a link, or null for other schemes, fragments of the page itself,
 * and invalid addresses. @param base absolute address of the document
 */
export function resolveUrl(link: string | undefined, base: string): string | null {
  const value = link?.trim().replace(/[\u0000-\u001f]/g, '') ?? '';
  if (value === '' || value.startsWith('#')) return null;
  const url = parseUrl(withScheme(value, base), base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

/** `www.example.com/a`, and the host of the base itself, are hosts and not file names. */
const WWW = /^www\d?\.[\p{L}\p{N}-]+\.[\p{L}\p{N}]/iu;

/**
 * `http:/a.example/b` and `http//a.example/b` mean a host; read strictly, they would be files of
 * the site.
 */
const BROKEN_SCHEME = /^(https?)(?::\/(?!\/)|\/\/)(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}])/iu;

function withScheme(link: string, base: string): string {
  return lacksScheme(link, base) ? `//${link}` : link.replace(BROKEN_SCHEME, '$1://');
}

function lacksScheme(link: string, base: string): boolean {
  if (WWW.test(link)) return true;
  const host = link.slice(0, Math.max(0, link.indexOf('/')));
  return host.includes('.') && host.toLowerCase() === parseUrl(base)?.host;
}

/** The base that results from nested bases, outermost first; absent ones are skipped. */
export function nestedBase(...bases: ReadonlyArray<string | undefined>): string {
  let base = '';
  for (const next of bases) {
    const resolved = next === undefined ? null : resolveUrl(next, base === '' ? next : base);
    base = resolved ?? base;
  }
  return base;
}
