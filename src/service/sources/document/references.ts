import { resolveUrl } from './resolve-url.js';

/** What the references of a text are relative to. */
export interface Place {
  /** Absolute address that references of the whole site (`/a`) are relative to. */
  root: string;
  /** The same for those of the page (`a`): without an `xml:base` the page of the item. */
  relative: string;
  /** Address of the page whose parts `#a` means; "" when there is none. */
  page: string;
}

/** Where everything is relative to one address. */
export function placeAt(base: string, page = ''): Place {
  return { root: base, relative: base, page };
}

/** Begins with the root of the site, or with a scheme. */
const ROOTED = /^\s*(?:[/\\]|[a-z][a-z\d+.-]*:)/i;

/** The absolute http(s) address of a reference; null when it has none. */
export function resolveReference(written: string | undefined, place: Place): string | null {
  const reference = written?.trim() ?? '';
  if (reference.startsWith('#')) {
    const page = reference === '#' ? null : resolveUrl(place.page, place.root);
    return page === null ? null : new URL(reference, page).href;
  }
  return resolveUrl(reference, ROOTED.test(reference) ? place.root : place.relative);
}

/** Schemes of links that open a program of the reader, and run nothing. */
export const LINK_SCHEMES = [
  ...[
    'mailto',
    'tel',
    'sms',
    'ftp',
    'ftps',
    'magnet',
    'xmpp',
    'irc',
    'ircs',
    'gemini',
    'geo',
    'sip',
  ],
];

const OTHER_LINK = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):\\S`, 'i');

/** The target of a link: an http(s) address, or one of `LINK_SCHEMES` as it is written. */
export function resolveLink(written: string, place: Place): string | null {
  const link = written.trim();
  return OTHER_LINK.test(link) ? link : resolveReference(link, place);
}
