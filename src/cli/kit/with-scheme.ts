/** A host with a dot in it, or this machine; a port perhaps; then the end or a path. */
const BARE_ADDRESS =
  /^(?:[^\s:/?#@,;[\]]+\.[^\s:/?#@,;[\]]+|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** No authority issues certificates for this machine's own names. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i;

/**
 * `https://example.com/news` for `example.com/news`; `http://` for this machine. Null for a text
 * that has a scheme already, or is no address even with one.
 */
export function withScheme(text: string): string | null {
  const bare = text.trim().replace(/^\/\//, '');
  if (!BARE_ADDRESS.test(bare)) return null;
  const address = `${LOOPBACK.test(bare) ? 'http' : 'https'}://${bare}`;
  return URL.canParse(address) ? address : null;
}
