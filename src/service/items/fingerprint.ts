import { hash } from 'node:crypto';
import { normalisedSource } from '../../contract/index.js';
import type { SourceEntry } from '../core/source-document.js';
import { collapsedSpace, normalisedText } from './normalised-text.js';
import { withoutTracking } from './tracking-parameters.js';
import { withoutCounts, withoutRelativeTimes } from './volatile-text.js';

/**
 * Raised whenever the same entry would get another fingerprint, and whenever the parsers or the
 * cleaning before it change what they make of the same source. Stored fingerprints of another
 * version are then replaced without a word: it was us who changed, not the entry.
 */
export const FINGERPRINT_VERSION = 1;

/** What a fingerprint is made of. The authors are the source's own, never `customAuthor`. */
export type FingerprintedEntry = Pick<
  SourceEntry,
  'title' | 'url' | 'authors' | 'descriptionText' | 'descriptionHtml'
>;

/**
 * Two readings of an entry with one fingerprint say the same. Dates are left out, since sources
 * touch them without a change; so are tags, tracking parameters, counters and "3 min ago".
 * @returns the version and 128 bits of SHA-256, `1.<22 characters base64url>`.
 */
export function fingerprint(entry: FingerprintedEntry): string {
  const parts = [
    collapsedSpace(withoutRelativeTimes(normalisedText(entry.title))),
    normalisedSource(withoutTracking(entry.url)),
    entry.authors.map((author) => normalisedText(author.name)).sort(),
    normalisedDescription(entry),
  ];
  const digest = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
  return `${FINGERPRINT_VERSION}.${digest}`;
}

/** Whether a stored fingerprint was made by the rules of this release. */
export function isCurrent(stored: string): boolean {
  return stored.startsWith(`${FINGERPRINT_VERSION}.`);
}

/** Whether two fingerprints were made by the same rules, so that their difference means a change. */
export function sameVersion(a: string, b: string): boolean {
  return a.slice(0, a.indexOf('.')) === b.slice(0, b.indexOf('.'));
}

function normalisedDescription(entry: FingerprintedEntry): string {
  const text = entry.descriptionText || entry.descriptionHtml.replace(/<[^<>]*>/g, ' ');
  // What was taken out leaves its spaces behind.
  return collapsedSpace(withoutCounts(withoutRelativeTimes(normalisedText(text))));
}
