import { hasBlockedPort } from './blocked-ports.js';
import { SourceError } from './source-error.js';

/**
 * Reads an address that is about to be requested, with WHATWG rules only: they turn decimal,
 * octal and hexadecimal hosts into plain dotted ones before anything is vetted.
 * @throws SourceError SOURCE_FORBIDDEN for other schemes, user info, backslashes and blocked ports,
 *   SOURCE_INVALID for what is no address at all.
 */
export function outgoingUrl(address: string, base?: URL): URL {
  if (address.includes('\\')) throw refused(address, 'has a backslash in it');
  if (!URL.canParse(address, base?.href)) {
    throw new SourceError('SOURCE_INVALID', `"${shown(address)}" is not an address.`);
  }
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(address, 'is neither http nor https');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(url.host, 'carries a user name or password');
  }
  if (hasBlockedPort(url)) {
    throw refused(url.host, `names port ${url.port}, which belongs to another protocol`);
  }
  url.hash = '';
  return url;
}

function refused(address: string, why: string): SourceError {
  return new SourceError('SOURCE_FORBIDDEN', `The address ${shown(address)} ${why}.`);
}

function shown(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}
