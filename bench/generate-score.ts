import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf } from '../src/generator/index.js';
import { ServiceError } from '../src/service/core/errors.js';
import type { SourceEntry } from '../src/service/core/source-document.js';
import { decodeText } from '../src/service/sources/document/source-text.js';
import { generateFeed } from '../src/service/sources/generate-feed.js';
import { ANY_ERROR, isFrontPage, type LabelledItem, type LabelledPage } from './generate-labels.js';

/** How one page came out. */
export interface PageScore {
  name: string;
  front: boolean;
  /** The page holds no list; of such a page only `rubbish` is judged. */
  noList: boolean;
  /** A page without a list became a feed. */
  rubbish: boolean;
  /** Of the list that won; 0 when there is none. */
  confidence: number;
  precision: number;
  recall: number;
  f1: number;
  exact: boolean;
  titles: Share;
  dates: Share;
  /** Against the labelled pictures; where none is labelled, items whose picture is their own. */
  images: Share;
  authors: Share;
  /** What went wrong, for the reader of the benchmark. */
  remarks: string[];
}

export interface Share {
  right: number;
  of: number;
}

const NONE: Share = { right: 0, of: 0 };
const DAY_MS = 86_400_000;
/** So many items with one picture share a logo or an icon, which is no picture of theirs. */
const SHARED_PICTURE = 3;

/** Generates a feed from one labelled page and compares. Without `now` the present time counts. */
export async function scorePage(
  directory: string,
  name: string,
  page: LabelledPage,
  now: string | undefined,
): Promise<PageScore> {
  const html = decodeText(readFileSync(join(directory, name)));
  try {
    const { document, explanation } = await generateFeed({
      url: page.url,
      html,
      now: now === undefined ? Date.now() : Date.parse(now),
      selectors: null,
      rule: null,
      fetch: followUps(directory, page),
    });
    const { confidence } = explanation;
    if (page.error === null) return { ...compare(name, page, document.entries), confidence };
    const { entries } = document;
    const remark = `expected ${page.error || 'no feed'}, got ${entries.length} items: "${entries[0]?.title}"`;
    return { ...failure(name, page, [remark]), rubbish: !page.excused, confidence };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isRight = page.error === ANY_ERROR || error.code === page.error;
    if (!isRight) return failure(name, page, [`${error.code}: ${error.message}`]);
    return { ...failure(name, page, []), precision: 1, recall: 1, f1: 1, exact: true };
  }
}

function followUps(directory: string, page: LabelledPage) {
  return async (url: string) => {
    const file = page.requests[url] ?? page.requests[url.split('?')[0] ?? ''];
    if (file === undefined) return null;
    return { url, status: 200, contentType: '', body: readFileSync(join(directory, file), 'utf8') };
  };
}

function failure(name: string, page: LabelledPage, remarks: string[]): PageScore {
  return {
    name,
    front: isFrontPage(page.kind),
    noList: page.error !== null,
    rubbish: false,
    confidence: 0,
    precision: 0,
    recall: 0,
    f1: 0,
    exact: false,
    titles: NONE,
    dates: NONE,
    images: NONE,
    authors: NONE,
    remarks,
  };
}

/** The score by the reading that fits best. */
export function compare(
  name: string,
  page: LabelledPage,
  entries: readonly SourceEntry[],
): PageScore {
  const scores = page.readings.map((reading) => compareWith(name, page, reading, entries));
  return scores.reduce((best, score) => (score.f1 > best.f1 ? score : best));
}

