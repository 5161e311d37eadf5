import { escapeHtml } from '../../base/text.js';
import type { Attachment } from '../../contract/index.js';
import { type CleanChannel, type CleanItem, cleanChannel } from './clean-channel.js';
import type { PublishedChannel } from './published-channel.js';
import {
  type Child,
  emptyElement,
  htmlElement,
  parentElement,
  textElement,
  xmlDocument,
} from './xml.js';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

/** Namespaces that are declared only in documents that use them: most feeds are no podcasts. */
const PODCAST_NAMESPACES = {
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:psc': 'http://podlove.org/simple-chapters',
};

/** The channel as RSS 2.0. */
export function toRss(published: PublishedChannel): string {
  const channel = cleanChannel(published);
  const isPodcast = [channel, ...channel.items].some(({ podcastXml }) => podcastXml !== '');
  return xmlDocument(
    parentElement(
      'rss',
      [parentElement('channel', [...channelElements(channel), ...channel.items.map(itemElement)])],
      { version: '2.0', ...NAMESPACES, ...(isPodcast && PODCAST_NAMESPACES) },
    ),
  );
}

function channelElements(channel: CleanChannel): Child[] {
  const { title, siteUrl, icon, language, selfUrl, hub } = channel;
  return [
    textElement('title', title),
    siteUrl && textElement('link', siteUrl),
    textElement('description', channel.description),
    language && textElement('language', language),
    textElement('lastBuildDate', rfc822Date(channel.updatedAt)),
    textElement('generator', 'feedctl'),
    textElement('ttl', String(channel.ttlMinutes)),
    icon && imageElement(icon, title, siteUrl),
    selfUrl &&
      emptyElement('atom:link', { href: selfUrl, rel: 'self', type: 'application/rss+xml' }),
    hub && emptyElement('atom:link', { href: hub, rel: 'hub' }),
    channel.podcastXml,
  ];
}

/** The image of the channel. The validator requires the title and the link of the channel in it. */
function imageElement(icon: string, title: string, siteUrl: string): string {
  return parentElement('image', [
    textElement('url', icon),
    textElement('title', title),
    textElement('link', siteUrl),
  ]);
}

function itemElement(item: CleanItem): string {
  const { title, url, html, published, thumbnail, commentsUrl, externalUrl, source } = item;
  const description = descriptionOf(item);
  return parentElement('item', [
    title && textElement('title', title),
    url && textElement('link', url),
    description && htmlElement('description', description),
    html && htmlElement('content:encoded', html),
    commentsUrl && textElement('comments', commentsUrl),
    ...enclosures(item.attachments),
    ...item.tags.map((tag) => textElement('category', tag)),
    textElement('guid', item.guid, { isPermaLink: 'false' }),
    published && textElement('pubDate', rfc822Date(published)),
    ...item.authors.map((author) => textElement('dc:creator', author)),
    source && textElement('source', source.title, { url: source.url }),
    externalUrl && emptyElement('atom:link', { href: externalUrl, rel: 'related' }),
    ...item.attachments.map(mediaContent),
    thumbnail && emptyElement('media:thumbnail', { url: thumbnail }),
    item.podcastXml,
  ]);
}

/** RSS allows one enclosure, which players take for the episode; Media RSS lists all files. */
function enclosures(files: readonly Attachment[]): string[] {
  const episode = files.find(({ mime_type }) => /^(?:audio|video)\//.test(mime_type)) ?? files[0];
  return episode === undefined ? [] : [enclosure(episode)];
}

/** `length` is mandatory; publishers of RSS 2.0 write 0 for an unknown size. */
function enclosure({ url, size_in_bytes = 0, mime_type }: Attachment): string {
  return emptyElement('enclosure', { url, length: String(size_in_bytes), type: mime_type });
}

function mediaContent(attachment: Attachment): string {
  const { url, mime_type, size_in_bytes, duration_in_seconds, title } = attachment;
  const medium = /^(?:audio|video|image)(?=\/)/.exec(mime_type)?.[0];
  const attributes = {
    url,
    type: mime_type,
    ...(size_in_bytes !== undefined && { fileSize: String(size_in_bytes) }),
    ...(duration_in_seconds !== undefined && { duration: String(duration_in_seconds) }),
    ...(medium !== undefined && { medium }),
  };
  const titleElement = medium === 'image' ? 'media:description' : 'media:title';
  return title === undefined
    ? emptyElement('media:content', attributes)
    : parentElement('media:content', [textElement(titleElement, title)], attributes);
}

/**
 * The description, which readers interpret as HTML. An item must have this or a title; an item with
 * neither gets a placeholder.
 */
function descriptionOf({ title, url, text, summary, html }: CleanItem): string {
  if (text !== '') return escapeHtml(html === '' ? text : summary);
  if (html !== '') return html;
  return title === '' ? escapeHtml(url ?? 'Untitled') : '';
}

/** `Sat, 21 Nov 2026 09:00:00 GMT`: RFC 822 with the four-digit years of RSS 2.0. */
function rfc822Date(date: Date): string {
  return date.toUTCString();
}
