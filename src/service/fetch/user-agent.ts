import { VERSION } from '../../contract/index.js';

/** An honest name with an address to complain to: the public address of the instance, if any. */
export function userAgent(publicUrl: string | undefined): string {
  const contact = publicUrl === undefined ? '' : `; +${publicUrl}`;
  return `feedctl/${VERSION} (feed reader${contact})`;
}
