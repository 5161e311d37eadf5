/** RFC 3986 without brackets, which the WHATWG leaves unescaped and feed validators refuse. */
const UNSAFE = /[^0-9A-Za-z;/?:@&=+$.\-_!~*'()%,]/g;

/** What a host name in the DNS, an IPv4 or a bracketed IPv6 address is made of. */
const HOST = /^(?:[0-9A-Za-z.\-_]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?$/;

/**
 * The address as a published feed may show it: http(s) only, so `javascript:` and `data:` never
 * reach a reader; in the characters of RFC 3986; without user name and password.
 * @returns null for anything else.
 */
export function webAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  const path = `${escaped(url.pathname)}${escaped(url.search)}`;
  const fragment = url.hash === '' ? '' : `#${escaped(url.hash.slice(1))}`;
  return `${url.protocol}//${url.host}${path}${fragment}`;
}

/** The address without its query string: the query of a private feed's address is often its key. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

function escaped(part: string): string {
  return part.replace(
    UNSAFE,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
