import { hash } from 'node:crypto';
import type { SourceDocument, SourceEntry } from '../../source-document.js';
import { firstWords, legalText, oneLine } from '../document/clean-text.js';
import { nestedBase, resolveUrl } from '../document/resolve-url.js';
import { firstImage } from '../document/sanitise-html.js';
import { cleanBody, MAX_TITLE, plainTitle } from './clean-text-field.js';
import { MAX_ENTRIES } from './entry-window.js';
import { publicationDates } from './publication-date.js';
import type { RawEntry, RawFeed, RawText } from './raw-entry.js';
import { type SkipHints, scheduleHints } from './schedule-hints.js';

const MAX_DESCRIPTION = 10_000;
const MAX_AUTHORS = 20;
const MAX_GUID = 4096;

/** What a document is read against. */
export interface FeedContext {
  /** Final address of the document. */
  url: string;
  /** Milliseconds since the epoch. */
  now: number;
  skip: SkipHints;
}

/** Turns a document of any format into the one shape of the service. */
export function cleanFeed(feed: RawFeed, context: FeedContext): SourceDocument {
  const documentBase = nestedBase(context.url, feed.base);
  const siteUrl = firstAddress(feed.siteLinks, documentBase);
  // xml:base, then the feed's link, then the final address: feeds live on other hosts than sites.
  const base = feed.base === undefined ? (siteUrl ?? context.url) : documentBase;
  const samples = [...feed.entries.flatMap((entry) => entry.dates), ...feed.dates];
  const dateOf = publicationDates(samples, context.now);
  return {
    title: firstTitle(feed.titles),
    description: firstTitle(feed.descriptions, MAX_DESCRIPTION),
    icon: firstAddress(feed.icons, documentBase) ?? '',
    language: languageTag(feed.language),
    siteUrl,
    entries: feed.entries
      .map((entry) => cleanEntry(entry, base, dateOf))
      .filter(isWorthKeeping)
      .slice(0, MAX_ENTRIES),
    schedule: scheduleHints(feed, context.skip),
  };
}

function cleanEntry(
  entry: RawEntry,
  feedBase: string,
  dateOf: (candidates: readonly string[]) => number | null,
): SourceEntry {
  const base = nestedBase(feedBase, entry.base);
  const body = once(() => firstBody(entry.bodies, base));
  const sourceHash = once(() => hashOf(entry, base));
  return {
    guid: entry.guid === null ? null : legalText(entry.guid).trim().slice(0, MAX_GUID) || null,
    url: firstAddress(entry.links, base) ?? '',
    title: firstTitle(entry.titles) || firstWords(body().descriptionText),
    datePublished: dateOf(entry.dates),
    authors: authorsOf(entry.authors),
    // Cleaning a text costs more than reading the whole document, and most entries are known.
    get descriptionText() {
      return body().descriptionText;
    },
    get descriptionHtml() {
      return body().descriptionHtml;
    },
    get thumbnail() {
      return firstAddress(entry.images, base) ?? firstImage(body().descriptionHtml);
    },
    get sourceHash() {
      return sourceHash();
    },
  };
}

/** 128 bits of SHA-256, base64url. The date is left out, as it is of what counts as a change. */
function hashOf({ guid, links, titles, bodies, authors, images }: RawEntry, base: string): string {
  const said = JSON.stringify([base, guid, links, titles, bodies, authors, images]);
  return hash('sha256', said, 'base64url').slice(0, 22);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An entry is one if it has a title, a link, a guid or a text. */
function isWorthKeeping(entry: SourceEntry): boolean {
  const { title, url, guid } = entry;
  return title !== '' || url !== '' || guid !== null || entry.descriptionHtml !== '';
}

function firstTitle(titles: readonly RawText[], maxLength = MAX_TITLE): string {
  for (const title of titles) {
    const text = plainTitle(title, maxLength);
    if (text !== '') return text;
  }
  return '';
}

function firstBody(bodies: readonly RawText[], base: string) {
  for (const body of bodies) {
    const clean = cleanBody(body, nestedBase(base, body.base));
    if (clean.descriptionHtml !== '') return clean;
  }
  return { descriptionHtml: '', descriptionText: '' };
}

function firstAddress(links: readonly string[], base: string): string | null {
  for (const link of links) {
    const address = resolveUrl(link, base);
    if (address !== null) return address;
  }
  return null;
}

function authorsOf(names: readonly string[]): Array<{ name: string }> {
  const clean = names.map((name) => plainTitle({ value: name, kind: 'unknown' }));
  const distinct = [...new Set(clean.filter((name) => name !== ''))];
  return distinct.slice(0, MAX_AUTHORS).map((name) => ({ name }));
}

function languageTag(language: string | undefined): string | null {
  const tag = oneLine(language ?? '', 35).replace(/_/g, '-');
  return /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}
