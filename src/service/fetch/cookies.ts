import { registrableDomain } from '../core/registrable-domain.js';

interface Cookie {
  name: string;
  value: string;
  /** The host that set it, or the domain that it is valid for. */
  domain: string;
  isForSubdomains: boolean;
  path: string;
  isSecure: boolean;
}

const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4096;

/**
 * The cookies of one chain of redirects. Sites that check for cookies set one, redirect, and redirect
 * back once it returns (miniflux#1512). They live as long as the chain.
 */
export class Cookies {
  readonly #cookies: Cookie[] = [];

  /** Keeps the cookies of a response. @returns true if they changed */
  take(url: URL, setCookie: string | string[] | undefined, now: number): boolean {
    const before = JSON.stringify(this.#cookies);
    for (const line of [setCookie ?? []].flat()) this.#takeOne(url, line, now);
    return JSON.stringify(this.#cookies) !== before;
  }

  /** The Cookie header of a request. @param own cookies of the source, which have precedence */
  header(url: URL, own: string | undefined): string | undefined {
    const given = new Set(own?.split(';').map((pair) => nameIn(pair.trim())));
    const pairs = this.#cookies
      .filter((cookie) => isFor(cookie, url) && !given.has(cookie.name))
      .map(({ name, value }) => `${name}=${value}`);
    if (own !== undefined && own !== '') pairs.unshift(own);
    return pairs.length === 0 ? undefined : pairs.join('; ');
  }

  /** Keeps one cookie by RFC 6265, 5.2 and 5.3. */
  #takeOne(url: URL, line: string, now: number): void {
    if (line.length > MAX_COOKIE_LENGTH) return;
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const name = nameIn(pair);
    if (name === '' || !pair.includes('=')) return;
    const attributes = new Map(rest.map((part) => [nameIn(part).toLowerCase(), valueIn(part)]));
    const named = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
    const domain = named === '' ? url.hostname : named;
    if (domain !== url.hostname && !isWithin(url.hostname, domain)) return;
    // A public suffix would share the cookie with strangers.
    const isForSubdomains = named !== '' && registrableDomain(domain) !== null;
    if (domain !== url.hostname && !isForSubdomains) return;
    const path = attributes.get('path') ?? '';
    const cookie: Cookie = {
      name,
      value: valueIn(pair),
      domain,
      isForSubdomains,
      path: path.startsWith('/') ? path : folderOf(url.pathname),
      isSecure: attributes.has('secure'),
    };
    const at = this.#cookies.findIndex(
      (other) =>
        other.name === name && other.domain === cookie.domain && other.path === cookie.path,
    );
    if (hasExpired(attributes, now)) {
      if (at !== -1) this.#cookies.splice(at, 1);
    } else if (at !== -1) this.#cookies[at] = cookie;
    else if (this.#cookies.length < MAX_COOKIES) this.#cookies.push(cookie);
  }
}

function nameIn(pair: string): string {
  return pair.split('=', 1)[0]?.trim() ?? '';
}

function valueIn(pair: string): string {
  const at = pair.indexOf('=');
  return at === -1 ? '' : pair.slice(at + 1).trim();
}

function hasExpired(attributes: ReadonlyMap<string, string>, now: number): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= now;
}

function isFor({ domain, isForSubdomains, path, isSecure }: Cookie, url: URL): boolean {
  const { hostname, pathname, protocol } = url;
  return (
    (hostname === domain || (isForSubdomains && isWithin(hostname, domain))) &&
    (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)) &&
    (!isSecure || protocol === 'https:')
  );
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname.endsWith(`.${domain}`);
}

function folderOf(pathname: string): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));
}
