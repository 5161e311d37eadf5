import { parseUrl } from './url.js';

/** Parameters in which redirectors carry their target. */
const PARAMETERS = ['url', 'u', 'q', 'to', 'target', 'dest', 'destination', 'link', 'goto'];
const PATH =
  /\/(?:url|out|exit|go|goto|away|redirect|redir|link|click|track|leave|r|l|apiclick)(?:[./]|$)/i;
/** Redirectors of mail filters, which have no typical path. */
const HOST = /(?:^|\.)safelinks\.protection\.outlook\.com$/i;

/** A target as one part of the path, as Amazon SES writes it: `/L0/https:%2F%2F…/1/…`. */
const IN_PATH = /\/(https?(?::|%3A)%2F%2F[^/]+)/i;
/** A target in base64: newsletters begin with "http", Google News before 2024 with other bytes. */
const BASE64 = /(?:^|[/=])((?:aHR0c|CBMi)[\w+/=-]{10,4000})/;

/** Nested redirectors are unwrapped up to this depth. */
const MAX_STEPS = 3;

/**
 * The target that the address of a redirector carries: of a search (`google.com/url?url=…`), a
 * click counter, or a mail filter. Nothing is fetched; any other address is returned unchanged.
 */
export function unwrapRedirect(address: string): string {
  let at = address;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = carried(at);
    if (next === null) break;
    at = next;
  }
  return at;
}

function carried(address: string): string | null {
  const rest = address.slice(8);
  const hasText = /http/i.test(rest);
  if (!hasText && !/aHR0c|CBMi/.test(rest)) return null;
  const url = parseUrl(address);
  if (url === null) return null;
  return (hasText ? (inParameter(url) ?? inPath(url)) : null) ?? inBase64(url);
}

function inParameter(url: URL): string | null {
  if (!PATH.test(url.pathname) && !HOST.test(url.hostname)) return null;
  for (const name of PARAMETERS) {
    const target = webAddress(url.searchParams.get(name) ?? '');
    if (target !== null) return target;
  }
  return null;
}

function inPath({ pathname }: URL): string | null {
  try {
    return webAddress(decodeURIComponent(IN_PATH.exec(pathname)?.[1] ?? ''));
  } catch {
    return null;
  }
}

function inBase64({ pathname, search }: URL): string | null {
  const encoded = BASE64.exec(pathname)?.[1] ?? BASE64.exec(search)?.[1];
  if (encoded === undefined) return null;
  const [part = ''] = encoded.split('/', 1);
  const text = bytesOfBase64(part);
  const start = text.indexOf('http');
  // Google News puts bytes that are no text around the address.
  const end = /[^\x21-\x7e]|$/.exec(text.slice(start))?.index ?? 0;
  return start < 0 ? null : webAddress(text.slice(start, start + end));
}

/** Decodes base64 to one character per byte; "" for other text. Browsers have no Buffer. */
export function bytesOfBase64(base64: string): string {
  try {
    return atob(base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
  } catch {
    return '';
  }
}

function webAddress(text: string): string | null {
  return /^https?:\/\/[^/]+/i.test(text) ? (parseUrl(text)?.href ?? null) : null;
}