function compareWith(
  name: string,
  page: LabelledPage,
  reading: readonly LabelledItem[],
  entries: readonly SourceEntry[],
): PageScore {
  const must = new Map(reading.flatMap((item) => item.urls.map((url) => [addressKey(url), item])));
  const may = new Set(page.may.map(addressKey));
  const judged = entries.filter(
    ({ url }) => must.has(addressKey(url)) || !may.has(addressKey(url)),
  );
  const found = new Map<LabelledItem, SourceEntry>();
  const extra: SourceEntry[] = [];
  for (const entry of judged) {
    const item = must.get(addressKey(entry.url));
    if (item === undefined) extra.push(entry);
    else if (!found.has(item)) found.set(item, entry);
  }
  const precision = found.size / Math.max(found.size + extra.length, 1);
  const recall = reading.length === 0 ? 1 : found.size / reading.length;
  const remarks = [
    ...extra.map(({ url, title }) => `extra ${url} "${title}"`),
    ...reading.filter((item) => !found.has(item)).map(({ urls }) => `missing ${urls[0]}`),
  ];
  const inOrder = reading.every((item, at) => item === [...found.keys()][at]);
  if (remarks.length === 0 && page.ordered && !inOrder) remarks.push('order differs');
  const exact = remarks.length === 0;
  const pairs = [...found].map(([label, entry]) => ({ label, entry }));
  return {
    ...failure(name, page, []),
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    exact,
    titles: titles(pairs, remarks),
    dates: dates(pairs, page.days, remarks),
    images: images(pairs, remarks),
    authors: authors(pairs, remarks),
    remarks,
  };
}

interface Pair {
  label: LabelledItem;
  entry: SourceEntry;
}

function titles(pairs: readonly Pair[], remarks: string[]): Share {
  const labelled = pairs.filter(({ label }) => label.title !== undefined);
  return share(labelled, 'title', remarks, ({ label, entry }) => {
    const title = oneLine(entry.title);
    return [title, isTitleOf(label, title) ? title : (titlesOf(label)[0] ?? null)];
  });
}

/** Whether a title is one of those that a person gave. */
export function isTitleOf(label: LabelledItem, title: string): boolean {
  return titlesOf(label).includes(oneLine(title));
}

function titlesOf({ title = [] }: LabelledItem): string[] {
  return (typeof title === 'string' ? [title] : title).map(oneLine);
}

function dates(pairs: readonly Pair[], days: boolean, remarks: string[]): Share {
  const labelled = pairs.filter(({ label }) => label.date !== undefined);
  return share(labelled, 'date', remarks, ({ label, entry }) => {
    const wanted = typeof label.date === 'string' ? Date.parse(label.date) : null;
    const got = entry.datePublished;
    // A day is labelled without a zone: the moment may be on either side of midnight.
    const isNear =
      days && got !== null && wanted !== null && Math.abs(got - wanted) <= DAY_MS * 1.5;
    return [iso(isNear ? wanted : got), iso(wanted)];
  });
}

function images(pairs: readonly Pair[], remarks: string[]): Share {
  const labelled = pairs.filter(({ label }) => label.image !== undefined);
  if (labelled.length > 0) {
    return share(labelled, 'image', remarks, ({ label, entry }) => [
      entry.thumbnail,
      label.image ?? null,
    ]);
  }
  const uses = new Map<string | null, number>();
  for (const { entry } of pairs) uses.set(entry.thumbnail, (uses.get(entry.thumbnail) ?? 0) + 1);
  const pictured = pairs.filter(({ entry }) => entry.thumbnail !== null);
  const own = pictured.filter(
    ({ entry }) => (uses.get(entry.thumbnail) ?? 0) < Math.max(SHARED_PICTURE, pairs.length * 0.3),
  );
  if (own.length < pictured.length) remarks.push(`one picture of ${pictured.length} items`);
  return { right: own.length, of: pictured.length };
}

function authors(pairs: readonly Pair[], remarks: string[]): Share {
  const labelled = pairs.filter(({ label }) => label.author !== undefined);
  return share(labelled, 'author', remarks, ({ label, entry }) => [
    entry.authors.map(({ name }) => name).join(', '),
    [label.author].flat().join(', '),
  ]);
}

function share(
  labelled: readonly Pair[],
  field: string,
  remarks: string[],
  values: (pair: Pair) => readonly [got: string | null, wanted: string | null],
): Share {
  let right = 0;
  for (const pair of labelled) {
    const [got, wanted] = values(pair);
    if (got === wanted) right += 1;
    else remarks.push(`${field} of ${pair.label.urls[0]}: "${got}" for "${wanted}"`);
  }
  return { right, of: labelled.length };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Item addresses with their fragment: changelog entries differ in nothing else. */
export function addressKey(url: string): string {
  const hash = url.indexOf('#');
  return decoded(identityOf(url)) + (hash < 0 ? '' : decoded(url.slice(hash)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
