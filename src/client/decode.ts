import { isObject } from '../base/json.js';
import {
  BUNDLE_SUMMARY,
  FEED_SOURCE,
  FEED_SUMMARY,
  ITEM_EXTRAS,
  ITEM_FIELDS,
  ITEM_NOTES,
} from '../resources/answers.js';
import type { ShownFields, ShownKind } from '../resources/shown.js';
import type { Author } from './resources.js';

/** A JSON object. */
type JsonObject = Record<string, unknown>;

/** The body is JSON without the promised shape; the message completes "answered, but …". */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/**
 * Decodes the body of an answer. Services of this interface differ (`icon` is a text or `{ url }`,
 * members are ids or objects, fields are missing), and the result has the one shape of the
 * interface. Unknown fields are kept.
 * @param type name of the type in `resources.ts` that the endpoint promises
 * @throws {@link DecodeError}
 */
export function decodeAnswer(type: string, body: unknown): object {
  const decode = DECODERS[type];
  return decode === undefined ? decodeOwn(type, body) : decode(body);
}

type Read = (value: unknown) => unknown;

/** Readers by kind of field. Values of other kinds stay as they are. */
const READ: Readonly<Partial<Record<ShownKind, Read>>> = {
  text,
  url: text,
  image: (value) => text(isObject(value) ? value.url : value),
  text_or_null: textOrNull,
  time_or_null: textOrNull,
  // A feed is active unless the service says that it is not.
  flag: (value) => value !== false,
  ids: (value) => (Array.isArray(value) ? value.flatMap(member) : []),
  authors: (value) => [value].flat().flatMap(author),
};

/** Readers of extensions; undefined if the service uses the name for something else. */
const READ_EXTENSION: Readonly<Partial<Record<ShownKind, Read>>> = {
  text: onlyText,
  url: onlyText,
  time: onlyText,
  texts: (value) => (Array.isArray(value) ? texts(value) : undefined),
  filters: objectOf(filters),
  attachments: (value) => (Array.isArray(value) ? value.flatMap(decodedAttachment) : undefined),
  feed_name: objectOf(({ id, title, ...rest }) =>
    typeof id === 'string' ? { ...rest, id, title: text(title) } : undefined,
  ),
  dropped_by: objectOf(({ list, rule, of, ...rest }) => ({
    ...rest,
    list: list === 'include' ? list : 'exclude',
    rule: textOrNull(rule),
    of: text(of),
  })),
  document: objectOf((raw) => {
    const isKnown = raw.kind === 'feed' || raw.kind === 'html';
    return isKnown && typeof raw.url === 'string' ? raw : undefined;
  }),
};

/** Undefined if the service uses this name for something else. */
function objectOf(read: (raw: JsonObject) => JsonObject | undefined): Read {
  return (value) => (isObject(value) ? read(value) : undefined);
}

function decodedAttachment(file: unknown): JsonObject[] {
  if (!isObject(file) || typeof file.url !== 'string') return [];
  return [{ ...file, mime_type: text(file.mime_type) }];
}

function filters(raw: JsonObject): JsonObject {
  return { ...raw, include: texts(raw.include), exclude: texts(raw.exclude) };
}

/** Reads the required fields, and the extensions that are there. Other fields stay as they are. */
function fields(raw: JsonObject, required: ShownFields, extensions: ShownFields): JsonObject {
  const read = { ...raw };
  for (const [name, { kind }] of Object.entries(required)) {
    read[name] = (READ[kind] ?? same)(raw[name]);
  }
  for (const [name, { kind }] of Object.entries(extensions)) {
    if (name in raw) read[name] = (READ_EXTENSION[kind] ?? same)(raw[name]);
  }
  return read;
}

const same: Read = (value) => value;

function feed(body: unknown): JsonObject {
  const raw = resource(body, 'a feed');
  const read = fields(raw, FEED_SUMMARY, { ...FEED_SOURCE, filters: FILTERS });
  if ('settings' in raw) read.settings = objectOf(settings)(raw.settings);
  return read;
}

function bundle(body: unknown): JsonObject {
  return fields(resource(body, 'a bundle'), BUNDLE_SUMMARY, { filters: FILTERS });
}

const FILTERS = { kind: 'filters' } as const;

function withItems(body: JsonObject): JsonObject {
  const items = Array.isArray(body.items) ? body.items.filter(isObject) : [];
  const extensions = { ...ITEM_EXTRAS, ...ITEM_NOTES };
  return { ...body, items: items.map((item) => fields(item, ITEM_FIELDS, extensions)) };
}

function settings(body: unknown): JsonObject {
  const raw = object(body, 'feed settings');
  return { ...raw, customAuthor: typeof raw.customAuthor === 'string' ? raw.customAuthor : null };
}

/** @throws {@link DecodeError} if it has no id */
function resource(body: unknown, what: string): JsonObject {
  const raw = object(body, what);
  if ((typeof raw.id === 'string' && raw.id !== '') || typeof raw.id === 'number') {
    return { ...raw, id: String(raw.id) };
  }
  throw new DecodeError(`the body is not ${what}: it has no id`);
}

const DECODERS: Readonly<Record<string, (body: unknown) => object>> = {
  Feed: (body) => withItems(feed(body)),
  FeedSummary: feed,
  FeedSettings: settings,
  Bundle: (body) => withItems(bundle(body)),
  BundleSummary: bundle,
  DashboardLink: decodeDashboardLink,
};

/**
 * Fields without which an answer of feedctl's own service is useless; its other fields are trusted.
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

/** A link that signs a browser in to the dashboard of feedctl's own service. */
export interface DashboardLink {
  url: string;
  /** ISO 8601. */
  expires_at: string;
}

/** Accepts http(s) links only: a browser will open it. */
function decodeDashboardLink(body: unknown): DashboardLink {
  const { url, expires_at } = object(body, 'a link');
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || typeof expires_at !== 'string') {
    throw new DecodeError('the body is not a link to a dashboard');
  }
  return { url, expires_at };
}

function object(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new DecodeError(`the body is not ${what}`);
}

function author(value: unknown): Author[] {
  if (typeof value === 'string' && value !== '') return [{ name: value }];
  return isObject(value) && typeof value.name === 'string' ? [{ ...value, name: value.name }] : [];
}

function member(value: unknown): string[] {
  const id = isObject(value) ? value.id : value;
  if (typeof id === 'number') return [String(id)];
  return typeof id === 'string' && id !== '' ? [id] : [];
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
  /** Number of rows of the whole list, if the service sends it. */
  total: number | undefined;
  /**
   * The page size that the service used, if it sends it; it may be smaller than the requested one.
   */
  limit: number | undefined;
  /** Cursor of the next page, if the service sends one. */
  next?: string | undefined;
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
      total: decodedNumber(body.total),
      limit: decodedNumber(body.limit),
    };
  }
  throw new DecodeError('the body is not a list');
}

function decodedNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
