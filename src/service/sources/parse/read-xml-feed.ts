import { SourceError } from '../../fetch/index.js';
import { nestedBase, placeAt } from '../document/references.js';
import type { SourceText } from '../document/source-text.js';
import { digestOfXml } from './document-digest.js';
import { ENTRY_ELEMENTS, FEED_ELEMENTS } from './feed-elements.js';
import { podcastOf } from './podcast-xml.js';
import { pushLinks } from './push-links.js';
import { MAX_READ, numberOf, type OpenedFeed, present, type RawFeed } from './raw-entry.js';
import { readDate } from './read-date.js';
import { people, readEntry } from './read-entry.js';
import { readLinks } from './read-links.js';
import { imageAddress } from './read-media.js';
import { textsOf } from './read-text.js';
import { skipHints } from './schedule-hints.js';
import { walkXml } from './walk-xml.js';
import type { XmlElement } from './xml-element.js';

/** XML formats of feeds, by their root element. */
type XmlFeedKind = 'rss' | 'rdf' | 'atom';

/**
 * RSS, RDF and Atom of any version.
 * @throws SourceError SOURCE_INVALID for RDF that is no feed, for what nests too deep and for what
 *   breaks off before the feed begins; SOURCE_TOO_LARGE
 */
export function openXmlFeed(text: SourceText, kind: XmlFeedKind, url: string): OpenedFeed {
  const walked = walkXml(text, new URL(url).host);
  const { feed, isComplete } = walked;
  // RDF is also used for people and licences.
  if (kind === 'rdf' && isComplete && !walked.hasChannel && walked.entries.length === 0) {
    throw noFeed(url);
  }
  if (feed === null) throw brokenOff(url);
  const entries = newestEnd(walked.entries);
  const base = nestedBase(url, ...walked.bases);
  const authors = kind === 'atom' ? feed.all('author').flatMap(people) : [];
  return {
    digest: digestOfXml(text, walked, [kind, url]),
    isComplete,
    read: (chosen) => ({
      ...readHead(feed, url),
      total: walked.entries.length,
      bases: walked.bases,
      podcast: podcastOf(feed, () => placeAt(base)),
      entries: entries
        .filter((_, index) => chosen(index))
        .map((entry) => readEntry(entry, { authors, base, hasXmlBase: walked.bases.length > 0 })),
    }),
  };
}

/** Fields of the feed itself. */
function readHead(feed: XmlElement, url: string): Omit<RawFeed, 'bases' | 'entries'> {
  const { pages, related, hubs, selves } = readLinks(feed);
  const { title, description, icon, language, date, ttl, period, frequency } = FEED_ELEMENTS;
  const listed = (list: string, name: string) =>
    feed.all(list).flatMap((element) => element.texts(name));
  return {
    titles: textsOf(feed, title),
    descriptions: textsOf(feed, description),
    icons: present(...feed.all(...icon).map(imageAddress)),
    language: feed.attribute('xml:lang') ?? feed.first(...language),
    siteLinks: [...pages, ...related],
    dates: feed.texts(...date),
    ttlMinutes: numberOf(feed.first(...ttl)),
    updatePeriod: feed.first(...period),
    updateFrequency: numberOf(feed.first(...frequency)),
    newAddress: feed.first('itunes:new-feed-url'),
    push: pushLinks(hubs, selves, url),
    skip: skipHints(listed('skiphours', 'hour'), listed('skipdays', 'day')),
  };
}

/** At most 2,000 entries: the first ones, or the last ones if dates increase. */
function newestEnd(entries: readonly XmlElement[]): readonly XmlElement[] {
  if (entries.length <= MAX_READ) return entries;
  const [first, last] = [entries[0], entries.at(-1)].map(
    (entry) => readDate(entry?.first(...ENTRY_ELEMENTS.date) ?? '')?.local,
  );
  const isAscending = first !== undefined && last !== undefined && first < last;
  return isAscending ? entries.slice(-MAX_READ) : entries.slice(0, MAX_READ);
}

function noFeed(url: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `${url} answers RDF, but no feed: it has neither a channel nor items. Check the address.`,
  );
}

/** The error for a document that ends before the first entry is complete. */
export function brokenOff(url: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed at ${url} cannot be read: it breaks off in the middle, before its first item is ` +
      'complete. Try again later; if it stays so, tell its publisher.',
  );
}
