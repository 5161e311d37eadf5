import { withScheme } from '../kit/index.js';

/**
 * An address as people and files write it, in full: `feed:` was once the scheme by which a page told
 * a reader to subscribe, and `https://` is often left out. Text that is no address stays as it is.
 */
export function webAddress(text: string): string {
  const address = text.trim().replace(/^feed:(?:\/\/)?(?=https?:\/\/)/i, '');
  const bare = address.replace(/^feed:\/\//i, '');
  return withScheme(bare) ?? (bare === address ? address : `https://${bare}`);
}
