import type { TextKind } from '../changes/text-page.js';
import { blocked, botWall, type FetchedDocument, SourceError } from '../fetch/index.js';
import {
  type BodyKind,
  binaryKind,
  type FeedKind,
  isFeed,
  SNIFFED,
  START,
  sniffStart,
  sniffText,
} from './document/sniff.js';
import { SourceText } from './document/source-text.js';
import { FOLLOW_CHANGES } from './page-failure.js';
import type { RecordsFormat } from './records/read-records.js';

/** An answer that is a feed or a page. */
export type OpenedBody = { kind: FeedKind; text: SourceText } | { kind: 'html'; text: string };

/** A document of records that is neither feed nor page, or Markdown. */
export type OpenedRecords = { kind: 'records'; format: RecordsFormat | 'markdown'; text: string };

/** An answer whose text can be followed, or a feed. */
export type FollowedBody = OpenedBody | { kind: Exclude<TextKind, 'html'>; text: string };

/** Maximum size of a page: the tree of a larger one needs hundreds of megabytes. */
const MAX_PAGE_BYTES = 4_000_000;

/**
 * Detects the kind of an answer from its bytes. @throws SourceError SOURCE_INVALID if it is no feed
 * and no page, SOURCE_BLOCKED for a bot wall, SOURCE_TOO_LARGE for a page over 4 MB
 */
export async function openBody(answer: FetchedDocument): Promise<OpenedBody> {
  const text = openText(answer);
  const kind = bodyKind(text);
  if (isFeed(kind)) return { kind, text };
  if (kind !== 'html') throw unusable(answer, NAMES[kind] + hint(kind, text.start(SNIFFED)), kind);
  return { kind, text: pageText(answer, text) };
}

/**
 * As `openBody`, for an address that a person named: it may also be a document of records, or
 * Markdown. @throws SourceError like `openBody`
 */
export async function openAny(answer: FetchedDocument): Promise<OpenedBody | OpenedRecords> {
  const text = openText(answer);
  const kind = bodyKind(text);
  const isNamed = kind !== 'xml' || hint(kind, text.start(SNIFFED)) === '' || hasTitles(text);
  if ((kind === 'json' || kind === 'xml' || kind === 'calendar') && isNamed) {
    return { kind: 'records', format: kind, text: pageText(answer, text) };
  }
  return kind === 'text' && isMarkdown(answer)
    ? { kind: 'records', format: 'markdown', text: pageText(answer, text) }
    : openBody(answer);
}

/** True for a document of records, and for Markdown. */
export function isRecords(body: OpenedBody | OpenedRecords | FollowedBody): body is OpenedRecords {
  return body.kind === 'records';
}

/** True for a sitemap of news or videos, which has the titles of its pages. */
function hasTitles(text: SourceText): boolean {
  return /<(?:news|video):title[\s>]/i.test(text.start(SNIFFED));
}

function isMarkdown({ headers, url }: FetchedDocument): boolean {
  return (
    /^text\/(?:x-)?markdown\b/i.test(headers['content-type'] ?? '') ||
    /\.(?:md|markdown|mkd)$/i.test(new URL(url).pathname)
  );
}

/**
 * As `openBody`, for a document whose text is followed: it may also be plain text, CSV, JSON or
 * other XML.
 */
export async function openFollowed(answer: FetchedDocument): Promise<FollowedBody> {
  const text = openText(answer);
  const kind = bodyKind(text);
  if (!FOLLOWED.has(kind)) return openBody(answer);
  const isTable =
    /^text\/(?:csv|tab-separated-values)\b/i.test(answer.headers['content-type'] ?? '') ||
    /\.[ct]sv$/i.test(new URL(answer.url).pathname);
  const followed = kind === 'json' || kind === 'xml' ? kind : isTable ? 'csv' : 'text';
  return { kind: followed, text: pageText(answer, text) };
}

const FOLLOWED: ReadonlySet<BodyKind> = new Set(['text', 'json', 'xml', 'calendar']);

/** True if it is text for people, and no feed. */
export function isText(body: FollowedBody): body is Exclude<FollowedBody, { text: SourceText }> {
  return typeof body.text === 'string';
}

function openText(answer: FetchedDocument): SourceText {
  const binary = binaryKind(answer.body.bytes);
  if (binary !== null) throw unusable(answer, binary);
  return SourceText.open(answer.body.bytes, answer.headers['content-type']);
}

function bodyKind(text: SourceText): BodyKind {
  return sniffStart(text.start(START)) ?? sniffText(text.start(SNIFFED));
}

function pageText(answer: FetchedDocument, text: SourceText): string {
  const wall = botWall(answer.headers, text.start(SNIFFED));
  const { host } = new URL(answer.url);
  if (wall !== null) throw blocked(host, wall, { httpStatus: answer.status });
  if (answer.body.length > MAX_PAGE_BYTES) {
    throw new SourceError(
      'SOURCE_TOO_LARGE',
      `The page at ${answer.url} is larger than 4 MB, which is more than this service reads. ` +
        'Look for a feed address of the site.',
    );
  }
  return text.toString();
}

const NAMES: Readonly<Record<Exclude<BodyKind, FeedKind | 'html'>, string>> = {
  empty: 'an empty document',
  json: 'JSON, but no JSON Feed',
  xml: 'XML, but no feed',
  calendar: 'a calendar',
  binary: 'a binary file',
  text: 'plain text',
};

function hint(kind: BodyKind, text: string): string {
  if (kind !== 'xml') return '';
  if (/<opml[\s>]/i.test(text.slice(0, 4096))) return ' (a list of feeds: take one address of it)';
  return /<(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 4096)) ? ' (a sitemap)' : '';
}

function unusable(answer: FetchedDocument, what: string, kind?: BodyKind): SourceError {
  const isFollowed = kind !== undefined && FOLLOWED.has(kind);
  return new SourceError(
    'SOURCE_INVALID',
    `${answer.url} answers ${what}, not a feed or a web page. Check the address.`,
    { httpStatus: answer.status, next: isFollowed ? FOLLOW_CHANGES : undefined },
  );
}
