import { hash } from 'node:crypto';
import { isTracking, withoutTracking } from '../../base/item-marks.js';
import { parseUrl } from '../../base/url.js';
import { normalisedSource } from '../../contract/index.js';
import {
  collapsedSpace,
  normalisedText,
  withoutNoise,
  withoutRelativeTimes,
} from '../core/noise.js';
import type { SourceEntry } from '../core/source-document.js';

/**
 * Version of the rules. Increase it when the same entry would get another fingerprint, also because
 * the parsers or the cleaning changed. Stored fingerprints of other versions are replaced without
 * an event, because the entry itself did not change.
 */
export const FINGERPRINT_VERSION = 4;

/** The input of a fingerprint. The authors are the source's own, never `customAuthor`. */
export type FingerprintedEntry = Pick<
  SourceEntry,
  'title' | 'url' | 'authors' | 'descriptionText' | 'descriptionHtml' | 'extras' | 'podcastXml'
>;

/**
 * Equal fingerprints mean that the content of an entry did not change. Dates are left out, because
 * sources change them without an edit; so are HTML tags, tracking parameters, counters and "3 min ago".
 * @returns the version and 128 bits of SHA-256, `4.<22 characters base64url>`; where the entry has
 *   details that are stored without being a change worth an event, `.` and a hash of those follow
 */
export function fingerprint(entry: FingerprintedEntry): string {
  const parts = [
    collapsedSpace(withoutRelativeTimes(normalisedText(entry.title))),
    normalisedSource(withoutTracking(entry.url)),
    entry.authors.map((author) => normalisedText(author.name)).sort(),
    normalisedDescription(entry),
    (entry.extras?.tags ?? []).map(normalisedText).sort(),
    (entry.extras?.attachments ?? []).map(({ url, ...file }) => [lastingAddress(url), file]),
  ];
  const digest = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
  const details = detailsOf(entry);
  return `${FINGERPRINT_VERSION}.${digest}${details === '' ? '' : `.${details}`}`;
}

/** Chapters and transcripts appear days after an episode. They are stored without an event. */
function detailsOf({ extras, podcastXml = null }: FingerprintedEntry): string {
  const { summary, comments_url: comments, external_url: external, language } = extras ?? {};
  const details = [summary && withoutNoise(summary), comments, external, language, podcastXml];
  if (details.every((detail) => detail == null)) return '';
  return hash('sha256', JSON.stringify(details), 'base64url').slice(0, 11);
}

/** Whether a stored fingerprint was made by the rules of this release. */
export function isCurrent(stored: string): boolean {
  return stored.startsWith(`${FINGERPRINT_VERSION}.`);
}

/** Whether two fingerprints differ only in details; see `fingerprint`. */
export function sameContent(a: string, b: string): boolean {
  return a.split('.', 2).join('.') === b.split('.', 2).join('.');
}

/** Whether two fingerprints were made by the same rules, so that their difference means a change. */
export function sameVersion(a: string, b: string): boolean {
  return a.slice(0, a.indexOf('.')) === b.slice(0, b.indexOf('.'));
}

function normalisedDescription(entry: FingerprintedEntry): string {
  return withoutNoise(entry.descriptionText || entry.descriptionHtml.replace(/<[^<>]*>/g, ' '));
}

/** Query parameters of signed addresses, which servers generate for each request. */
const SIGNATURES =
  /^(?:x-amz-|x-goog-)|^(?:awsaccesskeyid|expires|expiry|exp|hdnea|hdnts|key-pair-id|policy|sig|signature|token)$/i;

/** The address of a file, without the parts that change while the file stays the same. */
function lastingAddress(address: string): string {
  const url = address.includes('?') ? parseUrl(address) : null;
  if (url === null) return address;
  for (const name of [...url.searchParams.keys()]) {
    if (isTracking(name) || SIGNATURES.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}
