import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One labelled item; fields that are not labelled are not judged. */
export interface LabelledItem {
  /** Addresses of the item: any of them is right. */
  urls: readonly string[];
  /** Any of them is right. */
  title?: string | readonly string[];
  /** Null when the item shows no date and none may be invented. */
  date?: string | null;
  author?: string | string[] | null;
  image?: string | null;
}

/** One labelled page: what has to come out of it. */
export interface LabelledPage {
  url: string;
  kind: string;
  /** Complete readings of the page; the one that fits best counts. */
  readings: readonly (readonly LabelledItem[])[];
  /** Addresses of further real items that are no mistake. */
  may: readonly string[];
  /** The page holds no list: the right answer is an error, this one where a code is given. */
  error: string | null;
  /** A page without a list of which a feed is no mistake. */
  excused: boolean;
  /** Items have to be in the order of the labels. */
  ordered: boolean;
  /** Dates are labelled by the day only. */
  days: boolean;
  heldBack: boolean;
  /** Bodies of follow-up requests, by address without its query. */
  requests: Readonly<Record<string, string>>;
}

/** A labelled set of pages. */
export interface Labels {
  /** Time of the fetch; undefined when the labels state none. */
  now: string | undefined;
  pages: Readonly<Record<string, LabelledPage>>;
}

/** Any error is right: the label says only that the page holds no list. */
export const ANY_ERROR = '';

type Item = Omit<LabelledItem, 'urls'> & { url: string };

/** `labels.json` with `pages`: one reading a page, in order, fields to the millisecond. */
interface DetailedPage {
  url: string;
  kind?: string;
  must: Item[];
  may?: (string | { url: string })[];
  error?: string;
  heldBack?: boolean;
  requests?: Record<string, string>;
}

/** The format that lists pages by name: several addresses an item, several readings a page. */
interface ListedItem {
  urls: string[];
  title?: string | string[] | null;
  date?: string | null;
}
interface ListedPage {
  url: string;
  kind?: string;
  must?: ListedItem[];
  alts?: ListedItem[][];
  may?: string[];
  notList?: boolean;
  justified?: boolean;
}

/** Reads `labels.json` of a folder, in either format; files are named as they are on the disk. */
export function readLabels(directory: string): Labels {
  const stored = JSON.parse(readFileSync(join(directory, 'labels.json'), 'utf8')) as
    | { now?: string; pages: Record<string, DetailedPage> }
    | Record<string, ListedPage>;
  if (isDetailed(stored)) {
    const pages = Object.entries(stored.pages).map(([name, page]) => [name, detailed(page)]);
    return { now: stored.now, pages: Object.fromEntries(pages) };
  }
  const pages = Object.entries(stored).map(([name, page]) => [`${name}.html`, listed(page)]);
  return { now: undefined, pages: Object.fromEntries(pages) };
}

function isDetailed(
  stored: { now?: string; pages: Record<string, DetailedPage> } | Record<string, ListedPage>,
): stored is { now?: string; pages: Record<string, DetailedPage> } {
  return 'pages' in stored && !('url' in stored.pages);
}

function detailed(page: DetailedPage): LabelledPage {
  return {
    url: page.url,
    kind: page.kind ?? '',
    readings: [page.must.map(({ url, ...fields }) => ({ urls: [url], ...fields }))],
    may: (page.may ?? []).map((item) => (typeof item === 'string' ? item : item.url)),
    error: page.error ?? null,
    excused: false,
    ordered: true,
    days: false,
    heldBack: page.heldBack ?? false,
    requests: page.requests ?? {},
  };
}

function listed(page: ListedPage): LabelledPage {
  return {
    url: page.url,
    kind: page.kind ?? '',
    readings: [page.must ?? [], ...(page.alts ?? [])].map((items) => items.map(withoutUnknown)),
    may: page.may ?? [],
    error: page.notList === true ? ANY_ERROR : null,
    excused: page.justified ?? false,
    ordered: false,
    days: true,
    heldBack: false,
    requests: {},
  };
}

/** Null stands for "not labelled" in this format. */
function withoutUnknown({ urls, title, date }: ListedItem): LabelledItem {
  return {
    urls,
    ...(typeof title === 'string' || Array.isArray(title) ? { title } : {}),
    ...(typeof date === 'string' ? { date } : {}),
  };
}

/** Pages with several blocks of stories, by what the label calls them. */
export function isFrontPage(kind: string): boolean {
  return /\b(?:front|home|portal)\b/i.test(kind);
}
