import { parse } from 'tldts';

/**
 * The registrable domain (`tumblr.com` of `staff.tumblr.com`), or null for an IP address or a local
 * name. Local hosts run unrelated programs, and one broken route of a self-hosted bridge must not
 * stop all others (FreshRSS#7870).
 * @param address an address or a host name
 */
export function registrableDomain(address: string): string | null {
  const { domain, isIcann } = parse(address);
  return isIcann === true ? domain : null;
}
