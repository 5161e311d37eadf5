import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../src/service/core/errors.js';
import type { SourceEntry } from '../src/service/core/source-document.js';
import { generateFeed } from '../src/service/generate/generate.js';
import { identityOf } from '../src/service/generate/page/address.js';

/** One item as labelled; fields that are not labelled are not judged. */
export interface LabelledItem {
  url: string;
  title?: string;
  date?: string | null;
  author?: string | string[] | null;
  image?: string | null;
}

/** One labelled page: what has to come out of it. */
export interface LabelledPage {
  url: string;
  kind?: string;
  must: LabelledItem[];
  may: (string | { url: string })[];
  /** Code of the error that is the right answer. */
  error?: string;
  heldBack?: boolean;
  /** Bodies of follow-up requests, by address without its query. */
  requests?: Record<string, string>;
}

export interface Labels {
  now?: string;
  pages: Record<string, LabelledPage>;
}

/** How one page came out. Shares are null when nothing of the kind is labelled. */
export interface PageScore {
  name: string;
  precision: number;
  recall: number;
  f1: number;
  exact: boolean;
  titles: Share;
  dates: Share;
  images: Share;
  authors: Share;
  /** What went wrong, for the reader of the benchmark. */
  remarks: string[];
}

export interface Share {
  right: number;
  of: number;
}

/** Time of the fetch when the labels name none: the real pages were saved then. */
const SAVED_AT = '2015-12-22T12:00:00Z';

export function readLabels(directory: string): Labels {
  return JSON.parse(readFileSync(join(directory, 'labels.json'), 'utf8')) as Labels;
}

/** Generates a feed from one labelled page and compares. */
export async function scorePage(
  directory: string,
  name: string,
  page: LabelledPage,
  now: string = SAVED_AT,
): Promise<PageScore> {
  const html = readFileSync(join(directory, name), 'utf8');
  try {
    const { document } = await generateFeed({
      url: page.url,
      html,
      now: Date.parse(now),
      selectors: null,
      rule: null,
      fetch: followUps(directory, page),
    });
    if (page.error !== undefined) {
      return failure(name, [`expected ${page.error}, got ${document.entries.length} items`]);
    }
    return compare(name, page, document.entries);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code !== page.error) return failure(name, [`${error.code}: ${error.message}`]);
    return { ...failure(name, []), precision: 1, recall: 1, f1: 1, exact: true };
  }
}

function followUps(directory: string, page: LabelledPage) {
  return async (url: string) => {
    const file = page.requests?.[url] ?? page.requests?.[url.split('?')[0] ?? ''];
    if (file === undefined) return null;
    return { url, status: 200, contentType: '', body: readFileSync(join(directory, file), 'utf8') };
  };
}

function failure(name: string, remarks: string[]): PageScore {
  const none: Share = { right: 0, of: 0 };
  const fields = { titles: none, dates: none, images: none, authors: none };
  return { name, precision: 0, recall: 0, f1: 0, exact: false, ...fields, remarks };
}

function compare(name: string, page: LabelledPage, entries: readonly SourceEntry[]): PageScore {
  const must = new Map((page.must ?? []).map((item) => [key(item.url), item]));
  const may = new Set(
    (page.may ?? []).map((item) => key(typeof item === 'string' ? item : item.url)),
  );
  const judged = entries.filter(({ url }) => must.has(key(url)) || !may.has(key(url)));
  const found = new Map<string, SourceEntry>();
  for (const entry of judged) {
    if (must.has(key(entry.url)) && !found.has(key(entry.url))) found.set(key(entry.url), entry);
  }
  const precision = judged.length === 0 ? 0 : found.size / judged.length;
  const recall = must.size === 0 ? 1 : found.size / must.size;
  const remarks = [
    ...judged
      .filter(({ url }) => !must.has(key(url)))
      .map(({ url, title }) => `extra ${url} "${title}"`),
    ...[...must.keys()].filter((url) => !found.has(url)).map((url) => `missing ${url}`),
  ];
  const exact =
    remarks.length === 0 &&
    [...must.keys()].join('\n') === judged.map(({ url }) => key(url)).join('\n');
  if (remarks.length === 0 && !exact) remarks.push('order differs');
  const pairs = [...found].map(([url, entry]) => ({ entry, label: must.get(url) ?? { url } }));
  return {
    name,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    exact,
    titles: share(
      pairs,
      'title',
      ({ entry, label }) => oneLine(entry.title) === oneLine(label.title ?? ''),
      ({ entry }) => entry.title,
      remarks,
    ),
    dates: share(
      pairs,
      'date',
      ({ entry, label }) => isoOf(entry) === isoText(label.date),
      ({ entry }) => isoOf(entry),
      remarks,
    ),
    images: share(
      pairs,
      'image',
      ({ entry, label }) => entry.thumbnail === label.image,
      ({ entry }) => entry.thumbnail,
      remarks,
    ),
    authors: share(
      pairs,
      'author',
      ({ entry, label }) =>
        entry.authors.map((author) => author.name).join(', ') === [label.author].flat().join(', '),
      ({ entry }) => entry.authors.map((author) => author.name).join(', '),
      remarks,
    ),
    remarks,
  };
}

interface Pair {
  entry: SourceEntry;
  label: LabelledItem;
}

function share(
  pairs: readonly Pair[],
  field: 'title' | 'date' | 'image' | 'author',
  right: (pair: Pair) => boolean,
  got: (pair: Pair) => string | null,
  remarks: string[],
): Share {
  const labelled = pairs.filter(({ label }) => label[field] !== undefined);
  const wrong = labelled.filter((pair) => !right(pair));
  for (const pair of wrong) {
    remarks.push(`${field} of ${pair.label.url}: "${got(pair)}" for "${pair.label[field]}"`);
  }
  return { right: labelled.length - wrong.length, of: labelled.length };
}

function isoOf(entry: SourceEntry): string | null {
  return entry.datePublished === null ? null : new Date(entry.datePublished).toISOString();
}

function isoText(date: string | null | undefined): string | null {
  return typeof date === 'string' ? new Date(date).toISOString() : null;
}

/** Item addresses with their fragment: changelog entries differ in nothing else. */
function key(url: string): string {
  const hash = url.indexOf('#');
  return identityOf(url) + (hash < 0 ? '' : url.slice(hash));
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
