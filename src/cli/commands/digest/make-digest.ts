import { changeInHtml, changeInText, changeOf } from '../../../base/change-text.js';
import { escapeHtml } from '../../../base/text.js';
import type { Item } from '../../../client/index.js';
import { cleaned, httpUrl } from '../../../messages/text.js';
import { localDay } from '../../kit/local-time.js';

/** Items of feeds and bundles for one mail or page: plain texts of bounded length. */
export interface Digest {
  /** Title of the feed or bundle. */
  title: string;
  /** Number of items, including those that `groups` leaves out. */
  count: number;
  /** Number of items that `groups` leaves out. */
  more: number;
  groups: DigestGroup[];
  /** Feeds of the items that are left out, with their numbers. */
  rest: { title: string; count: number }[];
}

interface DigestGroup {
  /** Heading of the group: title of a feed, or a date. */
  title: string;
  items: DigestItem[];
}

export interface DigestItem {
  title: string;
  /** http(s) address; "" without one. */
  url: string;
  text: string;
  author: string;
  /** ISO 8601, or null. */
  date: string | null;
  feed: string;
  /** http(s) address; "" without a picture. */
  image: string;
  /** BCP 47 tag; "" if it is not known. */
  language: string;
  /** The change of a page as HTML, in place of the text. */
  change?: string;
}

type Grouping = 'feed' | 'day';

const MAX_TITLE = 300;
const MAX_TEXT = 300;
const MAX_AUTHOR = 100;

/**
 * Groups items, newest first.
 *
 * @param limit maximum number of items shown
 */
export function makeDigest(
  title: string,
  items: readonly Item[],
  { by, limit }: { by: Grouping; limit: number },
): Digest {
  const entries = items.map((item) => digestEntry(item, title));
  // Items without a date are last; the sort is stable.
  entries.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  const groups = new Map<string, DigestItem[]>();
  for (const entry of entries.slice(0, limit)) {
    const name = by === 'feed' ? entry.feed : digestDay(entry.date);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return {
    title: cleaned(title, MAX_TITLE),
    count: entries.length,
    more: Math.max(0, entries.length - limit),
    rest: countsOf(entries.slice(limit)),
    groups: [...groups].map(([name, of]) => ({ title: name, items: of })),
  };
}

function countsOf(entries: readonly DigestItem[]): Digest['rest'] {
  const counts = new Map<string, number>();
  for (const { feed } of entries) counts.set(feed, (counts.get(feed) ?? 0) + 1);
  return [...counts].map(([title, count]) => ({ title, count }));
}

function digestEntry(item: Item, source: string): DigestItem {
  const change = changeOf(item);
  const text = cleaned(
    change === null ? item.description_text : changeInText(change).replaceAll('\n', ' · '),
    MAX_TEXT,
  );
  const url = httpUrl(item.url);
  const title = cleaned(item.title, MAX_TITLE);
  const time = Date.parse(item.date_published ?? '');
  const names = item.authors.slice(0, 5).map(({ name }) => name);
  return {
    title: title || cleaned(text, 80) || url || 'Untitled',
    url,
    text: title === '' ? '' : text,
    author: cleaned(names.join(', '), MAX_AUTHOR),
    date: Number.isNaN(time) ? null : new Date(time).toISOString(),
    feed: cleaned(item.feed?.title ?? source, MAX_TITLE) || 'Untitled',
    image: httpUrl(item.thumbnail ?? ''),
    language: /^[\w-]{1,35}$/.test(item.language ?? '') ? (item.language ?? '') : '',
    ...(change !== null && { change: changeInHtml(change, { write: plain }) }),
  };
}

/** Maximum length of a line of a change. */
const MAX_WORDS = 500;

function plain(text: string): string {
  const [, before, after] = /^(\s*).*?(\s*)$/s.exec(text) ?? [];
  return `${before && ' '}${escapeHtml(cleaned(text, MAX_WORDS))}${after && ' '}`;
}

/** The day in the time zone of this machine. */
function digestDay(date: string | null): string {
  if (date === null) return 'Without a date';
  return localDay(new Date(date));
}
