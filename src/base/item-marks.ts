import { parseUrl } from './url.js';

/*
 * What identifies an item in more than one document or feed. The service compares the entries of a
 * source by these marks; bundles, lists of several feeds and digests compare items of different feeds.
 */

/** Prefixes of query parameters that identify the origin of a visitor. */
const TRACKING_PREFIXES =
  /^(?:utm_|at_|mtm_|pk_|piwik_|matomo_|hsa_|hs[ace]tracking|_hs|oly_|vero_|wt_?mc)/;

/** The same, by full name. */
const TRACKING = new Set([
  '_ga',
  '_gl',
  'af',
  'cmp',
  'cmpid',
  'dclid',
  'fbclid',
  'gbraid',
  'gclid',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
  'igshid',
  'ito',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'ncid',
  'ocid',
  'ref_src',
  'refsrc',
  'rss',
  's_cid',
  'sfnsn',
  'share_id',
  'shareid',
  'smid',
  'spm',
  'sr_share',
  'srsltid',
  'traffic_source',
  'trk',
  'trkinfo',
  'ttclid',
  'twclid',
  'wbraid',
  'xtor',
  'yclid',
]);

/** Query parameters with the session of a visitor, which servers without cookies generate. */
const SESSION = /^(?:php|j|asp)?_?sess(?:ion)?_?(?:id|key)$|^aspsessionid\w*$|^cf(?:id|token)$/;

/** A session in the path: `;jsessionid=…` of Java, `/(S(…))/` of ASP.NET. */
const SESSION_IN_PATH =
  /;(?:jsessionid|phpsessid|sid)=[^/;]*|\/\((?:[A-Z]\([^()/]*\))+\)(?=\/|$)/gi;

/** The page that a server shows for a folder. */
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/** Fragments that only trackers and browsers read. */
const TRACKING_FRAGMENT = /^#(?::~:|(?:utm_|at_|xtor=|ref=|rss$))/i;

/** Whether a query parameter says where a visitor came from, or in which session. */
export function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return TRACKING.has(name) || TRACKING_PREFIXES.test(name) || SESSION.test(name);
}

/**
 * The address without tracking and session parameters; the rest is unchanged. Returns text that is
 * not an address unchanged.
 */
export function withoutTracking(address: string): string {
  const url = address.includes('?') ? parseUrl(address) : null;
  if (url === null) return address;
  const names = [...url.searchParams.keys()].filter(isTracking);
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/**
 * What all ways to write the address of one item have in common: the scheme, `www.`, a trailing slash,
 * an index file, the order of parameters, and tracking and session parameters do not count. The
 * fragment does: on one page it tells items apart. For comparing, never for fetching.
 * @returns text that is no http(s) address as it is, trimmed; "" for none
 */
export function addressMark(address: string): string {
  return parsedAddress(address).mark;
}

/** An address as it is compared: its mark, see `addressMark`, and the parts that the mark is made of. */
export interface ParsedAddress {
  mark: string;
  /** Null for text that is no http(s) address. */
  parts: AddressParts | null;
}

export function parsedAddress(address: string): ParsedAddress {
  const parts = addressParts(address);
  if (parts === null) return { mark: address.trim(), parts };
  const { host, path, query, fragment } = parts;
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  return { mark: `${host}${path}${search}${fragment}`, parts };
}

/** The parts of an address that `addressMark` is made of. */
export interface AddressParts {
  host: string;
  path: string;
  query: [name: string, value: string][];
  fragment: string;
}

/** See `addressMark`; null for text that is no http(s) address. */
export function addressParts(address: string): AddressParts | null {
  const url = parseUrl(address.trim());
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  const { pathname, search, hash } = url;
  return {
    host: url.host.replace(/^www\./, ''),
    path: pathname.replace(SESSION_IN_PATH, '').replace(INDEX_FILE, '').replace(/\/+$/, ''),
    query:
      search === ''
        ? []
        : [...url.searchParams].filter(([name]) => !isTracking(name)).sort(byNameThenValue),
    fragment: TRACKING_FRAGMENT.test(hash) ? '' : hash,
  };
}

function byNameThenValue(a: [string, string], b: [string, string]): number {
  return a.join('=') < b.join('=') ? -1 : 1;
}
