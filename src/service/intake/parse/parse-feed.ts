import type { SourceDocument } from '../../source-document.js';
import type { BodyKind } from '../document/sniff.js';
import { SourceError } from '../fetch/index.js';
import { cleanFeed } from './clean-feed.js';
import { outlineXml } from './outline-xml.js';
import { prepareXml } from './prepare-xml.js';
import type { RawFeed } from './raw-entry.js';
import { readJsonFeed } from './read-json-feed.js';
import { readXml, UnreadableXml, type XmlFeedKind } from './read-xml.js';
import { type SkipHints, skipHints } from './schedule-hints.js';

/** The kinds of body that are feeds. */
export type FeedKind = XmlFeedKind | 'json-feed';

export function isFeed(kind: BodyKind): kind is FeedKind {
  return kind === 'rss' || kind === 'rdf' || kind === 'atom' || kind === 'json-feed';
}

/** The metadata of a document stands before its entries; this much of it is looked at. */
const HEAD = 65_536;

/**
 * Reads a feed of any format.
 * @param text the decoded document
 * @param context final address of the document, and the time in milliseconds
 * @throws SourceError SOURCE_INVALID when nothing whole can be read out of it
 */
export function parseFeed(
  text: string,
  kind: FeedKind,
  context: { url: string; now: number },
): SourceDocument {
  const { feed, skip } =
    kind === 'json-feed'
      ? { feed: readJsonFeed(text, new URL(context.url).host), skip: NO_SKIPS }
      : parseXml(text, kind, context.url);
  return cleanFeed(feed, { ...context, skip });
}

const NO_SKIPS: SkipHints = { skipHours: [], skipDays: [] };

function parseXml(
  text: string,
  kind: XmlFeedKind,
  url: string,
): { feed: RawFeed; skip: SkipHints } {
  const xml = prepareXml(text);
  const outline = outlineXml(xml, new URL(url).host);
  const headEnd = Math.min(outline.entries[0]?.start ?? xml.length, outline.start + HEAD);
  const skip = skipHints(xml.slice(outline.start, headEnd));
  try {
    return { feed: readXml(xml, outline, kind), skip };
  } catch (error) {
    throw error instanceof UnreadableXml ? broken(url, error.cause) : error;
  }
}

function broken(url: string, cause: unknown): SourceError {
  const how = cause === undefined ? 'it breaks off in the middle' : 'its XML is not well-formed';
  return new SourceError(
    'SOURCE_INVALID',
    `The feed at ${url} cannot be read: ${how}. Its owner has to repair it.`,
    { cause },
  );
}
