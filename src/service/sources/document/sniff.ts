/** The kind of a body by its content: content types are wrong too often. */
export type BodyKind =
  | 'empty'
  | 'rss'
  | 'rdf'
  | 'atom'
  | 'json-feed'
  | 'html'
  | 'json'
  | 'xml'
  | 'calendar'
  | 'binary'
  | 'text';

/** The kinds of body that are feeds. */
export type FeedKind = Extract<BodyKind, 'rss' | 'rdf' | 'atom' | 'json-feed'>;

export function isFeed(kind: BodyKind): kind is FeedKind {
  return kind === 'rss' || kind === 'rdf' || kind === 'atom' || kind === 'json-feed';
}

/** First bytes of binary files, with their names. */
const SIGNATURES: ReadonlyArray<readonly [name: string, bytes: string]> = [
  ['a PDF document', '%PDF-'],
  ['a PNG image', '\x89PNG'],
  ['a GIF image', 'GIF8'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a WebP, audio or video file', 'RIFF'],
  ['an archive or office document', 'PK\x03\x04'],
  ['a gzip file', '\x1f\x8b'],
  ['an audio file', 'ID3'],
  ['a program', '\x7fELF'],
  ['a program', 'MZ'],
];

const LOOKED_AT = 4096;

/** The kind of a binary file as a noun phrase; null for text. */
export function binaryKind(body: Buffer): string | null {
  const start = body.toString('latin1', 0, LOOKED_AT);
  const known = SIGNATURES.find(([, bytes]) => start.startsWith(bytes));
  if (known !== undefined) return known[0];
  if (start.slice(4, 8) === 'ftyp') return 'a video file';
  return isWideText(body) || !start.includes('\0\0') ? null : 'a binary file';
}

/** Byte order marks of UTF-16 and UTF-32LE, and their first character when it is `<` or `{`. */
const WIDE_STARTS = new Set([0xfffe, 0xfeff, 0x3c00, 0x003c, 0x7b00, 0x007b]);

/** True for UTF-16 and UTF-32, which are text in spite of their many zero bytes. */
function isWideText(body: Buffer): boolean {
  const mark = body.length >= 2 ? body.readUInt16BE(0) : 0;
  const wideMark = body.length >= 4 ? body.readUInt32BE(0) : 0;
  return WIDE_STARTS.has(mark) || wideMark === 0xfeff || wideMark === 0x3c || wideMark === 0x7b;
}

/** Number of characters that show the kind of most feeds. */
export const START = 4096;

/**
 * The kind of an XML feed by the start of its document; null if more of it is needed. @param start
 * at most `START` characters
 */
export function sniffStart(start: string): FeedKind | null {
  if (!/^[\s\ufeff\u0000]*</.test(start)) return null;
  // The end is dropped, because a tag may be cut off there.
  const kind = kindOfElement(firstElement(start.slice(0, start.lastIndexOf('>') + 1)));
  return kind !== null && isFeed(kind) ? kind : null;
}

/** Number of characters that show every kind. */
export const SNIFFED = 65_536;

/** The kind of a decoded document, by its first element. */
export function sniffText(text: string): BodyKind {
  const start = text.slice(0, SNIFFED).replace(/^[\s\ufeff\u0000]+/, '');
  if (start === '') return 'empty';
  if (start.startsWith('{')) return jsonKind(start);
  if (start.startsWith('[')) return 'json';
  if (/^BEGIN:VCALENDAR\s/i.test(start)) return 'calendar';
  if (isLoneEntry(start.slice(0, START))) return 'atom';
  return kindOfElement(firstElement(start)) ?? embeddedFeed(start) ?? otherKind(start);
}

const ATOM_ENTRY =
  /<(?:\w{1,30}:)?entry\s[^<>]{0,2000}xmlns(?::\w{1,30})?\s*=\s*["']https?:\/\/www\.w3\.org\/2005\/Atom/i;

/**
 * True for a document that is one Atom entry without a feed. @param start at most `START`
 * characters
 */
export function isLoneEntry(start: string): boolean {
  return ATOM_ENTRY.test(start) && firstElement(start).replace(/^.*:/, '') === 'entry';
}

/** Name of the first element after comments, processing instructions and a DOCTYPE. */
function firstElement(text: string): string {
  const markup =
    /<!--[\s\S]*?(?:-->|$)|<[?][\s\S]*?(?:[?]>|$)|<!doctype\s+([a-z]+)|<([a-z_][\w:.-]*)/gi;
  for (const [, doctype, element] of text.matchAll(markup)) {
    if (doctype?.toLowerCase() === 'html') return 'html';
    if (element !== undefined) return element.toLowerCase();
  }
  return '';
}

function kindOfElement(name: string): BodyKind | null {
  const local = name.replace(/^.*:/, '');
  if (local === 'rss' || local === 'rdf') return local;
  if (local === 'feed') return 'atom';
  return ['html', 'head', 'body', 'title', 'meta', 'link', 'script'].includes(local)
    ? 'html'
    : null;
}

/** The kind of a feed after other output, such as PHP warnings. */
function embeddedFeed(text: string): BodyKind | null {
  const start = text.slice(0, LOOKED_AT);
  if (/<html[\s>]/i.test(start)) return 'html';
  const root = /<((?:\w+:)?(?:rss|rdf|feed))[\s>]/i.exec(start)?.[1];
  return root === undefined ? null : kindOfElement(root.toLowerCase());
}

function jsonKind(start: string): BodyKind {
  if (/"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org/i.test(start)) return 'json-feed';
  return /"items"\s*:\s*\[/.test(start) && /"(?:feed_url|home_page_url)"\s*:/.test(start)
    ? 'json-feed'
    : 'json';
}

function otherKind(start: string): BodyKind {
  if (/^<\?xml/i.test(start)) return 'xml';
  return /<(?:div|p|h[1-6]|a|table|ul|ol|main|article|section|span|center|img)[\s>]/i.test(start)
    ? 'html'
    : start.startsWith('<')
      ? 'xml'
      : 'text';
}
