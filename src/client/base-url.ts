import { isLoopback } from '../base/loopback.js';
import { isUrl, parseUrl } from '../base/url.js';
import { ConfigurationError } from './errors.js';

/**
 * Every path of the interface begins with `/v1` (docs/api.md); besides it there is only
 * the dashboard of feedctl's own service.
 */
export type PathPrefix = '/v1' | '/dashboard';

/**
 * Checks a service's base address and normalises it: no trailing slash, and no `/v1`, which people
 * often paste with it. A path before `/v1` is kept.
 *
 * @throws {@link ConfigurationError} if it is no address, not HTTPS (except on loopback), or has a
 * user, a query or a fragment
 */
export function parseBaseUrl(baseUrl: string): URL {
  if (!isUrl(baseUrl)) {
    throw new ConfigurationError('baseUrl', `"${baseUrl}" is not an address.`, {
      suggestion: 'Write it in full, for example https://api.example.com',
    });
  }
  const url = new URL(baseUrl);
  // The password is checked first, so that no message repeats it.
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError(
      'baseUrl',
      'The base address must not carry a user or a password.',
    );
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ConfigurationError('baseUrl', `"${baseUrl}" is not an https address.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigurationError(
      'baseUrl',
      `"${baseUrl}" would send the API secret unencrypted; plain http is for this machine only.`,
      { suggestion: `Use https://${url.host}` },
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigurationError('baseUrl', `"${baseUrl}" must not carry a query or a fragment.`);
  }
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return url;
}

/** Values of a query string. Undefined values are left out; a list sends its name several times. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Two dots between slashes, some of them encoded. `URL` does not resolve them, but a proxy that
 * decodes the path would.
 */
const CLIMBS = /(?:\/|%2f|%5c)(?:\.|%2e){2}(?:\/|%2f|%5c|$)/i;

/**
 * The full address of a path such as `/v1/feeds`. The path is resolved before it is checked, so
 * that `..`, `//host` and whole addresses cannot send the secret elsewhere.
 *
 * @param below the prefix that the result must keep
 * @throws {@link ConfigurationError} if the result leaves the service's origin or that prefix
 */
export function resolvePath(
  base: URL,
  path: string,
  query: Query = {},
  below: PathPrefix = '/v1',
): URL {
  const prefix = `${base.pathname.replace(/\/$/, '')}${below}`;
  const relative = /^[/\\]{2}|^[a-z][a-z0-9+.-]*:/i.test(path) ? path : joinedPath(base, path);
  const url = parseUrl(relative, base.href);
  if (url === null || url.origin !== base.origin || url.username !== '' || url.password !== '') {
    throw new ConfigurationError(
      'path',
      `"${path}" leads away from ${base.origin}; the request was not sent.`,
      { suggestion: 'Give a path such as /v1/feeds' },
    );
  }
  const isBelow = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  if (!isBelow || CLIMBS.test(url.pathname)) {
    throw new ConfigurationError('path', `"${path}" is not below ${prefix}.`, {
      suggestion: 'Every path of the interface begins with /v1, for example /v1/feeds',
    });
  }
  url.hash = '';
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) url.searchParams.append(name, String(one));
    }
  }
  return url;
}

function joinedPath(base: URL, path: string): string {
  return `${base.pathname.replace(/\/$/, '')}/${path.replace(/^[/\\]/, '')}`;
}

/**
 * One value inside a path.
 *
 * @throws {@link ConfigurationError} for values that would name another resource: "", "." and ".."
 */
export function pathSegment(field: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new ConfigurationError(field, `"${value}" is not an id.`);
  }
  return encodeURIComponent(value);
}
