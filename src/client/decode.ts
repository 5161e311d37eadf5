import type {
  Attachment,
  Author,
  Bundle,
  BundleSummary,
  Feed,
  FeedSettings,
  FeedSummary,
  Filters,
  Item,
} from './resources.js';

/** A JSON object. */
type JsonObject = Record<string, unknown>;

/** The body is JSON but not what the interface promises; the message completes "answered, but …". */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Decoders take what services of this interface really send - `icon` as a text or as `{ url }`,
 * members as ids or as objects, fields missing - and give the one shape of the interface. Fields
 * the interface does not know are kept.
 */
export function decodeFeedSummary(body: unknown): FeedSummary {
  const raw = object(body, 'a feed');
  return {
    ...raw,
    id: identifier(raw, 'a feed'),
    title: text(raw.title),
    description: text(raw.description),
    icon: icon(raw.icon),
    source_url: text(raw.source_url),
    rss_feed_url: text(raw.rss_feed_url),
    // Only a service that says so has stopped reading the source.
    is_active: raw.is_active !== false,
    ...document(raw.document),
    ...filters(raw),
    ...(isObject(raw.settings) && { settings: decodeFeedSettings(raw.settings) }),
  };
}

/** Decodes a feed with its items; see {@link decodeFeedSummary}. */
export function decodeFeed(body: unknown): Feed {
  return { ...decodeFeedSummary(body), items: items(object(body, 'a feed').items) };
}

/** The document that a feed reads; nothing where the service sends something else by that name. */
function document(value: unknown): Pick<FeedSummary, 'document'> {
  if (value === undefined) return {};
  if (!isObject(value) || (value.kind !== 'feed' && value.kind !== 'html')) {
    return { document: undefined };
  }
  const { kind, url } = value;
  return { document: typeof url === 'string' ? { ...value, kind, url } : undefined };
}

/** The filters of a feed or bundle; nothing where the service sends something else by that name. */
function filters(raw: JsonObject): { filters?: Filters | undefined } {
  if (!('filters' in raw)) return {};
  return { filters: isObject(raw.filters) ? decodeFilters(raw.filters) : undefined };
}

/** Decodes filters; a missing list is empty. */
export function decodeFilters(value: unknown): Filters {
  const raw = isObject(value) ? value : {};
  return { ...raw, include: texts(raw.include), exclude: texts(raw.exclude) };
}

/** Signs a browser in to the dashboard of feedctl's own service. */
export interface DashboardLink {
  url: string;
  /** ISO 8601. */
  expires_at: string;
}

/** Decodes a link of the dashboard; only one of the web is passed on, to be opened in a browser. */
export function decodeDashboardLink(body: unknown): DashboardLink {
  const { url, expires_at } = object(body, 'a link');
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || typeof expires_at !== 'string') {
    throw new DecodeError('the body is not a link to a dashboard');
  }
  return { url, expires_at };
}

/** Decodes feed settings; an absent author is none. */
export function decodeFeedSettings(body: unknown): FeedSettings {
  const raw = object(body, 'feed settings');
  return { ...raw, customAuthor: typeof raw.customAuthor === 'string' ? raw.customAuthor : null };
}

/** Decodes a bundle; see {@link decodeFeedSummary}. */
export function decodeBundleSummary(body: unknown): BundleSummary {
  const raw = object(body, 'a bundle');
  return {
    ...raw,
    id: identifier(raw, 'a bundle'),
    name: text(raw.name),
    description: text(raw.description),
    icon: icon(raw.icon),
    rss_feed_url: text(raw.rss_feed_url),
    feeds: members(raw.feeds),
    ...filters(raw),
  };
}

