import { MASKED } from '../../../contract/index.js';
import { STANDARD_HEADERS } from '../../../contract/webhook-signature.js';
import { type FormatColumns, shownUrl, storedHeaders } from '../webhook-format.js';

/** Characters of a body that the delivery log keeps. */
const EXCERPT_LENGTH = 1000;

/** A request for the delivery log, without what its readers could sign or authenticate with. */
export function describeRequest(
  webhook: Pick<FormatColumns, 'url' | 'format' | 'headers'>,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): string {
  const secret = storedHeaders(webhook.headers);
  const shown = Object.entries(headers)
    .filter(([name]) => name !== STANDARD_HEADERS.signature)
    .map(([name, value]) => `${name}: ${Object.hasOwn(secret, name) ? MASKED : value}`);
  return [`POST ${withoutQuery(shownUrl(webhook))}`, ...shown, '', cut(body)].join('\n');
}

/** The start of a response, without null characters, which PostgreSQL cannot store. */
export function responseExcerpt(body: string): string {
  return cut(body.replaceAll('\0', ''));
}

/** Receivers put their own keys into the query string. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function cut(text: string): string {
  return text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH)}…`;
}
