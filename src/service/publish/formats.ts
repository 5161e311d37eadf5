import { csvLine } from '../../base/csv.js';
import { toAtom } from './atom.js';
import { type CleanItem, cleanChannel } from './clean-channel.js';
import { pictureKey, toHtml } from './html.js';
import type { PublishedChannel } from './published-channel.js';
import { toRss } from './rss.js';

interface Format {
  mediaType: string;
  write(channel: PublishedChannel): string;
}

/** Formats of a channel, by the extension of the address. */
const FORMATS = {
  xml: { mediaType: 'application/rss+xml; charset=utf-8', write: toRss },
  atom: { mediaType: 'application/atom+xml; charset=utf-8', write: toAtom },
  json: { mediaType: 'application/feed+json; charset=utf-8', write: toJsonFeed },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: toCsv },
  html: { mediaType: 'text/html; charset=utf-8', write: toPage },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export function isFormatName(extension: string): extension is FormatName {
  return Object.hasOwn(FORMATS, extension);
}

export function mediaTypeOf(format: FormatName): string {
  return FORMATS[format].mediaType;
}

/** The document, which contains its own address. */
export function writeDocument(channel: PublishedChannel, format: FormatName): string {
  const selfUrl = channel.selfUrl.replace(/\.xml$/, `.${format}`);
  return FORMATS[format].write({ ...channel, selfUrl });
}

/** The page loads its pictures through the service, and nothing from other sites. */
function toPage(channel: PublishedChannel): string {
  return toHtml(channel, {
    pictureOf: (address) => `${channel.id}/pictures/${pictureKey(address)}`,
  });
}

/** Columns in order, by the names of the fields in the API. */
const COLUMNS: Record<string, (item: CleanItem) => string> = {
  guid: (item) => item.guid,
  title: (item) => item.title,
  url: (item) => item.url ?? '',
  date_published: (item) => item.published?.toISOString() ?? '',
  authors: (item) => item.authors.join('; '),
  description_text: (item) => item.text,
  thumbnail: (item) => item.thumbnail ?? '',
  tags: (item) => item.tags.join('; '),
  // Joined by spaces, which addresses do not have.
  attachments: (item) => item.attachments.map(({ url }) => url).join(' '),
  date_modified: (item) => item.modified?.toISOString() ?? '',
  summary: (item) => (item.hasSummary ? item.summary : ''),
  comments_url: (item) => item.commentsUrl ?? '',
  external_url: (item) => item.externalUrl ?? '',
  language: (item) => item.language ?? '',
  feed: (item) => item.source?.title ?? '',
};

/** The items as CSV with a heading; cells are escaped, because the texts are untrusted. */
export function toCsv(published: PublishedChannel): string {
  const { items } = cleanChannel(published);
  const rows = items.map((item) => Object.values(COLUMNS).map((column) => column(item)));
  return [Object.keys(COLUMNS), ...rows].map(csvLine).join('');
}

/** The channel as JSON Feed 1.1. feedsmith's generator leaves out `items` when there are none. */
export function toJsonFeed(published: PublishedChannel): string {
  const channel = cleanChannel(published);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: channel.title,
    ...(channel.siteUrl === '' ? {} : { home_page_url: channel.siteUrl }),
    ...(channel.selfUrl === '' ? {} : { feed_url: channel.selfUrl }),
    ...(channel.hub === null ? {} : { hubs: [{ type: 'WebSub', url: channel.hub }] }),
    description: channel.description,
    ...(channel.icon === null ? {} : { icon: channel.icon }),
    ...(channel.language === null ? {} : { language: channel.language }),
    items: channel.items.map(jsonItem),
  });
}

function jsonItem(item: CleanItem): object {
  const { title, url, html, text, thumbnail, published, authors, attachments, tags } = item;
  const { modified, externalUrl, language } = item;
  return {
    id: item.guid,
    ...(url === null ? {} : { url }),
    ...(title === '' ? {} : { title }),
    ...(html === '' ? {} : { content_html: html }),
    // One of the two is mandatory, even if both are empty.
    ...(text === '' && html !== '' ? {} : { content_text: text }),
    ...(thumbnail === null ? {} : { image: thumbnail }),
    ...(published === null ? {} : { date_published: published.toISOString() }),
    ...(modified === null ? {} : { date_modified: modified.toISOString() }),
    ...(authors.length === 0 ? {} : { authors: authors.map((name) => ({ name })) }),
    ...(externalUrl === null ? {} : { external_url: externalUrl }),
    ...(item.hasSummary ? { summary: item.summary } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(language === null ? {} : { language }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(item.kept === null
      ? {}
      : { _feedctl: { ...item.kept, first_seen: item.addedAt.toISOString() } }),
  };
}
