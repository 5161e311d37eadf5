import { SourceError } from '../../fetch/index.js';
import { jsonDigest } from './document-digest.js';
import { MAX_ENTRIES, type OpenedFeed } from './opened-feed.js';
import { pushLinks } from './push-links.js';
import {
  file,
  isImage,
  MAX_PARTS,
  present,
  type RawEntry,
  type RawFeed,
  texts,
  tooManyParts,
} from './raw-entry.js';

const MAX_DEPTH = 100;

/**
 * JSON Feed 1.0 and 1.1.
 * @throws SourceError SOURCE_INVALID for JSON that is broken or nests too deep, SOURCE_TOO_LARGE for
 *   one of too many parts
 */
export function openJsonFeed(text: string, url: string): OpenedFeed {
  const json = parseJson(text, new URL(url).host);
  const feed = new Members(json);
  const items = feed.list('items').slice(0, MAX_ENTRIES);
  const authors = authorsOf(feed);
  return {
    digest: jsonDigest(Object(json), url),
    isComplete: true,
    read: (chosen) => ({
      ...readHead(feed, url),
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
    .map((hub) => hub.text('url'));
  return {
    titles: texts('text', feed.text('title')),
    descriptions: texts('text', feed.text('description')),
    icons: present(feed.text('icon'), feed.text('favicon')),
    language: feed.text('language'),
    siteLinks: present(feed.text('home_page_url')),
    bases: [],
    dates: [],
    push: pushLinks(present(...hubs), present(feed.text('feed_url')), url),
  };
}

function readItem(item: Members, feedAuthors: readonly string[]): RawEntry {
  const id = item.text('id');
  const authors = authorsOf(item);
  const [html, text, summary] = ['content_html', 'content_text', 'summary'].map((name) =>
    item.text(name),
  );
  const published = present(item.text('date_published'));
  const modified = present(item.text('date_modified'));
  const attachments = item.list('attachments').flatMap((value) => {
    const attachment = new Members(value);
    return file(attachment.text('url'), {
      type: attachment.text('mime_type'),
      size: attachment.number('size_in_bytes'),
      duration: attachment.number('duration_in_seconds'),
      title: attachment.text('title'),
    });
  });
  const external = present(item.text('external_url'));
  return {
    guid: id ?? null,
    links: [
      ...present(item.text('url')),
      ...external,
      ...present(id).filter((one) => /^https?:\/\//i.test(one)),
    ],
    titles: texts('text', item.text('title')),
    bodies: [...texts('html', html), ...texts('text', text, summary)],
    dates: [...published, ...modified],
    authors: authors.length > 0 ? authors : [...feedAuthors],
    images: [
      ...present(item.text('image'), item.text('banner_image')),
      ...attachments.filter(isImage).map(({ url }) => url),
    ],
    extras: {
      attachments,
      tags: present(...item.list('tags').map(textOf)),
      keywords: [],
      modified,
      summaries: present(html, text).length > 0 ? texts('text', summary) : [],
      comments: [],
      external,
      language: item.text('language'),
    },
    base: undefined,
  };
}

function authorsOf(owner: Members): string[] {
  const names = (list: string) =>
    present(
      ...owner.list(list).map((author) => textOf(author) ?? new Members(author).text('name')),
    );
  const authors = names('authors');
  return authors.length > 0 ? authors : names('author');
}

/** The members of an object, by their names in any case; none of what is no object. */
class Members {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const lower = name.toLowerCase();
      if (name === lower || !this.#values.has(lower)) this.#values.set(lower, member);
    }
  }

  /** A list, or the one value that stands for it. */
  list(name: string): unknown[] {
    const value = this.#values.get(name) ?? [];
    return Array.isArray(value) ? value : [value];
  }

  /** A text or number, of a list the first; undefined for anything else. */
  text(name: string): string | undefined {
    return textOf(this.list(name)[0]);
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

function parseJson(text: string, host: string): unknown {
  checkBrackets(text, host);
  try {
    return JSON.parse(text.replace(/^[\s\ufeff]+/, ''));
  } catch (cause) {
    throw new SourceError(
      'SOURCE_INVALID',
      `The JSON feed of ${host} is broken: ${cause instanceof Error ? cause.message : 'no JSON'}.`,
      { cause },
    );
  }
}

/** Counts brackets outside strings before anything is built. */
function checkBrackets(text: string, host: string): void {
  let depth = 0;
  let opened = 0;
  const special = /["[\]{}]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') special.lastIndex = stringEnd(text, match.index + 1);
    else if (match[0] === ']' || match[0] === '}') depth -= 1;
    else {
      depth += 1;
      opened += 1;
    }
    if (depth > MAX_DEPTH) throw tooDeep(host);
    if (opened > MAX_PARTS) throw tooManyParts(host);
  }
}

function tooDeep(host: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The JSON feed of ${host} nests values more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}

function stringEnd(text: string, from: number): number {
  const special = /["\\]/g;
  special.lastIndex = from;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') return match.index + 1;
    special.lastIndex = match.index + 2;
  }
  return text.length;
}