/** Decodes a bundle with its items; see {@link decodeFeedSummary}. */
export function decodeBundle(body: unknown): Bundle {
  return { ...decodeBundleSummary(body), items: items(object(body, 'a bundle').items) };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws {@link DecodeError} for anything but a JSON object */
export function object(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new DecodeError(`the body is not ${what}`);
}

/** @throws {@link DecodeError} when there is no id */
export function identifier(raw: JsonObject, what: string): string {
  if (typeof raw.id === 'string' && raw.id !== '') return raw.id;
  if (typeof raw.id === 'number') return String(raw.id);
  throw new DecodeError(`the body is not ${what}: it has no id`);
}

/** Extensions come from feedctl's own service, which keeps to their schemas: marks are enough. */
export function decodeAs<T extends object>(...marks: (keyof T & string)[]): (body: unknown) => T {
  return (body) => {
    const raw = object(body, 'a JSON object');
    const missing = marks.find((mark) => !(mark in raw));
    if (missing === undefined) return raw as T;
    throw new DecodeError(`the body has no ${missing}`);
  };
}

function items(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter(isObject).map(item) : [];
}

function item(raw: JsonObject): Item {
  return {
    ...raw,
    url: text(raw.url),
    title: text(raw.title),
    description_text: text(raw.description_text),
    description_html: text(raw.description_html),
    thumbnail: textOrNull(raw.thumbnail),
    date_published: textOrNull(raw.date_published),
    authors: authors(raw.authors),
    ...extras(raw),
  };
}

const EXTRA_TEXTS = ['date_modified', 'summary', 'comments_url', 'external_url', 'language'];

/** Extensions of feedctl's own service, and nothing where another sends something else by that name. */
function extras(raw: JsonObject): Partial<Item> {
  const { attachments: files, tags, feed, dropped_by: dropped } = raw;
  const wrong = EXTRA_TEXTS.filter((name) => name in raw && typeof raw[name] !== 'string');
  return {
    ...Object.fromEntries(wrong.map((name) => [name, undefined])),
    ...('attachments' in raw && { attachments: attachments(files) }),
    ...('tags' in raw && {
      tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : undefined,
    }),
    ...('feed' in raw && {
      feed:
        isObject(feed) && typeof feed.id === 'string'
          ? { ...feed, id: feed.id, title: text(feed.title) }
          : undefined,
    }),
    ...('dropped_by' in raw && { dropped_by: droppedBy(dropped) }),
  };
}

function droppedBy(value: unknown): Item['dropped_by'] {
  if (!isObject(value)) return undefined;
  const list = value.list === 'include' ? 'include' : 'exclude';
  return { ...value, list, rule: textOrNull(value.rule), of: text(value.of) };
}

function attachments(value: unknown): Attachment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((file) =>
    isObject(file) && typeof file.url === 'string'
      ? [{ ...file, url: file.url, mime_type: text(file.mime_type) }]
      : [],
  );
}

function authors(value: unknown): Author[] {
  const entries = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) => {
    if (typeof entry === 'string' && entry !== '') return [{ name: entry }];
    return isObject(entry) && typeof entry.name === 'string'
      ? [{ ...entry, name: entry.name }]
      : [];
  });
}

function members(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((member) => {
    const id = isObject(member) ? member.id : member;
    if (typeof id === 'number') return [String(id)];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

function icon(value: unknown): string {
  return isObject(value) ? text(value.url) : text(value);
}

/** The texts of a list; empty where the service sends none. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A text; empty where the service sends none. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text; null where the service sends none. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Rows of the whole list, when the service says so. */
  total: number | undefined;
  /** The page size the service applied, when it says so; it may be smaller than what was asked. */
  limit: number | undefined;
}

/**
 * Reads a list: a bare array, as docs/api.md says, or the envelope of hosted services
 * `{ total, offset, limit, data }`.
 */
export function decodeList<T>(body: unknown, decodeRow: (row: unknown) => T): Page<T> {
  if (Array.isArray(body)) return { data: body.map(decodeRow), total: undefined, limit: undefined };
  if (isObject(body) && Array.isArray(body.data)) {
    return {
      data: body.data.map(decodeRow),
      total: wholeNumber(body.total),
      limit: wholeNumber(body.limit),
    };
  }
  throw new DecodeError('the body is not a list');
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The answer a resource was decoded from. */
export interface ServiceAnswer {
  /** HTTP status: 201 from a create means new, 200 may mean that it was there already. */
  status: number;
  /** The JSON as the service sent it: for a row of a list, that row. */
  body: unknown;
}

const answers = new WeakMap<object, ServiceAnswer>();

/** What the service sent, untouched, for a resource that the client gave out. */
export function answerOf(resource: object): ServiceAnswer | undefined {
  return answers.get(resource);
}

/** Notes where a resource comes from. */
export function rememberAnswer<T extends object>(resource: T, answer: ServiceAnswer): T {
  answers.set(resource, answer);
  return resource;
}
