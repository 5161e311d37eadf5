import { parseUrl } from '../url.js';

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
function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return TRACKING.has(name) || TRACKING_PREFIXES.test(name) || SESSION.test(name);
}

/**
 * The address without tracking and session parameters; the rest is unchanged. Returns text that is
 * not an address unchanged.
 */
export function withoutTracking(address: string): string {
  const url = address.includes('?') ? parseUrl(address) : null;
  const kept = url === null ? null : urlWithoutTracking(url);
  return kept === null || kept === url ? address : kept.href;
}

/** The same of a parsed address; the object itself where nothing is left out. */
export function urlWithoutTracking(url: URL): URL {
  const names = url.search === '' ? [] : [...url.searchParams.keys()].filter(isTracking);
  if (names.length === 0) return url;
  const kept = new URL(url);
  for (const name of names) kept.searchParams.delete(name);
  return kept;
}

/** Whether the fragment tells items apart: it does on one page, and not among pages of a site. */
export interface AddressMarkOptions {
  fragment?: boolean;
}

/**
 * What all ways to write the address of one item have in common: the scheme, `www.`, a trailing slash,
 * an index file, the order of parameters, and tracking and session parameters do not count. For
 * comparing, never for fetching. Marks with their fragment are stored, hashed, as the names of items:
 * another form of them would make known items new.
 * @returns text that is no http(s) address as it is, trimmed; "" for none
 */
export function addressMark(address: string, options: AddressMarkOptions = {}): string {
  const url = parseUrl(address.trim());
  return isWeb(url) ? markOf(addressParts(url), options) : address.trim();
}

/** The mark of an address that was parsed: a page has thousands of links. */
export function markOfUrl(url: URL, options: AddressMarkOptions = {}): string {
  return markOf(addressParts(url), options);
}

/** An address as it is compared: its mark, see `addressMark`, and the parts that the mark is made of. */
export interface ParsedAddress {
  mark: string;
  /** Null for text that is no http(s) address. */
  parts: AddressParts | null;
}

export function parsedAddress(address: string): ParsedAddress {
  const url = parseUrl(address.trim());
  if (!isWeb(url)) return { mark: address.trim(), parts: null };
  const parts = addressParts(url);
  return { mark: markOf(parts, {}), parts };
}

/** The parts of an address that `addressMark` is made of. */
export interface AddressParts {
  host: string;
  path: string;
  query: [name: string, value: string][];
  fragment: string;
}

/** The address without its host, and without the parameters of these names. */
export function pathMark(
  { path, query, fragment }: AddressParts,
  leftOut: ReadonlySet<string> = new Set(),
): string {
  const kept = query.filter(([name]) => !leftOut.has(name));
  return `${path}${kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`}${fragment}`;
}

function markOf(parts: AddressParts, { fragment = true }: AddressMarkOptions): string {
  return `${parts.host}${pathMark(fragment ? parts : { ...parts, fragment: '' })}`;
}

function isWeb(url: URL | null): url is URL {
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}

function addressParts({ host, pathname, search, hash }: URL): AddressParts {
  return {
    host: host.startsWith('www.') ? host.slice(4) : host,
    path: pathOf(pathname),
    query: search === '' ? [] : queryOf(search),
    fragment: TRACKING_FRAGMENT.test(hash) ? '' : hash,
  };
}

function pathOf(pathname: string): string {
  const path = /[;(]/.test(pathname) ? pathname.replace(SESSION_IN_PATH, '') : pathname;
  return path.replace(INDEX_FILE, '').replace(/\/+$/, '');
}

function queryOf(search: string): [string, string][] {
  return [...new URLSearchParams(search)]
    .filter(([name]) => !isTracking(name))
    .sort(byNameThenValue);
}

function byNameThenValue(a: [string, string], b: [string, string]): number {
  return a.join('=') < b.join('=') ? -1 : 1;
}
