import { parseUrl } from '../base/url.js';

/**
 * The service's key of a source: the WHATWG address without its fragment. Two addresses with one
 * key are the same feed of an account. Returns null for anything that is no http(s) address.
 */
export function sourceKey(address: string): string | null {
  const url = parseHttpUrl(address);
  if (url === null) return null;
  url.hash = '';
  return url.href;
}

/**
 * A coarser key for comparison in the client, because a service may have changed the stored
 * address: scheme, `www.`, trailing slashes and the fragment are ignored, and the host is
 * lower-case. Text that is no address is only trimmed.
 */
export function normalisedSource(address: string): string {
  const url = parseHttpUrl(address.trim());
  if (url === null) return address.trim();
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  return `${host}${path}${url.search}`;
}

function parseHttpUrl(address: string): URL | null {
  const url = parseUrl(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}
