import { SourceError } from './http-failure.js';
import { outgoingUrl } from './outgoing-url.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);

/** One request of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Headers for the origin of the source; null on another origin, and on every later request. */
  accessHeaders: Readonly<Record<string, string>> | null;
  body: string | Buffer | null;
  /** Addresses requested before this one, in order. */
  visited: readonly string[];
  /** Those that were requested with the current cookies: requesting one of them again is a loop. */
  visitedAlike: readonly string[];
  /** Target of an unbroken run of permanent redirects, or null. */
  permanentUrl: string | null;
}

/** True for a redirect status with a Location. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return REDIRECTS.has(status) && location !== undefined && location !== '';
}

/**
 * The next request of the chain. @param gotCookies true if the response set cookies, so that the
 * same address may answer differently @throws SourceError SOURCE_UNREACHABLE for loops and chains
 * that are too long, SOURCE_FORBIDDEN for a forbidden target
 */
export function followRedirect(
  hop: Hop,
  status: number,
  location: string,
  maxRedirects: number,
  gotCookies = false,
): Hop {
  const url = outgoingUrl(location, hop.url);
  const visited = [...hop.visited, hop.url.href];
  const visitedAlike = gotCookies ? [] : [...hop.visitedAlike, hop.url.href];
  if (visitedAlike.includes(url.href)) {
    throw new SourceError('SOURCE_UNREACHABLE', `${hop.url.host} redirects in a loop.`);
  }
  if (visited.length > maxRedirects) {
    throw new SourceError(
      'SOURCE_UNREACHABLE',
      `${hop.url.host} redirects more than ${maxRedirects} times.`,
    );
  }
  const unbroken = hop.visited.length === 0 || hop.permanentUrl === hop.url.href;
  const asGet = status === 303 || (status <= 302 && hop.method === 'POST');
  return {
    url,
    method: asGet && hop.method !== 'HEAD' ? 'GET' : hop.method,
    headers: url.origin === hop.url.origin ? hop.headers : withoutSecrets(hop.headers),
    accessHeaders: url.origin === hop.url.origin ? hop.accessHeaders : null,
    body: asGet ? null : hop.body,
    visited,
    visitedAlike,
    permanentUrl: unbroken && PERMANENT.has(status) ? url.href : hop.permanentUrl,
  };
}

/** The headers without credentials, which are only for the origin of the source. */
function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:authorization|cookie|proxy-authorization)$/i.test(name),
    ),
  );
}
