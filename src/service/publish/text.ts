import { parseUrl } from '../../base/url.js';

/**
 * What XML 1.0 cannot carry, not even as a reference: C0 controls, lone surrogates, U+FFFE, U+FFFF.
 * Such characters do come in feeds and pages, and one of them makes a reader refuse the whole feed.
 * C1 controls are mistakes of encoding, and the W3C feed validator refuses them.
 */
const ILLEGAL = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * A fast test that most texts pass. Without the `u` flag, which makes the search four times as
 * slow: a text with any surrogate is examined by `ILLEGAL`.
 */
const SUSPECT = /[\0-\x08\x0B-\x1F\x7F-\x9F\uD800-\uDFFF\uFFFD-\uFFFF]/;

/**
 * The text without characters that published documents must not contain, with the line ends of XML
 * parsers. The replacement character becomes "?", because the validator refuses it.
 */
export function legalText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(ILLEGAL, '').replaceAll('\uFFFD', '?').replace(/\r\n?/g, '\n');
}

/** A text for a title or a name: legal, on one line, trimmed. */
export function oneLine(text: string): string {
  const legal = legalText(text);
  const spaced = /[\t\n]| {2}/.test(legal) ? legal.replace(/[\t\n ]+/g, ' ') : legal;
  return spaced.trim();
}

/** The beginning of a text, cut between words if possible. */
export function excerpt(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  let end = maxCharacters;
  while (end > maxCharacters / 2 && !/\s/.test(text.charAt(end))) end -= 1;
  if (end <= maxCharacters / 2) end = maxCharacters;
  // A surrogate pair that the cut splits is removed.
  return `${legalText(text.slice(0, end)).trimEnd()}…`;
}

/**
 * Characters outside RFC 3986, and brackets, which URL parsers leave unescaped and feed validators
 * refuse.
 */
const UNSAFE = /[^0-9A-Za-z;/?:@&=+$.\-_!~*'()%,]/g;

/** The characters of a DNS host name, an IPv4 address or an IPv6 address in brackets. */
const HOST = /^(?:[0-9A-Za-z.\-_]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/;

/**
 * Addresses that are written as they are: most of them. A name with a top-level domain of letters, no
 * port, a path without segments to resolve, and only characters that stay. To take an address apart
 * and put it together again takes six times as long.
 */
const PLAIN =
  /^https?:\/\/(?:[0-9a-z_-]+\.)+[a-z]+(?:\/(?!\.|%2[eE])[0-9A-Za-z;:@&=+$.\-_!~*'()%,]*)+(?:\?[0-9A-Za-z;/?:@&=+$.\-_!~*()%,]+)?(?:#[0-9A-Za-z;/?:@&=+$.\-_!~*'()%,]+)?$/;

/** A label in Punycode, which may be invalid. */
const PUNYCODE = /\/xn--|\.xn--/;

/**
 * The address as a published feed may show it: http(s) only, so `javascript:` and `data:` never
 * reach a reader; in the characters of RFC 3986; without user name and password.
 * @returns null for anything else.
 */
export function linkedAddress(address: string): string | null {
  if (PLAIN.test(address) && !PUNYCODE.test(address)) return address;
  // "" is tested first, because a failed parse takes longer than a successful one, and most items
  // lack some addresses.
  const url = address === '' ? null : parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  const path = `${escapedPart(url.pathname)}${escapedPart(url.search)}`;
  const fragment = url.hash === '' ? '' : `#${escapedPart(url.hash.slice(1))}`;
  return `${url.protocol}//${url.host}${path}${fragment}`;
}

/** The address without its query string, which is often the key of a private feed. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

function escapedPart(part: string): string {
  return part.replace(
    UNSAFE,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
