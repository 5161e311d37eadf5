import { parseUrl } from '../../../base/url.js';

/**
 * The absolute http(s) address of a link, or null when it has none: other schemes, fragments of
 * the page itself, and what no URL parser takes.
 * @param base absolute address the link is relative to
 */
export function resolveUrl(link: string | undefined, base: string): string | null {
  const value = link?.trim().replace(/[\u0000-\u001f]/g, '') ?? '';
  if (value === '' || value.startsWith('#')) return null;
  const url = parseUrl(withScheme(value, base), base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

/** `www.example.com/a`, and the host of the base itself, are no names of files. */
const WWW = /^www\d?\.[\p{L}\p{N}-]+\.[\p{L}\p{N}]/iu;

/** `http:/a.example/b` and `http//a.example/b` would be files of the site that names them. */
const BROKEN_SCHEME = /^(https?)(?::\/(?!\/)|\/\/)(?=[\p{L}\p{N}-]+\.[\p{L}\p{N}])/iu;

function withScheme(link: string, base: string): string {
  return lacksScheme(link, base) ? `//${link}` : link.replace(BROKEN_SCHEME, '$1://');
}

function lacksScheme(link: string, base: string): boolean {
  if (WWW.test(link)) return true;
  const host = link.slice(0, Math.max(0, link.indexOf('/')));
  return host.includes('.') && host.toLowerCase() === parseUrl(base)?.host;
}

/** The base that nested bases add up to, outermost first; those that are absent do nothing. */
export function nestedBase(...bases: ReadonlyArray<string | undefined>): string {
  let base = '';
  for (const next of bases) {
    const resolved = next === undefined ? null : resolveUrl(next, base === '' ? next : base);
    base = resolved ?? base;
  }
  return base;
}
