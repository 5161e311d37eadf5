import type { Feed } from './resources.js';

/** A JSON object. */
type JsonObject = Record<string, unknown>;

/** The body is JSON but not what the interface promises; the message completes "answered, but …". */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Decodes the body of an answer. Services of this interface differ - `icon` is a text or `{ url }`,
 * members are ids or objects, fields are missing - and the result has the one shape of the interface.
 * Fields that the interface does not know are kept.
 * @param type name of the type of `resources.ts` that the endpoint promises
 * @throws {@link DecodeError}
 */
export function decodeAnswer(type: string, body: unknown): object {
  const decode = DECODERS[type];
  return decode === undefined ? decodeOwn(type, body) : decode(body);
}

type Read = (value: unknown) => unknown;

/** Reads fields that must be there, and others only where they are. The rest is kept as it is. */
function fields(required: Readonly<Record<string, Read>>, optional: Record<string, Read> = {}) {
  return (raw: JsonObject): JsonObject => {
    const present = Object.entries(optional).filter(([name]) => name in raw);
    const read = [...Object.entries(required), ...present];
    return { ...raw, ...Object.fromEntries(read.map(([name, of]) => [name, of(raw[name])])) };
  };
}

const filters = objectOf(fields({ include: texts, exclude: texts }));
const settings = fields({ customAuthor: (value) => (typeof value === 'string' ? value : null) });

const item = fields(
  {
    url: text,
    title: text,
    description_text: text,
    description_html: text,
    thumbnail: textOrNull,
    date_published: textOrNull,
    authors: (value) => [value].flat().flatMap(author),
  },
  {
    attachments: listOf((file) =>
      typeof file.url === 'string' ? [{ ...file, mime_type: text(file.mime_type) }] : [],
    ),
    tags: (value) => (Array.isArray(value) ? texts(value) : undefined),
    date_modified: onlyText,
    summary: onlyText,
    comments_url: onlyText,
    external_url: onlyText,
    language: onlyText,
    feed: objectOf((feed) =>
      typeof feed.id === 'string' ? { ...feed, title: text(feed.title) } : undefined,
    ),
    dropped_by: objectOf(
      fields({
        list: (list) => (list === 'include' ? list : 'exclude'),
        rule: textOrNull,
        of: text,
      }),
    ),
  },
);

const feed = fields(
  {
    id: identifier('a feed'),
    title: text,
    description: text,
    icon,
    source_url: text,
    rss_feed_url: text,
    // Only a service that says so has stopped reading the source.
    is_active: (value) => value !== false,
  },
  {
    document: objectOf((document) => {
      const isKnown = document.kind === 'feed' || document.kind === 'html';
      return isKnown && typeof document.url === 'string' ? document : undefined;
    }),
    filters,
    settings: objectOf(settings),
  },
);

const bundle = fields(
  {
    id: identifier('a bundle'),
    name: text,
    description: text,
    icon,
    rss_feed_url: text,
    feeds: (value) => (Array.isArray(value) ? value.flatMap(member) : []),
  },
  { filters },
);

const items = fields({ items: (value) => listOf((raw) => [item(raw)])(value) ?? [] });

const DECODERS: Readonly<Record<string, (body: unknown) => object>> = {
  Feed: (body) => items(feed(object(body, 'a feed'))),
  FeedSummary: (body) => feed(object(body, 'a feed')),
  FeedSettings: (body) => settings(object(body, 'feed settings')),
  Bundle: (body) => items(bundle(object(body, 'a bundle'))),
  BundleSummary: (body) => bundle(object(body, 'a bundle')),
  DashboardLink: decodeDashboardLink,
};

/**
 * What an answer of feedctl's own service must have at least to be of use; it keeps to the types of
 * the interface otherwise.
 */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  Account: ['id', 'name', 'limits'],
  ApiKey: ['id', 'name'],
  NewApiKey: ['id', 'name', 'secret'],
  Webhook: ['id', 'url'],
  WebhookWithSecret: ['id', 'secret'],
  RotatedWebhook: ['id', 'secret'],
  Delivery: ['id', 'status'],
  DeliveryDetails: ['id', 'status', 'log'],
  Resent: ['resent'],
  RefreshOutcome: ['outcome'],
  RefreshBatch: ['results'],
  FeedFetch: ['outcome'],
  FetchedTexts: ['failures'],
  Backfilled: ['requests'],
  FeedRepair: ['items'],
  ItemList: ['items'],
  Preview: ['items'],
  ServiceHealth: ['feeds'],
};

function decodeOwn(type: string, body: unknown): object {
  const raw = object(body, 'a JSON object');
  const missing = MARKS[type]?.find((mark) => !(mark in raw));
  if (missing === undefined) return raw;
  throw new DecodeError(`the body has no ${missing}`);
}

/** Signs a browser in to the dashboard of feedctl's own service. */
export interface DashboardLink {
  url: string;
  /** ISO 8601. */
  expires_at: string;
}

/** Only a link of the web is passed on, to be opened in a browser. */
function decodeDashboardLink(body: unknown): DashboardLink {
  const { url, expires_at } = object(body, 'a link');
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || typeof expires_at !== 'string') {
    throw new DecodeError('the body is not a link to a dashboard');
  }
  return { url, expires_at };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function object(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new DecodeError(`the body is not ${what}`);
}

/** Undefined where a service sends something else by that name. */
function objectOf(read: (raw: JsonObject) => JsonObject | undefined): Read {
  return (value) => (isObject(value) ? read(value) : undefined);
}

/** The objects of a list; undefined where a service sends something else by that name. */
function listOf(read: (raw: JsonObject) => JsonObject[]) {
  return (value: unknown) =>
    Array.isArray(value) ? value.filter(isObject).flatMap(read) : undefined;
}

function identifier(what: string): Read {
  return (id) => {
    if ((typeof id === 'string' && id !== '') || typeof id === 'number') return String(id);
    throw new DecodeError(`the body is not ${what}: it has no id`);
  };
}

function author(value: unknown): Feed['items'][number]['authors'] {
  if (typeof value === 'string' && value !== '') return [{ name: value }];
  return isObject(value) && typeof value.name === 'string' ? [{ ...value, name: value.name }] : [];
}

function member(value: unknown): string[] {
  const id = isObject(value) ? value.id : value;
  if (typeof id === 'number') return [String(id)];
  return typeof id === 'string' && id !== '' ? [id] : [];
}

function icon(value: unknown): string {
  return isObject(value) ? text(value.url) : text(value);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function onlyText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textOrNull(value: unknown): string | null {
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
