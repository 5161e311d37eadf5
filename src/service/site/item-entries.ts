import * as z from 'zod';
import { parseJson } from '../../base/json.js';
import { itemExtrasSchema } from '../../contract/item.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Cells } from './site-state.js';

export type ItemRow = Omit<RowOf<'items'>, 'number'>;

/** An item of a JSON Feed that a build wrote; other values count as missing. */
type PublishedJson = Readonly<Record<string, unknown>>;

const feedSchema = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  icon: z.string().default(''),
  language: z.string().nullable().default(null),
  home_page_url: z.string().nullable().default(null),
  items: z.array(z.unknown()),
});

/** Columns that come from the published file. */
const CONTENT_COLUMNS = [
  'url',
  'title',
  'description_text',
  'description_html',
  'thumbnail',
  'date_published',
  'authors',
  'extras',
  'podcast_xml',
] as const satisfies readonly (keyof Database['items'])[];

/** Columns that a build stores of each item. Null, 0 and derived values are left out. */
const OWN_COLUMNS = [
  'identity',
  'added_at',
  'position',
  'guid',
  'date_ahead',
  'fingerprint',
  'source_hash',
  'text_state',
  'announced_changes',
  'told',
  'updated_at',
] as const satisfies readonly (keyof Database['items'])[];

type Content = Pick<ItemRow, (typeof CONTENT_COLUMNS)[number]>;

/** The part of an item that a published file shows. */
interface PublishedEntry extends Content {
  identity: string;
  added_at: number;
  position: number;
}

/** A JSON Feed that a build wrote. */
export interface PublishedFile {
  title: string;
  description: string;
  icon: string;
  language: string | null;
  siteUrl: string | null;
  /** Items by identity. */
  items: Map<string, PublishedEntry>;
}

/** Reads a JSON Feed that a build wrote; null for anything else. */
export function readPublishedFile(text: string): PublishedFile | null {
  const feed = feedSchema.safeParse(parseJson(text));
  if (!feed.success) return null;
  const { items, home_page_url: siteUrl, ...facts } = feed.data;
  const entries = items.flatMap((item) => publishedEntry(item) ?? []);
  return { ...facts, siteUrl, items: new Map(entries.map((entry) => [entry.identity, entry])) };
}

/** Checked by hand: a site has thousands of items, and a schema takes ten times as long. */
function publishedEntry(value: unknown): PublishedEntry | null {
  if (!isRecord(value) || !isRecord(value._feedctl)) return null;
  const { identity, position, first_seen: firstSeen } = value._feedctl;
  const addedAt = timeOf(firstSeen);
  if (typeof identity !== 'string' || typeof position !== 'number' || addedAt === null) return null;
  return {
    identity,
    position,
    added_at: addedAt,
    url: textOrEmpty(value.url),
    title: textOrEmpty(value.title),
    description_text: textOrEmpty(value.content_text),
    description_html: textOrEmpty(value.content_html),
    thumbnail: typeof value.image === 'string' ? value.image : null,
    date_published: timeOf(value.date_published),
    authors: JSON.stringify(authorNames(value.authors)),
    extras: extrasOf(value),
    podcast_xml: null,
  };
}

function extrasOf(value: PublishedJson): string | null {
  const { attachments, tags, date_modified, summary, external_url, language } = value;
  const parsed = itemExtrasSchema.safeParse({
    ...{ attachments, tags, date_modified, summary, external_url, language },
  });
  const json = JSON.stringify(parsed.data ?? {});
  return json === '{}' ? null : json;
}

function authorNames(value: unknown): { name: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((author: unknown) =>
    isRecord(author) && typeof author.name === 'string' ? [{ name: author.name }] : [],
  );
}

function isRecord(value: unknown): value is PublishedJson {
  return typeof value === 'object' && value !== null;
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/**
 * The entry of an item in the state: its identity, and the columns of its content that the
 * published file lacks or shows differently.
 */
export function stateEntry(row: ItemRow, published: PublishedEntry | undefined): Cells {
  const own = OWN_COLUMNS.filter((name) => !isImplied(row, name)).map((name) => [name, row[name]]);
  const content = CONTENT_COLUMNS.filter(
    (name) => published === undefined || !sameValue(row[name], published[name]),
  ).map((name) => [name, row[name]]);
  return Object.fromEntries([...own, ...content]);
}

/** As `stateEntry` for an item whose published form did not change since the last build. */
export function sameEntry(row: ItemRow, before: Cells): Cells {
  const own = OWN_COLUMNS.filter((name) => !isImplied(row, name)).map((name) => [name, row[name]]);
  const content = CONTENT_COLUMNS.flatMap((name) =>
    before[name] === undefined ? [] : [[name, before[name]]],
  );
  return Object.fromEntries([...own, ...content]);
}

function isImplied(row: ItemRow, name: (typeof OWN_COLUMNS)[number]): boolean {
  if (name === 'updated_at') return row.updated_at === row.added_at;
  if (name === 'announced_changes') return row.announced_changes === 0;
  return row[name] === null;
}

function sameValue(a: string | number | null, b: string | number | null): boolean {
  return a === b || (isObject(a) && isObject(b) && sortedJson(a) === sortedJson(b));
}

function isObject(value: string | number | null): value is string {
  return typeof value === 'string' && value.startsWith('{');
}

/** JSON with its keys in alphabetical order; other text unchanged. */
function sortedJson(text: string): string {
  try {
    const value: Record<string, unknown> = JSON.parse(text);
    return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return text;
  }
}

/** Fingerprint of an item whose content is lost until its source lists it again. */
export const LOST = '';

/** The row of an item; its fingerprint is `LOST` if its content cannot be restored. */
export function itemRow(
  feedId: string,
  entry: Cells,
  published: PublishedEntry | undefined,
): ItemRow | null {
  const { identity, added_at, position } = entry;
  if (typeof identity !== 'string') return null;
  if (typeof added_at !== 'number' || typeof position !== 'number') return null;
  const isWhole = published !== undefined || CONTENT_COLUMNS.every((name) => name in entry);
  const row: ItemRow = {
    ...(published ?? EMPTY),
    feed_id: feedId,
    identity,
    added_at,
    position,
    // Columns are listed one by one: spreading thousands of rows takes a tenth of a build without
    // news.
    guid: null,
    date_ahead: null,
    source_hash: null,
    text_state: null,
    withheld: null,
    announced_changes: 0,
    told: null,
    updated_at: added_at,
    fingerprint: LOST,
  };
  Object.assign(row, onlyKnown(entry));
  if (!isWhole || entry.fingerprint === undefined) row.fingerprint = LOST;
  return row;
}

const EMPTY: Content = {
  url: '',
  title: '',
  description_text: '',
  description_html: '',
  thumbnail: null,
  date_published: null,
  authors: '[]',
  extras: null,
  podcast_xml: null,
};

const KNOWN = new Set<string>([...CONTENT_COLUMNS, ...OWN_COLUMNS]);

/** Drops unknown columns, because a state may come from a newer feedctl. */
function onlyKnown(entry: Cells): Cells {
  if (Object.keys(entry).every((name) => KNOWN.has(name))) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([name]) => KNOWN.has(name)));
}
