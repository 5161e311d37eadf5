import { parseUrl } from '../../base/url.js';
import { VERSION } from '../../contract/index.js';
import { SourceError } from './http-failure.js';

/**
 * Parses an address to be requested with WHATWG rules, which normalise decimal, octal and
 * hexadecimal hosts before the address is checked.
 * @throws SourceError SOURCE_FORBIDDEN for other schemes, user info, backslashes and blocked ports,
 * SOURCE_INVALID for invalid addresses
 */
export function outgoingUrl(address: string, base?: URL): URL {
  if (address.includes('\\')) throw refusedAddress(address, 'contains a backslash');
  const url = parseUrl(address, base?.href);
  if (url === null) {
    throw new SourceError('SOURCE_INVALID', `"${shownAddress(address)}" is not an address.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusedAddress(address, 'must start with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw refusedAddress(url.host, 'contains a user name or password');
  }
  if (hasBlockedPort(url)) {
    throw refusedAddress(url.host, `uses port ${url.port}, which belongs to another protocol`);
  }
  url.hash = '';
  return url;
}

function refusedAddress(address: string, why: string): SourceError {
  return new SourceError('SOURCE_FORBIDDEN', `The address ${shownAddress(address)} ${why}.`);
}

function shownAddress(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}

/** Identifies the service, with the public address of the instance for complaints, if any. */
export function userAgent(publicUrl: string | undefined): string {
  const contact = publicUrl === undefined ? '' : `; +${publicUrl}`;
  return `feedctl/${VERSION} (feed reader${contact})`;
}

/**
 * Ports of other protocols that browsers block (fetch.spec.whatwg.org, "bad port"): a mail server,
 * for example, could interpret an HTTP request as a command.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

/** True if an address names a port of another protocol. */
function hasBlockedPort({ port }: URL): boolean {
  return port !== '' && BLOCKED_PORTS.has(Number(port));
}
