import * as z from 'zod';
import type { FetchedDocument } from '../fetch/index.js';
import type { ReadingState } from './source-reader.js';

/** The Accept header, feeds before pages: some sites serve both at one address. */
export const FEED_ACCEPT =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, text/html;q=0.7, application/json;q=0.6, */*;q=0.3';

/** The stored parts of an answer. Both validators come from one response (FreshRSS#6056). */
export function stateAfter(
  answer: FetchedDocument,
  how: Pick<ReadingState, 'origin' | 'rule'>,
): ReadingState {
  return {
    pollUrl: answer.permanentUrl ?? answer.requestedUrl,
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    bodyHash: answer.body.hash,
    origin: how.origin,
    rule: how.rule,
  };
}

/**
 * The state with the validators of a 304, which replace the earlier ones (RFC 9111 section 4.3.4).
 */
export function stateAfterNotModified(answer: FetchedDocument, state: ReadingState): ReadingState {
  return {
    ...state,
    pollUrl: answer.permanentUrl ?? state.pollUrl,
    etag: answer.headers.etag ?? state.etag,
    lastModified: answer.headers['last-modified'] ?? state.lastModified,
  };
}

/** Headers of a conditional request, with the values byte for byte as received (miniflux#2675). */
export function validators(state: ReadingState): Record<string, string> {
  return {
    ...(isSendable(state.etag) ? { 'if-none-match': state.etag } : {}),
    ...(isSendable(state.lastModified) ? { 'if-modified-since': state.lastModified } : {}),
  };
}

/** True if a value can be sent as a header: other values in a store would break the request. */
function isSendable(value: string | null): value is string {
  return value !== null && value !== '' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** A rule that makes the next fetch read a page although it has not changed; see `hasMissed`. */
export const READ_ANYWAY = { misses: 1 };

const missedSchema = z.object({ misses: z.number().min(1) });

/**
 * True if the last reading of a page missed its list. The next miss counts as well, and needs the
 * page even if it has not changed.
 */
export function hasMissed(state: ReadingState): boolean {
  return missedSchema.safeParse(generatorRule(state)).success;
}

/** The stored rule of a page that shows its items only in a browser. */
const renderedRuleSchema = z.object({ rendered: z.literal(true), rule: z.unknown() });

/** True if an earlier reading found that the page must be rendered. */
export function isRendered({ origin, rule }: ReadingState): boolean {
  return origin === 'page' && renderedRuleSchema.safeParse(rule).success;
}

/**
 * Time for which an answer stays fresh: max-age less its age, otherwise Expires; milliseconds. Null
 * if it declares none, or must be revalidated each time.
 */
export function freshForMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const control = headers['cache-control'] ?? '';
  if (/(?:^|[\s,])no-(?:cache|store)(?![\w=-])/i.test(control)) return null;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1];
  const fresh =
    maxAge === undefined ? untilExpiry(headers, now) : (Number(maxAge) - ageOf(headers)) * 1000;
  return fresh !== null && fresh > 0 ? fresh : null;
}

function ageOf(headers: Readonly<Record<string, string>>): number {
  return /^\d{1,10}$/.test(headers.age ?? '') ? Number(headers.age) : 0;
}

/**
 * Counts by the clock of the server if it sends a date, because this machine's clock may differ.
 */
function untilExpiry(headers: Readonly<Record<string, string>>, now: number): number | null {
  const expires = Date.parse(headers.expires ?? '');
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(expires) ? null : expires - (Number.isNaN(date) ? now : date);
}

/** The rule of a repaired page, marked so that the next reading counts as the same list. */
export function repairedRule({ rule }: ReadingState): unknown {
  const rendered = renderedRuleSchema.safeParse(rule);
  if (!rendered.success) return marked(rule);
  return { ...rendered.data, rule: marked(rendered.data.rule) };
}

function marked(rule: unknown): unknown {
  return typeof rule === 'object' ? { ...rule, repaired: true } : rule;
}

/** The generator's rule of a page; null for a feed. */
export function generatorRule({ origin, rule }: Pick<ReadingState, 'origin' | 'rule'>): unknown {
  if (origin !== 'page') return null;
  const rendered = renderedRuleSchema.safeParse(rule);
  return rendered.success ? rendered.data.rule : rule;
}
