import { type JsonFeed, ParseError, parseJsonFeed } from 'feedsmith';
import { SourceError } from '../../fetch/index.js';
import { jsonDigest } from './document-digest.js';
import { MAX_ENTRIES } from './entry-window.js';
import type { OpenedFeed } from './opened-feed.js';
import { deletePropertyNames } from './property-names.js';
import { jsonPushLinks } from './push-links.js';
import {
  EMPTY_FEED,
  enclosedImages,
  MAX_PARTS,
  present,
  type RawEntry,
  type RawFeed,
  texts,
  tooManyParts,
} from './raw-entry.js';
import { jsonExtras } from './raw-extras.js';

const MAX_DEPTH = 100;

const VERSION = 'https://jsonfeed.org/version/1.1';

/**
 * JSON Feed 1.0 and 1.1.
 * @throws SourceError SOURCE_INVALID for JSON that is broken or nests too deep, SOURCE_TOO_LARGE for
 *   one of too many parts
 */
export function openJsonFeed(text: string, url: string): OpenedFeed {
  const json = parseJson(text, new URL(url).host);
  deletePropertyNames(json);
  const feed = Object(json) as { items?: unknown };
  const digest = jsonDigest(feed, url);
  return {
    digest,
    readAll: () => readMembers(json, url),
    readSome(chosen) {
      if (!Array.isArray(feed.items)) return null;
      return readMembers({ ...feed, items: feed.items.filter((_, index) => chosen(index)) }, url);
    },
  };
}

function readMembers(json: unknown, url: string): RawFeed {
  const feed = parseMembers(json);
  if (feed === null) return EMPTY_FEED;
  const feedAuthors = authorNames(feed.authors);
  return {
    titles: texts('text', feed.title as string | undefined),
    descriptions: texts('text', feed.description),
    icons: present(feed.icon, feed.favicon),
    language: feed.language,
    siteLinks: present(feed.home_page_url),
    base: undefined,
    dates: [],
    entries: ((feed.items as JsonFeed.Item<string>[] | undefined) ?? []).map((item) =>
      jsonEntry(item, feedAuthors),
    ),
    ttlMinutes: undefined,
    updatePeriod: undefined,
    updateFrequency: undefined,
    push: jsonPushLinks(feed, url),
  };
}

/** Null for a feed without a single member that a feed has. */
function parseMembers(json: unknown) {
  // feedsmith tells the format by the version or the title; here it is known, with neither.
  const feed = typeof json === 'object' && json !== null ? { ...json, version: VERSION } : json;
  try {
    return parseJsonFeed(feed, { maxItems: MAX_ENTRIES });
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

function jsonEntry(item: JsonFeed.Item<string>, feedAuthors: readonly string[]): RawEntry {
  const id = item.id as string | undefined;
  const authors = authorNames(item.authors);
  const attachments = (item.attachments ?? []).map(({ url, mime_type }) => ({
    url: url as unknown,
    type: mime_type as string | undefined,
  }));
  return {
    guid: id ?? null,
    links: present(item.url, item.external_url, /^https?:\/\//i.test(id ?? '') ? id : undefined),
    titles: texts('text', item.title),
    bodies: [
      ...texts('html', item.content_html),
      ...texts('text', item.content_text, item.summary),
    ],
    dates: present(item.date_published, item.date_modified),
    authors: authors.length > 0 ? authors : [...feedAuthors],
    images: present(item.image, item.banner_image, ...enclosedImages(attachments)),
    extras: jsonExtras(item),
    base: undefined,
  };
}

function authorNames(authors: readonly JsonFeed.Author[] | undefined): string[] {
  return present(...(authors ?? []).map(({ name }) => name));
}

function parseJson(text: string, host: string): unknown {
  checkBrackets(text, host);
  try {
    return JSON.parse(text.replace(/^[\s\ufeff]+/, ''));
  } catch (cause) {
    throw new SourceError(
      'SOURCE_INVALID',
      `The JSON feed of ${host} is broken: ${cause instanceof Error ? cause.message : 'no JSON'}.`,
      { cause },
    );
  }
}

/** Counts brackets outside strings before anything is built. */
function checkBrackets(text: string, host: string): void {
  let depth = 0;
  let opened = 0;
  const special = /["[\]{}]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') special.lastIndex = stringEnd(text, match.index + 1);
    else if (match[0] === ']' || match[0] === '}') depth -= 1;
    else {
      depth += 1;
      opened += 1;
    }
    if (depth > MAX_DEPTH) throw tooDeep(host);
    if (opened > MAX_PARTS) throw tooManyParts(host);
  }
}

function tooDeep(host: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The JSON feed of ${host} nests values more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}

function stringEnd(text: string, from: number): number {
  const special = /["\\]/g;
  special.lastIndex = from;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') return match.index + 1;
    special.lastIndex = match.index + 2;
  }
  return text.length;
}
