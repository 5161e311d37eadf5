import { parseUrl } from './url.js';

/** Parameters in which addresses that count clicks carry the one they lead to. */
const PARAMETERS = ['url', 'u', 'q', 'to', 'target', 'dest', 'destination', 'link', 'goto'];
const PATH =
  /\/(?:url|out|exit|go|goto|away|redirect|redir|link|click|track|leave|r|l|apiclick)(?:[./]|$)/i;
/** Mail filters have no such path. */
const HOST = /(?:^|\.)safelinks\.protection\.outlook\.com$/i;

/** A whole address as one part of the path, as Amazon SES has it: `/L0/https:%2F%2F…/1/…`. */
const IN_PATH = /\/(https?(?::|%3A)%2F%2F[^/]+)/i;
/** "http" in base64, as newsletters have it, and the start of an item of Google News before 2024. */
const BASE64 = /(?:^|[/=])((?:aHR0c|CBMi)[\w+/=-]{10,4000})/;

/** One redirector may lead to the next. */
const MAX_STEPS = 3;

/**
 * The address that one of a redirector carries: of a search (`google.com/url?url=…`), of a counter of clicks, of
 * a filter of mail. Nothing is fetched: one that carries no address is returned as it is.
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
  // Google News has bytes that are no text before and behind the address.
  const end = /[^\x21-\x7e]|$/.exec(text.slice(start))?.index ?? 0;
  return start < 0 ? null : webAddress(text.slice(start, start + end));
}

/** One character a byte, none of what is no base64; without Buffer, which browsers do not have. */
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
