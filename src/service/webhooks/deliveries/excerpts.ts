import { MASKED } from '../../../contract/index.js';
import { STANDARD_HEADERS } from '../../../contract/webhook-signature.js';
import type { Answer } from '../sender.js';
import { type FormatColumns, shownUrl, storedHeaders } from '../webhook-format.js';

/** Maximum number of characters of a body in the delivery log. */
const EXCERPT_LENGTH = 1000;

/**
 * A request for the delivery log, without values that its readers could use to sign or
 * authenticate.
 */
export function describeRequest(
  webhook: Pick<FormatColumns, 'url' | 'format' | 'headers'>,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): string {
  const secret = storedHeaders(webhook.headers);
  const shown = Object.entries(headers)
    .filter(([name]) => name !== STANDARD_HEADERS.signature)
    .map(([name, value]) => `${name}: ${Object.hasOwn(secret, name) ? MASKED : value}`);
  return [`POST ${withoutQuery(shownUrl(webhook))}`, ...shown, '', cutExcerpt(body)].join('\n');
}

/** Maximum number of response headers in the delivery log, and of characters of each. */
const MAX_HEADERS = 30;
const MAX_HEADER_LENGTH = 200;

/** Response headers with secrets. */
const SECRET_HEADER = /cookie|token|secret|auth|api-?key/;

/**
 * A response for the delivery log: status, headers, an empty line, and the start of its body, without
 * null characters, which PostgreSQL cannot store.
 */
export function describeResponse({
  status,
  headers,
  excerpt,
}: Pick<Answer, 'status' | 'headers' | 'excerpt'>): string {
  const shown = Object.entries(headers)
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => {
      const text = SECRET_HEADER.test(name) ? MASKED : String(value);
      return `${name}: ${text.slice(0, MAX_HEADER_LENGTH)}`;
    });
  return [`HTTP ${status}`, ...shown, '', cutExcerpt(excerpt.replaceAll('\0', ''))].join('\n');
}

/** The address without its query string, in which receivers put their own keys. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function cutExcerpt(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}
