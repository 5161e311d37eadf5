import type { DocumentDigest, PushLinks, ScheduleHints } from '../../core/source-document.js';
import { SourceError } from '../../fetch/index.js';

/** Hours and days on which a feed asks not to be looked at. */
export type SkipHints = Pick<ScheduleHints, 'skipHours' | 'skipDays'>;

/** Text of a format, with its kind if that is known. */
export interface RawText {
  value: string;
  /** `unknown`: the format does not say, as in RSS, so the text itself has to. */
  kind: 'text' | 'html' | 'unknown';
  /** `xml:base` of the element itself and within, outermost first. */
  bases?: string[];
}

/** The podcast elements of an entry, which are written only for a new or changed item. */
export interface RawPodcast {
  /** Text of the document that contains all of them: when it is the same, so are they. */
  source: string;
  /** See `SourceEntry.podcastXml`; relative links are resolved. "" when there are none. */
  write(): string;
}

/** One entry of any format, before cleaning. Lists are in order of preference. */
export interface RawEntry {
  guid: string | null;
  links: string[];
  titles: RawText[];
  bodies: RawText[];
  /** Values that the text may not have, such as the severity of an alert: `[label, value]`. */
  details?: Array<readonly [label: string, value: string]>;
  dates: string[];
  authors: string[];
  images: string[];
  /** Different pictures of Media RSS, which the text may show or not. */
  pictures?: RawPicture[];
  attachments: RawAttachment[];
  tags: string[];
  /** Words for searching: the tags of an entry that has no others. */
  keywords: string[];
  modified: string[];
  /** Texts shorter than the body. */
  summaries: RawText[];
  comments: string[];
  /** Addresses elsewhere that the entry is about. */
  external: string[];
  language: string | undefined;
  /** Its `itunes:`, `podcast:` and `psc:` elements; absent when it has none. */
  podcast?: RawPodcast | undefined;
  /** xml:base of the entry. */
  base: string | undefined;
}

/** A file as a format names it; numbers that were none are absent. */
export interface RawAttachment {
  url: string;
  type?: string | undefined;
  size?: number | undefined;
  /** Seconds. */
  duration?: number | undefined;
  title?: string | undefined;
  /** From Media RSS, where the picture of an item stands as well. */
  isMedia?: boolean;
  /** Pixels, of a picture. */
  width?: number | undefined;
  height?: number | undefined;
}

/** A picture that a format names next to the text. */
export interface RawPicture {
  url: string;
  type?: string | undefined;
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** The text for those who do not see it. */
  alt?: string | undefined;
}

/** A document of any format, before cleaning. */
export interface RawFeed {
  titles: RawText[];
  descriptions: RawText[];
  icons: string[];
  language: string | undefined;
  siteLinks: string[];
  /** `xml:base` of the document, outermost first. */
  bases: readonly string[];
  /** Dates of the document itself, which tell its zone. */
  dates: string[];
  entries: RawEntry[];
  ttlMinutes?: number | undefined;
  updatePeriod?: string | undefined;
  updateFrequency?: number | undefined;
  podcast?: RawPodcast | undefined;
  newAddress?: string | undefined;
  /** Entries of the document, also those that are not read. */
  total?: number;
  push: PushLinks;
  skip?: SkipHints;
}

/** Most entries kept of one document. */
export const MAX_ENTRIES = 500;
/** Most entries read of one document: a new one may stand at any place. */
export const MAX_READ = 2_000;

/**
 * A feed document of which it is known where its entries are, before they are read. Most entries of a
 * changed document are known.
 */
export interface OpenedFeed {
  /** Null when every entry must be read. */
  digest: DocumentDigest | null;
  /** False when the document breaks off. */
  isComplete: boolean;
  /** The feed with the chosen entries alone, of at most 500. */
  read(chosen: (index: number) => boolean): RawFeed;
}

/** The texts that are not empty. */
export function present(...values: ReadonlyArray<string | undefined>): string[] {
  return values.filter((value) => value !== undefined && value !== '') as string[];
}

/** Texts of one kind, as far as they are there. */
export function texts(kind: RawText['kind'], ...values: Array<string | undefined>): RawText[] {
  return present(...values).map((value) => ({ value, kind }));
}

/** Undefined for what is no number. */
export function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
}

const IMAGE_PATH = /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i;

/** Types that do not say what a file is. */
const ANY_TYPE = /^(?:$|(?:application|binary)\/octet-stream)/;

/** Whether a file is a picture, by its type, else by its address. */
export function isImage({ url, type = '' }: RawAttachment): boolean {
  return /^\s*image(?:\/|\s*$)/i.test(type) || (ANY_TYPE.test(type) && IMAGE_PATH.test(url));
}

/**
 * Most elements of XML, or objects and arrays of JSON, in one feed: one of 500 entries has some ten
 * thousand. Each costs a hundred bytes and more, whatever its length: 20 MB of `{},` filled a heap
 * of 384 MB within JSON.parse, where V8 ends the whole process and not the thread.
 */
export const MAX_PARTS = 300_000;

/** @param what the document, as the subject of a sentence */
export function tooManyParts(what: string): SourceError {
  return new SourceError(
    'SOURCE_TOO_LARGE',
    `${what} has more than ${MAX_PARTS} elements, which is more than this service reads. ` +
      'Look for a smaller feed of the same site.',
  );
}
