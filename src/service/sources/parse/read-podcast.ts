import { nestedBase } from '../document/resolve-url.js';
import type { XmlOutline } from './outline-xml.js';
import { type PodcastScope, podcastTag } from './podcast-scope.js';
import { MAX_PODCAST_XML, podcastXml } from './podcast-xml.js';
import type { RawFeed } from './raw-entry.js';
import type { XmlFeedKind } from './read-xml.js';

/** A document that uses the namespaces of podcasts. */
interface PodcastDocument {
  xml: string;
  outline: XmlOutline;
  scope: PodcastScope;
  kind: XmlFeedKind;
  /** Final address of the document. */
  url: string;
}

/** What a feed says of itself stands before its entries, and in some behind them. */
const MAX_HEAD = 262_144;

/**
 * Adds `podcastXml` to a feed, and its source to the entries, which carry their numbers. Writing the
 * elements of every entry made a document of a podcast 40 % dearer, and most entries are known.
 */
export function readPodcast(feed: RawFeed, document: PodcastDocument): RawFeed {
  const { xml, outline, scope, url } = document;
  const base = nestedBase(url, feed.base);
  const element = podcastTag(scope);
  return {
    ...feed,
    podcastXml: channelXml(document, base),
    entries: feed.entries.map((entry) => {
      const range = entry.number === undefined ? undefined : outline.entries[Number(entry.number)];
      if (range === undefined) return entry;
      const part = xml.slice(range.start, range.end);
      const first = part.search(element);
      if (first < 0) return entry;
      const write = () => podcastXml({ xml: part, scope, base: nestedBase(base, entry.base) });
      return { ...entry, podcast: { source: part.slice(first), write } };
    }),
  };
}

function channelXml({ xml, outline, scope, kind }: PodcastDocument, base: string): string {
  const { start, end, entries } = outline;
  const headEnd = Math.min(entries[0]?.start ?? end, start + MAX_HEAD);
  const head = podcastXml({ xml: xml.slice(start, headEnd), scope, base });
  const tailStart = entries.at(-1)?.end ?? end;
  // The channel of RDF ends before the items.
  if (kind === 'rdf' || tailStart >= end) return head;
  const tail = podcastXml(
    {
      xml: xml.slice(tailStart, Math.min(end, tailStart + MAX_HEAD)),
      scope,
      base,
      within: kind === 'rss' ? 'channel' : 'feed',
    },
    MAX_PODCAST_XML - head.length,
  );
  return [head, tail].filter((part) => part !== '').join('\n');
}
