import { type AtomFeed, parseAtomFeed } from 'feedsmith';
import { decodeBase64 } from './rare-forms.js';
import {
  enclosedImages,
  mediaImages,
  present,
  type RawEntry,
  type RawFeed,
  type RawText,
  texts,
} from './raw-entry.js';
import { atomExtras } from './raw-extras.js';

type Entry = AtomFeed.Entry<string>;
type Link = AtomFeed.Link<string>;
type AnyText = AtomFeed.Text | AtomFeed.Content | undefined;

/** Atom 0.3 and 1.0. feedsmith reads the old names (issued, modified, tagline) into the new ones. */
export function readAtom(xml: string): RawFeed {
  const feed = parseAtomFeed(xml);
  const feedAuthors = names(feed.authors);
  return {
    titles: textOf(feed.title as AnyText),
    descriptions: textOf(feed.subtitle),
    icons: present(feed.icon, feed.logo, feed.itunes?.image),
    language: feed.xml?.lang ?? feed.dc?.languages?.[0],
    siteLinks: linksOf(feed.links),
    base: feed.xml?.base,
    dates: present(feed.updated as string | undefined),
    entries: (feed.entries ?? []).map((entry) => atomEntry(entry, feedAuthors)),
    ttlMinutes: undefined,
    updatePeriod: feed.sy?.updatePeriod,
    updateFrequency: feed.sy?.updateFrequency,
  };
}

function atomEntry(entry: Entry, feedAuthors: readonly string[]): RawEntry {
  const authors = [names(entry.authors), entry.dc?.creators ?? [], names(entry.source?.authors)];
  return {
    guid: (entry.id as string | undefined) ?? null,
    links: linksOf(entry.links),
    titles: [...textOf(entry.title as AnyText), ...texts('text', mediaTitle(entry))],
    bodies: [
      ...textOf(entry.content),
      ...textOf(entry.summary),
      ...texts('text', mediaDescription(entry)),
    ],
    dates: present(
      entry.published,
      entry.dc?.dates?.[0],
      entry.dcterms?.issued?.[0],
      entry.updated as string | undefined,
    ),
    // RFC 4287, 4.2.1: an entry without authors has those of its source, else of the feed.
    authors: authors.find((list) => list.length > 0) ?? [...feedAuthors],
    images: present(
      ...mediaImages(entry.media),
      ...enclosedImages(enclosures(entry.links)),
      entry.itunes?.image,
    ),
    extras: atomExtras(entry, textOf(entry.summary)),
    number: entry.wfw?.commentRss,
    base: entry.xml?.base,
  };
}

/** Atom says what its text is; but many that say nothing, or "text", carry escaped HTML. */
function textOf(text: AnyText): RawText[] {
  if (text?.value === undefined || text.value === '') return [];
  const type = text.type?.toLowerCase() ?? '';
  // Content of any other media type is base64 (RFC 4287, 4.1.3.3).
  const isBase64 = type.includes('/') && !/^text\/|html|xml/.test(type);
  if (isBase64 && !type.startsWith('application/')) return [];
  const value = isBase64 ? decodeBase64(text.value) : text.value;
  if (value === null) return [];
  const kind = /html/.test(type) ? 'html' : 'unknown';
  return [{ value, kind, base: text.xml?.base }];
}

/** The human page first: `alternate` in HTML, any `alternate`, then what there is. */
function linksOf(links: readonly Link[] | undefined): string[] {
  const alternate = (links ?? []).filter(({ rel }) => rel === undefined || rel === 'alternate');
  const html = alternate.filter(({ type }) => type === undefined || type.includes('html'));
  const related = (links ?? []).filter(({ rel }) => rel === 'related' || rel === 'via');
  return present(
    ...[...html, ...alternate, ...related].map(({ href }) => href as string | undefined),
  );
}

function enclosures(links: readonly Link[] | undefined) {
  return (links ?? [])
    .filter(({ rel }) => rel === 'enclosure')
    .map(({ href, type }) => ({ url: href as unknown, type }));
}

function names(people: ReadonlyArray<AtomFeed.Person> | undefined): string[] {
  return present(...(people ?? []).map(({ name, email }) => (name as string | undefined) ?? email));
}

function mediaTitle({ media }: Entry): string | undefined {
  return media?.title?.value as string | undefined;
}

/** YouTube has the text of a video nowhere else. */
function mediaDescription({ media }: Entry): string | undefined {
  const parts = [media, ...(media?.groups ?? [])];
  return parts.map((part) => part?.description?.value as string | undefined).find(Boolean);
}
