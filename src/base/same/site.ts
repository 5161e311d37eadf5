import { getDomain } from 'tldts';

const domains = new Map<string, string>();
/** Number of hosts in the cache; a link aggregator names a few hundred. */
const MAX_KNOWN = 5_000;

/** Registrable domain of an address, or its host if it has none; "" if it is no http(s) address. */
export function siteOf(address: string): string {
  const host = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  const known = domains.get(host);
  if (known !== undefined) return known;
  if (domains.size >= MAX_KNOWN) domains.clear();
  const name = host.replace(/:\d+$/, '');
  const site = getDomain(name, { allowPrivateDomains: true }) ?? name;
  domains.set(host, site);
  return site;
}
