import { parseUrl } from '../../base/url.js';

/** Families of query parameters that say where a reader came from, by how they begin. */
const PREFIXES = ['utm_', 'at_', 'mtm_', 'pk_', 'piwik_', 'matomo_', 'hsa_', 'oly_', 'vero_'];

/** The same, by their whole name. */
const NAMES = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'af',
  'cmpid',
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
  'igshid',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'ncid',
  'ocid',
  'ref_src',
  's_cid',
  'sfnsn',
  'smid',
  'spm',
  'srsltid',
  'traffic_source',
  'twclid',
  'wbraid',
  'wt_mc',
  'xtor',
  'yclid',
]);

/** Query parameters of signed addresses, which a server makes anew for each reading. */
const SIGNATURES =
  /^(?:x-amz-|x-goog-)|^(?:awsaccesskeyid|expires|expiry|exp|hdnea|hdnts|key-pair-id|policy|sig|signature|token)$/i;

/** The address of a file without what changes while the file stays the same. */
export function lastingAddress(address: string): string {
  return without(address, (name) => isTracking(name) || SIGNATURES.test(name));
}

/**
 * The address without the parameters that only trace its reader, and otherwise as it was. Sources
 * change those from one reading to the next. Text that is no address comes back unchanged.
 */
export function withoutTracking(address: string): string {
  return without(address, isTracking);
}

function without(address: string, isDropped: (name: string) => boolean): string {
  const url = address.includes('?') ? parseUrl(address) : null;
  if (url === null) return address;
  const names = [...url.searchParams.keys()].filter(isDropped);
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}
