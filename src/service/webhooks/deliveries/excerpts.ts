import { STANDARD_HEADERS } from '../../../contract/webhook-signature/index.js';

/** Characters of a body that the attempt log keeps. */
const EXCERPT_LENGTH = 1000;

/** A request as the attempt log shows it: whoever reads that cannot sign with it. */
export function describeRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const shown = Object.entries(headers)
    .filter(([name]) => name !== STANDARD_HEADERS.signature)
    .map(([name, value]) => `${name}: ${value}`);
  return [`POST ${withoutQuery(url)}`, ...shown, '', cut(body)].join('\n');
}

/** The beginning of an answer; the null character, which PostgreSQL cannot keep, is left out. */
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
