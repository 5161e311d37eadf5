import { parse } from 'tldts';

/**
 * The domain somebody registered (`tumblr.com` of `staff.tumblr.com`), or null for an IP address or
 * a name of the local network. Behind those sit unrelated programs, and one broken route of a
 * self-hosted bridge must not stop all others (FreshRSS#7870).
 * @param address an address or a bare host name.
 */
export function registrableDomain(address: string): string | null {
  const { domain, isIcann } = parse(address);
  return isIcann === true ? domain : null;
}
