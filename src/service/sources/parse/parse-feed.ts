import { MalformedError } from 'feedsmith';
import type { DocumentDigest, SourceDocument } from '../../core/source-document.js';
import { SourceError } from '../../fetch/index.js';
import { oneLine } from '../document/clean-text.js';
import type { FeedKind } from '../document/sniff.js';
import { SourceText } from '../document/source-text.js';
import { balanceTags } from './balance-tags.js';
import { cleanFeed } from './clean-feed.js';
import { placesIn } from './document-digest.js';
import type { OpenedFeed } from './opened-feed.js';
import { outlineXml, type XmlOutline } from './outline-xml.js';
import { type PodcastScope, podcastScope } from './podcast-scope.js';
import { prepareXml } from './prepare-xml.js';
import { xmlPushLinks } from './push-links.js';
import { rewriteRareForms } from './rare-forms.js';
import type { RawFeed } from './raw-entry.js';
import { openJsonFeed } from './read-json-feed.js';
import { readPodcast } from './read-podcast.js';
import { readSoundXml, readXml, UnreadableXml, type XmlFeedKind } from './read-xml.js';
import { skipHints } from './schedule-hints.js';
import { sliceXml } from './slice-xml.js';

/** The metadata of a document precedes its entries; only this much is searched. */
const HEAD = 65_536;

/**
 * Reads a feed of any format.
 * @param document as text, or as it came
 * @param context final address of the document, the time in milliseconds, and the digest of the
 *   previous document, with which only entries of another text are read; see `SourceDocument.places`
 * @throws SourceError SOURCE_INVALID when nothing whole can be read out of it
 */
export function parseFeed(
  document: string | SourceText,
  kind: FeedKind,
  { previous, ...context }: { url: string; now: number; previous?: DocumentDigest | null },
): SourceDocument {
  try {
    const text = typeof document === 'string' ? SourceText.of(document) : document;
    const opened =
      kind === 'json-feed'
        ? openJsonFeed(text.toString(), context.url)
        : openXml(text, kind, context.url);
    const { digest } = opened;
    const places = digest === null ? null : placesIn(previous, digest);
    if (places !== null) {
      const feed = opened.readSome((index) => places[index] === null);
      const part = feed && cleanFeed(feed, { ...context, digest, places });
      if (part?.digest !== undefined) return part;
    }
    return cleanFeed(opened.readAll(), { ...context, digest, places: null });
  } catch (error) {
    throw error instanceof SourceError ? error : failed(context.url, error);
  }
}

function openXml(text: SourceText, kind: XmlFeedKind, url: string): OpenedFeed {
  const sliced = sliceXml(text, kind, url);
  return {
    digest: sliced?.digest ?? null,
    readAll() {
      const prepared = prepare(text.toString(), kind, url);
      const { xml, outline } = prepared;
      if (kind === 'rdf' && outline.isComplete && !isFeedRdf(xml, outline)) throw noFeed(url);
      try {
        return withHead(readXml(xml, outline, kind), prepared);
      } catch (error) {
        if (!(error instanceof UnreadableXml)) throw error;
        throw outline.isComplete ? failed(url, error.cause) : brokenOff(url);
      }
    },
    readSome(chosen) {
      if (sliced === null) return null;
      const prepared = prepare(sliced.withSome(chosen), kind, url);
      if (!prepared.outline.isComplete) return null;
      const feed = readSoundXml(prepared.xml, prepared.outline, kind);
      return feed && withHead(feed, prepared);
    },
  };
}

/** A document that feedsmith can read, and where things are in it. */
interface PreparedXml {
  xml: string;
  outline: XmlOutline;
  scope: PodcastScope | null;
  kind: XmlFeedKind;
  url: string;
}

function prepare(text: string, kind: XmlFeedKind, url: string): PreparedXml {
  const { host } = new URL(url);
  let xml = rewriteRareForms(prepareXml(text), kind);
  let outline = outlineXml(xml, host);
  if (!outline.isBalanced) {
    xml = balanceTags(xml, outline.start);
    outline = outlineXml(xml, host);
  }
  const scope = podcastScope(xml);
  return { xml, outline: { ...outline, isNumbered: scope !== null }, scope, kind, url };
}

/** Adds what feedsmith does not read. */
function withHead(feed: RawFeed, { scope, ...document }: PreparedXml): RawFeed {
  const { xml, outline, url } = document;
  const headEnd = Math.min(outline.entries[0]?.start ?? xml.length, outline.start + HEAD);
  const head = xml.slice(outline.start, headEnd);
  const whole = { ...feed, push: xmlPushLinks(head, url), skip: skipHints(head) };
  return scope === null ? whole : readPodcast(whole, { ...document, scope });
}

/** RDF describes people and licences, too. */
function isFeedRdf(xml: string, { entries }: XmlOutline): boolean {
  return entries.length > 0 || /<(?:[\w.-]{1,64}:)?channel[\s>/]/i.test(xml);
}

function noFeed(url: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `${url} answers RDF, but no feed: it has neither a channel nor items. Check the address.`,
  );
}

function brokenOff(url: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed at ${url} cannot be read: it breaks off in the middle, before its first item is ` +
      'complete. Try again later; if it stays so, tell its publisher.',
  );
}

/** Reports the message of the parser, without guessing the cause. */
function failed(url: string, cause: unknown): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed at ${url} cannot be read: ${reasonOf(cause)}. ` +
      'Look for another feed of the same site, or tell its publisher.',
    { cause },
  );
}

function reasonOf(cause: unknown): string {
  if (cause instanceof MalformedError) {
    const said = cause.cause instanceof Error ? oneLine(cause.cause.message, 200) : '';
    return said === '' ? 'its XML cannot be parsed' : `its XML cannot be parsed (${said})`;
  }
  const name = cause instanceof Error ? cause.name : 'unknown error';
  return `the parser of feedctl fails on it (${name})`;
}
