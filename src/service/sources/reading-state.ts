import { hash } from 'node:crypto';
import type { FetchedDocument } from '../fetch/index.js';
import type { ReadingState } from './source-reader.js';

/** What to remember of an answer. Both validators come from one response (FreshRSS#6056). */
export function stateAfter(
  answer: FetchedDocument,
  how: Pick<ReadingState, 'origin' | 'rule'>,
  knownHash = bodyHash(answer.body),
): ReadingState {
  return {
    pollUrl: answer.permanentUrl ?? answer.requestedUrl,
    etag: answer.headers.etag ?? null,
    lastModified: answer.headers['last-modified'] ?? null,
    bodyHash: knownHash,
    origin: how.origin,
    rule: how.rule,
  };
}

/** SHA-256 of the decoded body, hex: equal means that there is nothing to parse. */
export function bodyHash(body: Buffer): string {
  return hash('sha256', body, 'hex');
}

/** Headers of a conditional request; the values go back byte for byte (miniflux#2675). */
export function validators(state: ReadingState): Record<string, string> {
  return {
    ...(isSendable(state.etag) ? { 'if-none-match': state.etag } : {}),
    ...(isSendable(state.lastModified) ? { 'if-modified-since': state.lastModified } : {}),
  };
}

/** What came over the wire can go back over it; anything else in a store would break the request. */
function isSendable(value: string | null): value is string {
  return value !== null && value !== '' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
