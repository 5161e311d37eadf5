import { isAvatar } from '../../../base/picture-source.js';
import type { Attachment, ItemExtras } from '../../../contract/index.js';
import { isoTime } from '../../core/time.js';
import { legalText, oneLine } from '../document/clean-text.js';
import { htmlToText } from '../document/html-to-text.js';
import type { Place } from '../document/references.js';
import { firstAddress, plainTitle } from './clean-text-field.js';
import type { RawAttachment, RawEntry } from './raw-entry.js';

/** Limits above those of real feeds; the excess is dropped. */
const MAX_ATTACHMENTS = 20;
const MAX_TAGS = 100;
const MAX_TAG = 200;
const MAX_SUMMARY = 5000;
const MAX_ADDRESS = 4096;
const MAX_TITLE = 500;
/** Maximum duration in seconds: nothing plays for a year. */
const MAX_DURATION = 365 * 86_400;

/** Maximum number of elements of a list that are read. */
const MAX_LOOKED_AT = 1000;

/** Context in which the extras of an entry are cleaned. */
interface ExtrasContext {
  /** Base of links. */
  place: Place;
  descriptionText: string;
  /** Pictures that are shown below the text. */
  pictures: readonly RawAttachment[];
  dateOf: (candidates: readonly string[]) => number | null;
}

/** The optional details of an entry; null if there are none. */
export function cleanExtras(raw: RawEntry, context: ExtrasContext): ItemExtras | null {
  const { place } = context;
  const attachments = attachmentsOf([...raw.attachments, ...context.pictures], context);
  const tags = tagsOf(raw.tags.length > 0 ? raw.tags : raw.keywords);
  const modified = context.dateOf(raw.modified);
  const summary = cleanSummary(raw, context.descriptionText);
  const comments = usableAddress(raw.comments, place);
  const external = usableAddress(raw.external, place);
  const language = languageTag(raw.language);
  const extras: ItemExtras = {
    ...(attachments.length > 0 && { attachments }),
    ...(tags.length > 0 && { tags }),
    ...(modified !== null && { date_modified: isoTime(modified) }),
    ...(summary !== '' && { summary }),
    ...(comments !== null && { comments_url: comments }),
    ...(external !== null && { external_url: external }),
    ...(language !== null && { language }),
  };
  return Object.keys(extras).length === 0 ? null : extras;
}

/** A BCP 47 tag by its form; null for any other text. */
export function languageTag(language: string | undefined): string | null {
  const tag = oneLine(language ?? '', 35).replace(/_/g, '-');
  return /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}

function usableAddress(links: readonly string[], place: Place): string | null {
  const found = firstAddress(links, place);
  return found === null || found.length > MAX_ADDRESS ? null : found;
}

function tagsOf(names: readonly string[]): string[] {
  const tags = new Map<string, string>();
  for (const name of names.slice(0, MAX_LOOKED_AT)) {
    if (tags.size >= MAX_TAGS) break;
    const tag = plainTitle({ value: name, kind: 'unknown' }, MAX_TAG);
    const key = tag.toLowerCase();
    if (tag !== '' && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

/** The first summary that differs from the whole text. */
function cleanSummary({ summaries }: RawEntry, descriptionText: string): string {
  for (const { value, kind } of summaries) {
    const isHtml = kind === 'html' || (kind === 'unknown' && /[<&]/.test(value));
    const part = value.slice(0, 4 * MAX_SUMMARY);
    const text = (isHtml ? htmlToText(part) : part.trim()).slice(0, MAX_SUMMARY);
    const summary = text.length < MAX_SUMMARY ? text : `${text.trimEnd()}…`;
    if (summary !== '' && summary !== descriptionText) return legalText(summary);
  }
  return '';
}

/** The files of an entry without duplicates; the facts of a file that is named twice are joined. */
function attachmentsOf(raw: readonly RawAttachment[], { place }: ExtrasContext): Attachment[] {
  const files = new Map<string, RawAttachment>();
  for (const file of raw.slice(0, MAX_LOOKED_AT)) {
    const url = usableAddress([file.url], place);
    if (url === null) continue;
    if (isAvatar(url) && mimeType({ ...file, url }).startsWith('image/')) continue;
    const known = files.get(url);
    if (known === undefined && files.size >= MAX_ATTACHMENTS) continue;
    files.set(url, { ...file, ...known, ...merged(known, file), url });
  }
  return [...files.values()].map(attachment);
}

function merged(known: RawAttachment | undefined, file: RawAttachment) {
  return {
    type: known?.type ?? file.type,
    size: known?.size ?? file.size,
    duration: known?.duration ?? file.duration,
    title: known?.title ?? file.title,
  };
}

/** A file as items have it, with the facts from its source. */
export function attachment(file: RawAttachment): Attachment {
  const { url, size = 0 } = file;
  // Rounded, because some parsers refuse a whole JSON Feed for a fraction (gofeed).
  const duration = Math.round(file.duration ?? 0);
  const title = plainTitle({ value: file.title ?? '', kind: 'unknown' }, MAX_TITLE);
  return {
    url,
    mime_type: mimeType(file),
    // 0 is dropped: publishers write it for an unknown size.
    ...(Number.isSafeInteger(size) && size > 0 && { size_in_bytes: size }),
    ...(duration > 0 && duration < MAX_DURATION && { duration_in_seconds: duration }),
    ...(title !== '' && { title }),
  };
}

const MIME_TYPE = /^\s*([a-z\d][\w!#$&^.+-]{0,63}\/[a-z\d][\w!#$&^.+-]{0,63})\s*(?:;|$)/i;

/** Media types by the ending of the file name, for files that publishers enclose. */
const TYPES: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  epub: 'application/epub+zip',
  flac: 'audio/flac',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  torrent: 'application/x-bittorrent',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
};

/** The type of unknown bytes (RFC 2046). */
const UNKNOWN_TYPE = 'application/octet-stream';

/** True for types that servers send for unknown files. */
function isVague(type: string): boolean {
  return type === UNKNOWN_TYPE || type === 'binary/octet-stream' || type.startsWith('text/');
}

/** The ending of a file name in a path or a parameter. */
const ENDING = /\.([a-z\d]{2,7})(?=[?#&]|$)/gi;

/** Players choose by the media type, and understand neither a bare kind nor a file ending. */
const USUAL_TYPES: Readonly<Record<string, string>> = {
  audio: 'audio/mpeg',
  'audio/mp3': 'audio/mpeg',
  image: 'image/jpeg',
  'image/jpg': 'image/jpeg',
  video: 'video/mp4',
};

function mimeType({ type = '', url }: RawAttachment): string {
  const stated = MIME_TYPE.exec(type)?.[1]?.toLowerCase();
  const usual = USUAL_TYPES[stated ?? ''];
  if (usual !== undefined) return usual;
  if (stated !== undefined && !isVague(stated)) return stated;
  // Some feeds write the ending (`type="mp3"`) or only the kind (`medium="image"`).
  const said = type.trim().toLowerCase().replace(/^\./, '');
  const endings = [...url.slice(0, MAX_ADDRESS).matchAll(ENDING)].map(([, ending = '']) => ending);
  const known = [...endings, said].find((ending) => Object.hasOwn(TYPES, ending.toLowerCase()));
  return TYPES[known?.toLowerCase() ?? ''] ?? USUAL_TYPES[said] ?? stated ?? UNKNOWN_TYPE;
}
