import { jsonDigest } from './document-digest.js';
import { parseJson } from './json-text.js';
import { pushLinks } from './push-links.js';
import {
  isImage,
  MAX_READ,
  numberOf,
  type OpenedFeed,
  present,
  type RawAttachment,
  type RawEntry,
  type RawFeed,
  texts,
} from './raw-entry.js';

/**
 * Opens JSON Feed 1.0 and 1.1. @throws SourceError SOURCE_INVALID for JSON that is broken or nests
 * too deep, SOURCE_TOO_LARGE for too many parts
 */
export function openJsonFeed(text: string, url: string): OpenedFeed {
  const json = parseJson(text, `The JSON feed of ${new URL(url).host}`);
  const feed = new Members(json);
  const all = feed.list('items');
  const items = all.slice(0, MAX_READ);
  const authors = jsonAuthors(feed);
  return {
    digest: jsonDigest(Object(json), url),
    isComplete: true,
    read: (chosen) => ({
      ...readHead(feed, url),
      total: all.length,
      entries: items
        .filter((item, index) => typeof item === 'object' && item !== null && chosen(index))
        .map((item) => readItem(new Members(item), authors)),
    }),
  };
}

function readHead(feed: Members, url: string): Omit<RawFeed, 'entries'> {
  const hubs = feed
    .list('hubs')
    .map((hub) => new Members(hub))
    .filter((hub) => hub.text('type')?.toLowerCase() === 'websub')
    .flatMap((hub) => hub.texts('url'));
  return {
    titles: texts('text', feed.text('title')),
    descriptions: texts('text', feed.text('description')),
    icons: feed.texts('icon', 'favicon'),
    language: feed.text('language'),
    siteLinks: feed.texts('home_page_url'),
    bases: [],
    dates: [],
    push: pushLinks(hubs, feed.texts('feed_url'), url),
  };
}

function readItem(item: Members, feedAuthors: readonly string[]): RawEntry {
  const authors = jsonAuthors(item);
  const [html, text] = [item.texts('content_html'), item.text('content_text')];
  const hasBody = html.length > 0 || text !== undefined;
  const attachments = item.list('attachments').flatMap(attachment);
  return {
    guid: item.text('id') ?? null,
    links: [
      ...item.texts('url', 'external_url'),
      ...item.texts('id').filter((id) => /^https?:\/\//i.test(id)),
    ],
    titles: texts('text', item.text('title')),
    bodies: [...texts('html', ...html), ...texts('text', text, item.text('summary'))],
    dates: item.texts('date_published', 'date_modified'),
    authors: authors.length > 0 ? authors : [...feedAuthors],
    images: [
      ...item.texts('image', 'banner_image'),
      ...attachments.filter(isImage).map(({ url }) => url),
    ],
    attachments,
    tags: present(...item.list('tags').map(jsonText)),
    keywords: [],
    modified: item.texts('date_modified'),
    summaries: hasBody ? texts('text', item.text('summary')) : [],
    comments: [],
    external: item.texts('external_url'),
    language: item.text('language'),
    base: undefined,
  };
}

function attachment(value: unknown): RawAttachment[] {
  const file = new Members(value);
  const about = {
    type: file.text('mime_type'),
    size: numberOf(file.text('size_in_bytes')),
    duration: numberOf(file.text('duration_in_seconds')),
    title: file.text('title'),
  };
  return file.texts('url').map((url) => ({ url, ...about }));
}

function jsonAuthors(owner: Members): string[] {
  const authors = owner.list('authors').flatMap(jsonAuthorNames);
  return authors.length > 0 ? authors : owner.list('author').flatMap(jsonAuthorNames);
}

function jsonAuthorNames(author: unknown): string[] {
  return present(jsonText(author) ?? new Members(author).text('name'));
}

/** Members of an object by their names in any case; none for other values. */
class Members {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const lower = name.toLowerCase();
      if (name === lower || !this.#values.has(lower)) this.#values.set(lower, member);
    }
  }

  /** A list, or the single value in place of one. */
  list(name: string): unknown[] {
    const value = this.#values.get(name) ?? [];
    return Array.isArray(value) ? value : [value];
  }

  /** A text or number; the first of a list; undefined for any other value. */
  text(name: string): string | undefined {
    return jsonText(this.list(name)[0]);
  }

  texts(...names: readonly string[]): string[] {
    return present(...names.map((name) => this.text(name)));
  }
}

function jsonText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}
