import { isUrl } from '../../base/url.js';

/** A host with a dot, or this machine; then an optional port; then the end or a path. */
const BARE_ADDRESS =
  /^(?:[^\s:/?#@,;[\]]+\.[^\s:/?#@,;[\]]+|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** Certificate authorities do not issue certificates for local names. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?#]|$)/i;

/**
 * `https://example.com/news` for `example.com/news`; `http://` for this machine. Null for text
 * that already has a scheme or is not an address even with one.
 */
export function withScheme(text: string): string | null {
  const bare = text.trim().replace(/^\/\//, '');
  if (!BARE_ADDRESS.test(bare)) return null;
  const address = `${LOOPBACK.test(bare) ? 'http' : 'https'}://${bare}`;
  return isUrl(address) ? address : null;
}

/**
 * A full address from what people and files write: `https://` is often missing, and `feed:` was
 * once the scheme of links to feeds. Text that is no address stays as it is.
 */
export function webAddress(text: string): string {
  const address = text.trim().replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, '');
  const bare = address.replace(/^feed:\/\//i, '');
  return withScheme(bare) ?? (bare === address ? address : `https://${bare}`);
}
