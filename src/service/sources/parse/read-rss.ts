import { parseRdfFeed, parseRssFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import {
  enclosedImages,
  mediaImages,
  present,
  type RawEntry,
  type RawFeed,
  texts,
} from './raw-entry.js';
import { rdfExtras, rssExtras } from './raw-extras.js';

type RssItem = RssFeed.Item<string>;
type RdfItem = RdfFeed.Item<string>;

/** RSS 0.9x and 2.0. */
export function readRss(xml: string): RawFeed {
  const feed = parseRssFeed(xml);
  return {
    titles: texts('unknown', feed.title, feed.dc?.titles?.[0]),
    descriptions: texts(
      'unknown',
      feed.description,
      feed.dc?.descriptions?.[0],
      feed.itunes?.summary,
      feed.itunes?.subtitle,
    ),
    icons: present(feed.image?.url, feed.itunes?.image, feed.atom?.icon, feed.atom?.logo),
    language: feed.language ?? feed.dc?.languages?.[0],
    siteLinks: present(feed.link, ...alternates(feed.atom?.links)),
    base: feed.xml?.base,
    dates: present(feed.pubDate, feed.lastBuildDate),
    entries: (feed.items ?? []).map(rssEntry),
    ttlMinutes: feed.ttl,
    updatePeriod: feed.sy?.updatePeriod,
    updateFrequency: feed.sy?.updateFrequency,
  };
}

function rssEntry(item: RssItem): RawEntry {
  const guid = item.guid?.value as string | undefined;
  const permalink = item.guid?.isPermaLink !== false && /^https?:\/\//i.test(guid ?? '');
  return {
    guid: guid ?? item.atom?.id ?? null,
    links: present(
      item.link,
      ...alternates(item.atom?.links),
      permalink ? guid : undefined,
      item.enclosures?.[0]?.url as string | undefined,
    ),
    titles: [
      ...texts('unknown', item.title, item.media?.title?.value, item.itunes?.title),
      ...texts('unknown', item.dc?.titles?.[0]),
    ],
    bodies: [
      ...texts('html', item.content?.encoded),
      ...texts('unknown', item.description, item.itunes?.summary, item.dc?.descriptions?.[0]),
      ...texts('text', mediaDescription(item.media), item.itunes?.subtitle),
    ],
    dates: present(
      item.pubDate,
      item.dc?.dates?.[0],
      item.dcterms?.issued?.[0],
      item.dcterms?.created?.[0],
      item.atom?.published,
      item.atom?.updated,
      item.dcterms?.modified?.[0],
    ),
    authors: rssAuthors(item),
    images: present(
      ...mediaImages(item.media),
      ...enclosedImages(item.enclosures),
      item.itunes?.image,
    ),
    extras: rssExtras(item),
    number: item.wfw?.commentRss,
    base: item.xml?.base,
  };
}

function rssAuthors(item: RssItem): string[] {
  const named = present(...(item.authors ?? []).map(({ name, email }) => name ?? email));
  if (named.length > 0) return named;
  const creators = item.dc?.creators ?? [];
  if (creators.length > 0) return creators;
  const atom = present(...(item.atom?.authors ?? []).map(({ name }) => name as string | undefined));
  if (atom.length > 0) return atom;
  // News searches name the publisher only here.
  return present(item.itunes?.author, item.source?.title as string | undefined).slice(0, 1);
}

/** RSS 0.90 and 1.0, which are RDF. */
export function readRdf(xml: string): RawFeed {
  const feed = parseRdfFeed(xml);
  return {
    titles: texts('unknown', feed.title as string | undefined, feed.dc?.titles?.[0]),
    descriptions: texts(
      'unknown',
      feed.description as string | undefined,
      feed.dc?.descriptions?.[0],
    ),
    icons: present(feed.image?.url as string | undefined),
    language: feed.dc?.languages?.[0],
    siteLinks: present(feed.link as string | undefined),
    base: feed.xml?.base,
    dates: present(feed.dc?.dates?.[0]),
    entries: (feed.items ?? []).map(rdfEntry),
    ttlMinutes: undefined,
    updatePeriod: feed.sy?.updatePeriod,
    updateFrequency: feed.sy?.updateFrequency,
  };
}

function rdfEntry(item: RdfItem): RawEntry {
  const about = item.rdf?.about;
  const isAddress = /^https?:\/\//i.test(about ?? '');
  return {
    guid: about ?? item.dc?.identifiers?.[0] ?? null,
    links: present(item.link as string | undefined, isAddress ? about : undefined),
    titles: texts('unknown', item.title as string | undefined, item.dc?.titles?.[0]),
    bodies: [
      ...texts('html', item.content?.encoded),
      ...texts('unknown', item.description, item.dc?.descriptions?.[0]),
    ],
    dates: present(item.dc?.dates?.[0], item.dcterms?.issued?.[0], item.dcterms?.modified?.[0]),
    authors: item.dc?.creators ?? [],
    images: mediaImages(item.media),
    extras: rdfExtras(item),
    number: item.wfw?.commentRss,
    base: item.xml?.base,
  };
}

function mediaDescription(media: RssItem['media']): string | undefined {
  const parts = [media, ...(media?.groups ?? []), ...(media?.contents ?? [])];
  return parts.map((part) => part?.description?.value as string | undefined).find(Boolean);
}

function alternates(
  links: ReadonlyArray<{ href?: unknown; rel?: string | undefined }> | undefined,
): string[] {
  return (links ?? []).flatMap(({ href, rel }) =>
    typeof href === 'string' && (rel === undefined || rel === 'alternate') ? [href] : [],
  );
}
