import type { AtomFeed, JsonFeed, MediaNs, RdfFeed, RssFeed } from 'feedsmith';
import { present, type RawAttachment, type RawExtras, texts } from './raw-entry.js';

type RssItem = RssFeed.Item<string>;
type RdfItem = RdfFeed.Item<string>;
type AtomLink = AtomFeed.Link<string>;
type Enclosure = NonNullable<RssItem['enclosures']>[number];

/** What an item of RSS 0.9x or 2.0 has beside the fields of every item. */
export function rssExtras(item: RssItem): RawExtras {
  const hasBody = present(item.content?.encoded).length > 0;
  const { links } = item.atom ?? {};
  return {
    attachments: [
      ...(item.enclosures ?? []).flatMap(enclosed),
      ...linked(links),
      ...mediaFiles(item.media),
    ].map(withDuration(item.itunes?.duration)),
    tags: present(
      ...(item.categories ?? []).map(({ name }) => name as string | undefined),
      ...(item.dc?.subjects ?? []),
    ),
    keywords: present(
      ...(item.itunes?.keywords ?? []),
      ...mediaKeywords(item.media),
      item.slash?.section,
    ),
    modified: present(item.dcterms?.modified?.[0], item.atom?.updated),
    summaries: hasBody ? texts('unknown', item.description, item.itunes?.summary) : [],
    comments: present(item.comments, ...repliesOf(links)),
    external: related(links),
    language: item.dc?.languages?.[0],
  };
}

/** The same of RSS 0.90 and 1.0. */
export function rdfExtras(item: RdfItem): RawExtras {
  const hasBody = present(item.content?.encoded).length > 0;
  return {
    attachments: mediaFiles(item.media),
    tags: present(...(item.dc?.subjects ?? [])),
    keywords: present(...mediaKeywords(item.media), item.slash?.section),
    modified: present(item.dcterms?.modified?.[0]),
    summaries: hasBody ? texts('unknown', item.description) : [],
    comments: [],
    external: [],
    language: item.dc?.languages?.[0],
  };
}

/** The same of Atom. @param summaries the summary, read as the format says */
export function atomExtras(
  entry: AtomFeed.Entry<string>,
  summaries: RawExtras['summaries'],
): RawExtras {
  const { links } = entry;
  return {
    attachments: [...linked(links), ...mediaFiles(entry.media)].map(
      withDuration(entry.itunes?.duration),
    ),
    tags: present(
      ...(entry.categories ?? []).map(({ label, term }) => label ?? (term as string | undefined)),
      ...(entry.dc?.subjects ?? []),
    ),
    keywords: present(...(entry.itunes?.keywords ?? []), ...mediaKeywords(entry.media)),
    modified: present(entry.updated as string | undefined, entry.dcterms?.modified?.[0]),
    summaries: entry.content?.value ? summaries : [],
    comments: repliesOf(links),
    external: related(links),
    language: entry.xml?.lang ?? entry.dc?.languages?.[0],
  };
}

/** The same of JSON Feed. */
export function jsonExtras(item: JsonFeed.Item<string>): RawExtras {
  const hasBody = present(item.content_html, item.content_text).length > 0;
  return {
    attachments: (item.attachments ?? []).flatMap((attachment) => {
      const { mime_type: type, size_in_bytes: size, duration_in_seconds: duration } = attachment;
      return file(attachment.url, { type, size, duration, title: attachment.title });
    }),
    tags: present(...(item.tags ?? [])),
    keywords: [],
    modified: present(item.date_modified),
    summaries: hasBody ? texts('text', item.summary) : [],
    comments: [],
    external: present(item.external_url),
    language: item.language,
  };
}

function enclosed({ url, type, length: size }: Enclosure): RawAttachment[] {
  return file(url, { type, size });
}

/** Atom, and RSS with links of Atom. */
function linked(links: readonly AtomLink[] | undefined): RawAttachment[] {
  return withRelation(links, 'enclosure').flatMap(({ href, type, length: size, title }) =>
    file(href, { type, size, title }),
  );
}

/** RFC 4685: `replies` are a page or a feed of comments; a page is meant for people. */
function repliesOf(links: readonly AtomLink[] | undefined): string[] {
  return addresses(
    withRelation(links, 'replies').filter(({ type }) => type?.includes('html') !== false),
  );
}

function related(links: readonly AtomLink[] | undefined): string[] {
  return addresses(withRelation(links, 'related'));
}

function withRelation(links: readonly AtomLink[] | undefined, rel: string): AtomLink[] {
  return (links ?? []).filter((link) => link.rel === rel);
}

function addresses(links: readonly AtomLink[]): string[] {
  return present(...links.map(({ href }) => href as string | undefined));
}

/** No browser has played Flash since 2021; the feeds of YouTube still name it beside each video. */
const FLASH = 'application/x-shockwave-flash';

/** The contents of Media RSS; thumbnails are no files of the item. */
function mediaFiles(media: MediaNs.ItemOrFeed | undefined): RawAttachment[] {
  const groups = media?.groups ?? [];
  const contents = [...(media?.contents ?? []), ...groups.flatMap((group) => group.contents ?? [])];
  return contents
    .filter(({ type }) => type !== FLASH)
    .flatMap(({ url, type, fileSize: size, duration, title }) =>
      file(url, { type, size, duration, title: title?.value as string | undefined, isMedia: true }),
    );
}

function mediaKeywords(media: MediaNs.ItemOrFeed | undefined): string[] {
  const parts = [media, ...(media?.groups ?? [])];
  return parts.flatMap((part) => [
    ...(part?.keywords ?? []),
    ...present(
      ...(part?.categories ?? []).map(({ label, name }) => label ?? (name as string | undefined)),
    ),
  ]);
}

/** None when there is no address. */
function file(url: unknown, about: Omit<RawAttachment, 'url'>): RawAttachment[] {
  return typeof url === 'string' && url !== '' ? [{ url, ...about }] : [];
}

/** `itunes:duration` is that of the first file, where the file does not say. */
function withDuration(duration: number | undefined) {
  return (attachment: RawAttachment, index: number): RawAttachment =>
    index > 0 || duration === undefined || attachment.duration !== undefined
      ? attachment
      : { ...attachment, duration };
}
