import { parseUrl } from '../../base/url.js';
import type { Attachment } from '../../contract/index.js';
import type { PublishedChannel, PublishedItem } from './published-channel.js';
import { excerpt, legalText, linkedAddress, oneLine } from './text.js';

/** Maximum length of the summary next to a whole article, in UTF-16 units. */
const SUMMARY = 500;

/** Range of dates in RFC 822 and RFC 3339: years 1 to 9999, in milliseconds. */
const FIRST_DATE = Date.parse('0001-01-01T00:00:00Z');
const LAST_DATE = Date.parse('9999-12-31T23:59:59Z');

/** A channel whose texts may be written into any format, and whose addresses are safe to follow. */
export interface CleanChannel {
  id: string;
  /** Title, never empty. */
  title: string;
  /** Description, never empty because RSS requires one. */
  description: string;
  icon: string | null;
  language: string | null;
  /** Address of the page; "" for a bundle whose own address is unknown. */
  siteUrl: string;
  /** Address of the document; "" if it is unknown. */
  selfUrl: string;
  hub: string | null;
  ttlMinutes: number;
  updatedAt: Date;
  /** Well-formed elements of `itunes:`, `podcast:` and `psc:`; "" when there are none. */
  podcastXml: string;
  items: CleanItem[];
}

export interface CleanItem {
  guid: string;
  /** Title, which may be empty: notes have none. */
  title: string;
  url: string | null;
  /** The complete plain text. */
  text: string;
  /** The summary of the source, or the beginning of `text`. */
  summary: string;
  /** True if the summary is from the source. */
  hasSummary: boolean;
  /** HTML, sanitised when it was stored; "" if there is none. */
  html: string;
  thumbnail: string | null;
  published: Date | null;
  addedAt: Date;
  authors: string[];
  modified: Date | null;
  attachments: Attachment[];
  tags: string[];
  commentsUrl: string | null;
  externalUrl: string | null;
  language: string | null;
  /** The feed that an item of a bundle came from; the address is that of its page. */
  source: { title: string; url: string } | null;
  podcastXml: string;
  kept: { identity: string; position: number } | null;
}

/** The only gate between stored texts and published documents. */
export function cleanChannel(channel: PublishedChannel): CleanChannel {
  const siteUrl = linkedAddress(channel.siteUrl) ?? channel.selfUrl;
  const title = oneLine(channel.title) || (parseUrl(siteUrl)?.host ?? 'Untitled');
  return {
    id: channel.id,
    title,
    description: oneLine(channel.description) || title,
    icon: linkedAddress(channel.icon),
    language: languageTag(channel.language),
    siteUrl,
    selfUrl: channel.selfUrl,
    hub: channel.hub ?? null,
    ttlMinutes: channel.ttlMinutes,
    updatedAt: new Date(channel.updatedAt),
    podcastXml: legalText(channel.podcastXml ?? ''),
    items: channel.items.map(cleanItem),
  };
}

function cleanItem(item: PublishedItem): CleanItem {
  const text = legalText(item.description_text).trim();
  const summary = legalText(item.summary ?? '').trim();
  return {
    guid: oneLine(item.guid),
    title: oneLine(item.title),
    url: linkedAddress(item.url),
    text,
    summary: summary || excerpt(text, SUMMARY),
    hasSummary: summary !== '',
    html: legalText(item.description_html).trim(),
    thumbnail: item.thumbnail === null ? null : linkedAddress(item.thumbnail),
    published: item.date_published === null ? null : writableDate(item.date_published),
    addedAt: new Date(item.addedAt),
    authors: item.authors.map((author) => oneLine(author.name)).filter((name) => name !== ''),
    modified: item.date_modified === undefined ? null : writableDate(item.date_modified),
    attachments: (item.attachments ?? []).flatMap(cleanAttachment),
    tags: (item.tags ?? []).map(oneLine).filter((tag) => tag !== ''),
    commentsUrl: linkedAddress(item.comments_url ?? ''),
    externalUrl: linkedAddress(item.external_url ?? ''),
    language: languageTag(item.language ?? null),
    source: cleanSource(item.source),
    podcastXml: legalText(item.podcastXml ?? ''),
    kept: item.kept ?? null,
  };
}

function cleanAttachment({ title = '', ...file }: Attachment): Attachment[] {
  const url = linkedAddress(file.url);
  const shown = oneLine(title);
  return url === null ? [] : [{ ...file, url, ...(shown !== '' && { title: shown }) }];
}

function cleanSource(source: PublishedItem['source']): CleanItem['source'] {
  const url = linkedAddress(source?.url ?? '');
  return url === null ? null : { title: oneLine(source?.title ?? ''), url };
}

function writableDate(iso: string): Date | null {
  const date = new Date(iso);
  const time = date.getTime();
  return time >= FIRST_DATE && time <= LAST_DATE ? date : null;
}

/** Maximum size of the cache, enough for the languages of one service's feeds. */
const MAX_TAGS = 1000;

/** Checked tags: finding out whether a language exists takes as long as writing ten items. */
const tags = new Map<string, string | null>();

function languageTag(language: string | null): string | null {
  if (language === null) return null;
  const known = tags.get(language);
  if (known !== undefined) return known;
  if (tags.size >= MAX_TAGS) tags.clear();
  const tag = checkedTag(language);
  tags.set(language, tag);
  return tag;
}

/**
 * A valid language tag, or null: sources also write `english`, `en_US` or `xx`, which readers and
 * the validator refuse.
 */
function checkedTag(language: string): string | null {
  try {
    const tag = Intl.getCanonicalLocales(language.trim().replaceAll('_', '-'))[0];
    const primary = /^[a-z]{2,3}(?=-|$)/.exec(tag ?? '')?.[0];
    return tag !== undefined && primary !== undefined && isLanguage(primary) ? tag : null;
  } catch {
    return null;
  }
}

function isLanguage(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return code !== 'und' && names.of(code) !== undefined;
}
