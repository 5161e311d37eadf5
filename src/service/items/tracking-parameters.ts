import { parseUrl } from '../../base/url.js';

/** Prefixes of query parameters that identify the origin of a visitor. */
const PREFIXES = ['utm_', 'at_', 'mtm_', 'pk_', 'piwik_', 'matomo_', 'hsa_', 'oly_', 'vero_'];

/** The same, by full name. */
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

/** Query parameters of signed addresses, which servers generate for each request. */
const SIGNATURES =
  /^(?:x-amz-|x-goog-)|^(?:awsaccesskeyid|expires|expiry|exp|hdnea|hdnts|key-pair-id|policy|sig|signature|token)$/i;

/** The address of a file, without the parts that change while the file stays the same. */
export function lastingAddress(address: string): string {
  return without(address, (name) => isTracking(name) || SIGNATURES.test(name));
}

/**
 * The address without tracking parameters, which sources change between fetches; the rest is
 * unchanged. Returns text that is not an address unchanged.
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
