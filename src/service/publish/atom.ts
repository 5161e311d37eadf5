import { createHash } from 'node:crypto';
import type { Attachment } from '../../contract/index.js';
import { type CleanChannel, type CleanItem, cleanChannel } from './clean-channel.js';
import type { PublishedChannel } from './published-channel.js';
import { excerpt, oneLine } from './text.js';
import {
  type Child,
  emptyElement,
  htmlElement,
  parentElement,
  textElement,
  xmlDocument,
} from './xml.js';

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

/** Maximum length of the title that an entry without one takes from its text, in UTF-16 units. */
const BORROWED_TITLE = 80;

/** The channel as Atom 1.0 (RFC 4287). */
export function toAtom(published: PublishedChannel): string {
  const channel = cleanChannel(published);
  const language = channel.language === null ? {} : { 'xml:lang': channel.language };
  return xmlDocument(
    parentElement('feed', [...feedElements(channel), ...channel.items.map(entryElement)], {
      ...NAMESPACES,
      ...language,
    }),
  );
}

function feedElements(channel: CleanChannel): Child[] {
  const { selfUrl, hub, siteUrl, icon } = channel;
  return [
    textElement('id', `urn:uuid:${nameUuid(channel.id)}`),
    textElement('title', channel.title),
    textElement('subtitle', channel.description),
    textElement('updated', channel.updatedAt.toISOString()),
    // The feed needs an author if any entry has none (RFC 4287 section 4.1.1).
    parentElement('author', [textElement('name', channel.title)]),
    selfUrl && emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: selfUrl }),
    hub && emptyElement('link', { rel: 'hub', href: hub }),
    siteUrl && emptyElement('link', { rel: 'alternate', href: siteUrl }),
    textElement('generator', 'feedctl'),
    icon && textElement('icon', icon),
  ];
}

function entryElement(item: CleanItem): string {
  const { url, published, thumbnail, modified, commentsUrl, externalUrl, language } = item;
  const elements = [
    textElement('id', `urn:uuid:${nameUuid(item.guid)}`),
    textElement('title', atomTitle(item)),
    url && emptyElement('link', { rel: 'alternate', href: url }),
    externalUrl && emptyElement('link', { rel: 'related', href: externalUrl }),
    commentsUrl && emptyElement('link', { rel: 'replies', type: 'text/html', href: commentsUrl }),
    ...item.attachments.map(enclosureLink),
    // `updated` is mandatory; without a date it is the time when the item was first seen, never
    // "now".
    textElement('updated', (modified ?? published ?? item.addedAt).toISOString()),
    published && textElement('published', published.toISOString()),
    ...item.authors.map((author) => parentElement('author', [textElement('name', author)])),
    ...item.tags.map((term) => emptyElement('category', { term })),
    ...contentElements(item),
    thumbnail && emptyElement('media:thumbnail', { url: thumbnail }),
  ];
  return parentElement('entry', elements, language === null ? {} : { 'xml:lang': language });
}

function enclosureLink({ url, mime_type, size_in_bytes, title }: Attachment): string {
  return emptyElement('link', {
    rel: 'enclosure',
    href: url,
    type: mime_type,
    ...(size_in_bytes !== undefined && { length: String(size_in_bytes) }),
    ...(title !== undefined && { title }),
  });
}

/** An entry without a link must have content (RFC 4287 section 4.1.2), even if it is empty. */
function contentElements({ html, text, summary, url }: CleanItem): Child[] {
  if (html !== '') {
    return [
      summary && textElement('summary', summary),
      htmlElement('content', html, { type: 'html' }),
    ];
  }
  return text === '' && url !== null ? [] : [textElement('content', text, { type: 'text' })];
}

function atomTitle({ title, text, url }: CleanItem): string {
  return title || oneLine(excerpt(text, BORROWED_TITLE)) || (url ?? 'Untitled');
}

/** A UUID of version 8 (RFC 9562), always the same for one name. */
function nameUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
