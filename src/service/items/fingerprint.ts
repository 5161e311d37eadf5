import { hash } from 'node:crypto';
import {
  collapsedSpace,
  normalisedText,
  withoutNoise,
  withoutRelativeTimes,
} from '../../base/noise.js';
import { withoutTracking } from '../../base/same/address.js';
import type { SourceEntry } from '../core/source-document.js';

/**
 * Version of the rules. Increase it if the same entry would get another fingerprint, also because
 * the parsers or the cleaning changed. Stored fingerprints of other versions are replaced without
 * an event, because the entry itself did not change.
 */
export const FINGERPRINT_VERSION = 7;

/**
 * The fields of an entry that its fingerprint depends on. The authors are those of the source,
 * never `customAuthor`.
 */
export type FingerprintedEntry = Pick<
  SourceEntry,
  'title' | 'url' | 'authors' | 'descriptionText' | 'descriptionHtml' | 'extras' | 'podcastXml'
> &
  Partial<Pick<SourceEntry, 'thumbnail'>>;

/**
 * Computes the fingerprint of an entry; if it is equal to the stored one, nothing of the entry has
 * to be stored again. Dates are left out, because sources change them without an edit; so are HTML
 * tags, tracking parameters, counters and "3 min ago".
 * @returns the version, a hash of the text ("" if there is no text or if it repeats the title), and
 * a hash of all other fields. Only another title or text is published as a change: chapters appear
 * days after an episode, addresses of files are signed anew for each request, and the notation of
 * pictures and authors changes
 */
export function fingerprint(entry: FingerprintedEntry): string {
  const { title, url, authors, thumbnail = null, extras, podcastXml = null } = entry;
  const { summary, comments_url: comments, external_url: external, language } = extras ?? {};
  const details = [
    collapsedSpace(withoutRelativeTimes(normalisedText(title))),
    withoutTracking(url),
    authors.map((author) => normalisedText(author.name)).sort(),
    thumbnail,
    (extras?.tags ?? []).map(normalisedText).sort(),
    extras?.attachments ?? [],
    [summary && withoutNoise(summary), comments, external, language, podcastXml],
  ];
  const text = normalisedDescription(entry);
  // Front pages repeat the title of articles that have no text yet.
  const isSaid = text !== '' && !withoutNoise(title).includes(text);
  const said = isSaid ? digest(text).slice(0, 11) : '';
  return `${FINGERPRINT_VERSION}.${said}.${digest(JSON.stringify(details)).slice(0, 16)}`;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The part of a fingerprint that identifies the text; "" if there is no text. */
export function textMark(fingerprint: string): string {
  return fingerprint.split('.', 2)[1] ?? '';
}

/** True if a stored fingerprint was made by the rules of this release. */
export function isCurrent(stored: string): boolean {
  return stored.startsWith(`${FINGERPRINT_VERSION}.`);
}

/**
 * True if two fingerprints were made by the same rules, so that a difference is a change of the
 * entry.
 */
export function sameVersion(a: string, b: string): boolean {
  return a.slice(0, a.indexOf('.')) === b.slice(0, b.indexOf('.'));
}

function normalisedDescription(entry: FingerprintedEntry): string {
  return withoutNoise(entry.descriptionText || entry.descriptionHtml.replace(/<[^<>]*>/g, ' '));
}
