import { parseUrl } from '../url.js';

/** Prefixes of query parameters that track where a visitor came from. */
const TRACKING_PREFIXES =
  /^(?:utm_|at_|mtm_|pk_|piwik_|matomo_|hsa_|hs[ace]tracking|_hs|oly_|vero_|wt_?mc)/;

/** Query parameters that track visitors, by full name. */
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

/** A session in the path: `;jsessionid=…` in Java, `/(S(…))/` in ASP.NET. */
const SESSION_IN_PATH =
  /;(?:jsessionid|phpsessid|sid)=[^/;]*|\/\((?:[A-Z]\([^()/]*\))+\)(?=\/|$)/gi;

/** Names of the page that a server shows for a folder. */
const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/** Fragments that only trackers and browsers read. */
const TRACKING_FRAGMENT = /^#(?::~:|(?:utm_|at_|xtor=|ref=|rss$))/i;

/** True if a query parameter tracks a visitor or names a session. */
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

/** The same for a parsed address; returns the object itself if nothing is removed. */
export function urlWithoutTracking(url: URL): URL {
  const names = url.search === '' ? [] : [...url.searchParams.keys()].filter(isTracking);
  if (names.length === 0) return url;
  const kept = new URL(url);
  for (const name of names) kept.searchParams.delete(name);
  return kept;
}

/**
 * True if the fragment distinguishes items: it does on one page, but not among the pages of a site.
 */
export interface AddressMarkOptions {
  fragment?: boolean;
}

/**
 * The part that all spellings of an item's address share: the scheme, `www.`, a trailing slash, an
 * index file, the order of parameters, and tracking and session parameters are ignored. For
 * comparison, never for fetching. Marks with their fragment are stored as hashes; another form
 * would make known items new.
 * @returns the trimmed text if it is no http(s) address; "" for none
 */
export function addressMark(address: string, options: AddressMarkOptions = {}): string {
  const url = parseUrl(address.trim());
  return isWeb(url) ? markOf(addressParts(url), options) : address.trim();
}

/** The mark of a parsed address: parsing is done once, because a page has thousands of links. */
export function markOfUrl(url: URL, options: AddressMarkOptions = {}): string {
  return markOf(addressParts(url), options);
}

/** An address with its mark (see `addressMark`) and the parts of the mark. */
export interface ParsedAddress {
  mark: string;
  /** Null if the text is no http(s) address. */
  parts: AddressParts | null;
}

export function parsedAddress(address: string): ParsedAddress {
  const url = parseUrl(address.trim());
  if (!isWeb(url)) return { mark: address.trim(), parts: null };
  const parts = addressParts(url);
  return { mark: markOf(parts, {}), parts };
}

/** The parts from which `addressMark` is built. */
export interface AddressParts {
  host: string;
  path: string;
  query: [name: string, value: string][];
  fragment: string;
}

/** The address without its host and without the named parameters. */
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
