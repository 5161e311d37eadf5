import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { decodeBytes, isKnownEncoding } from '../../core/code-pages.js';

/** Maximum number of bytes before the declaration of the encoding. */
const DECLARATION_BYTES = 2048;

/** Maximum share of broken characters in a text that claims to be UTF-8. */
const TOLERATED_BREAKAGE = 0.05;

/** Number of characters beyond ASCII from which the share of broken ones is estimated. */
const SAMPLED_CHARACTERS = 65_536;
/** Bytes that are decoded at a time for the estimate. */
const SAMPLED_BYTES = 65_536;

/** Labels that mean a Windows code page (WHATWG Encoding). */
const RELABELLED: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  'ks_c_5601-1987': 'euc-kr',
  'x-sjis': 'shift_jis',
  utf8: 'utf-8',
};

/** The code page to try if only the language is declared. */
const LEGACY_CODE_PAGES: Readonly<Record<string, string>> = {
  ru: 'windows-1251',
  uk: 'windows-1251',
  bg: 'windows-1251',
  ja: 'shift_jis',
  zh: 'gb18030',
  ko: 'euc-kr',
  pl: 'windows-1250',
  cs: 'windows-1250',
  hu: 'windows-1250',
  el: 'windows-1253',
  tr: 'windows-1254',
  he: 'windows-1255',
  ar: 'windows-1256',
  th: 'windows-874',
};

/** The charset of a document. */
export interface Charset {
  /** A name that `decodeAs` knows. */
  name: string;
  /** Length of the byte order mark. */
  mark: number;
  /** True if the bytes are valid UTF-8. */
  isUtf8: boolean;
}

/**
 * The charset of a document: byte order mark, then HTTP, then the XML declaration or the meta
 * element, then sniffing. Bytes that are valid UTF-8 are UTF-8, whatever a label says: wrong labels
 * are far more common than text in a legacy encoding that happens to be valid UTF-8.
 * @param contentType value of the HTTP header, if any
 */
export function charsetOf(body: Buffer, contentType?: string): Charset {
  const marked = byteOrderMark(body);
  // Only this mark must be skipped: iconv-lite skips the others.
  if (marked === 'utf-8') return { name: marked, mark: 3, isUtf8: isUtf8(body.subarray(3)) };
  const wide = marked ?? wideWithoutMark(body);
  if (wide !== null) return { name: wide, mark: 0, isUtf8: false };
  const declared = httpCharset(contentType) ?? declaredCharset(body);
  // ISO-2022-JP and its relatives are seven-bit, so they always look like valid UTF-8.
  if (declared?.startsWith('iso-2022-')) return { name: declared, mark: 0, isUtf8: false };
  if (isUtf8(body)) return { name: 'utf-8', mark: 0, isUtf8: true };
  const isRepaired = declared === null || declared === 'utf-8';
  const name = isRepaired ? repairedCharset(body, declared) : declared;
  return { name, mark: 0, isUtf8: false };
}

/** Decodes the bytes after the mark; invalid bytes become U+FFFD. */
export function decodeAs({ name }: Charset, body: Buffer): string {
  if (name === 'utf-8') return body.toString('utf8');
  // ICU, which Node includes, decodes stateful Japanese mail encodings; iconv-lite does not.
  if (name.startsWith('iso-2022-jp')) return new TextDecoder('iso-2022-jp').decode(body);
  return decodeBytes(body, name);
}

function byteOrderMark(body: Buffer): string | null {
  if (body.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  if (body.subarray(0, 4).equals(Buffer.from([0xff, 0xfe, 0, 0]))) return 'utf-32le';
  if (body.subarray(0, 4).equals(Buffer.from([0, 0, 0xfe, 0xff]))) return 'utf-32be';
  if (body.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return 'utf-16le';
  if (body.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))) return 'utf-16be';
  return null;
}

/** Detects UTF-16 and UTF-32 without a mark by the first characters, one of which is `<` or `{`. */
function wideWithoutMark(body: Buffer): string | null {
  const [a, b, c, d] = body;
  if ((a === 0x3c || a === 0x7b) && b === 0 && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0 && (d === 0x3c || d === 0x7b)) return 'utf-32be';
  if ((a === 0x3c || a === 0x7b) && b === 0 && d === 0) return 'utf-16le';
  if (a === 0 && (b === 0x3c || b === 0x7b)) return 'utf-16be';
  return null;
}

function httpCharset(contentType: string | undefined): string | null {
  return knownCharset(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1]);
}

function declaredCharset(body: Buffer): string | null {
  const start = body.toString('latin1', 0, DECLARATION_BYTES);
  const label =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1] ??
    /<meta[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1];
  const charset = knownCharset(label);
  // A declaration that was readable byte by byte proves that the characters are not wider.
  return charset?.startsWith('utf-16') || charset?.startsWith('utf-32') ? 'utf-8' : charset;
}

function knownCharset(label: string | undefined): string | null {
  if (label === undefined) return null;
  const name = label.trim().toLowerCase();
  // Own properties only: a label is untrusted, and every object has "constructor".
  const charset = Object.hasOwn(RELABELLED, name) ? (RELABELLED[name] ?? name) : name;
  if (charset === 'utf-8' || charset.startsWith('iso-2022-jp')) return charset;
  return isKnownEncoding(charset) ? charset : null;
}

/** A few broken characters in UTF-8 (text cut by bytes) are replaced; more mean a code page. */
function repairedCharset(body: Buffer, declared: string | null): string {
  const tolerated = declared === 'utf-8' ? 0.5 : TOLERATED_BREAKAGE;
  return brokenShare(body) <= tolerated ? 'utf-8' : sniffedCodePage(body);
}

/** The share of broken characters among the first ones beyond ASCII, decoded as UTF-8. */
function brokenShare(body: Buffer): number {
  const decoder = new StringDecoder('utf8');
  let broken = 0;
  let beyondAscii = 0;
  for (let at = 0; at < body.length && beyondAscii < SAMPLED_CHARACTERS; at += SAMPLED_BYTES) {
    const text = decoder.write(body.subarray(at, at + SAMPLED_BYTES));
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) beyondAscii += 1;
      if (code === REPLACEMENT) broken += 1;
    }
  }
  return broken / Math.max(1, beyondAscii);
}

const REPLACEMENT = 0xfffd;

function sniffedCodePage(body: Buffer): string {
  const start = body.toString('latin1', 0, DECLARATION_BYTES);
  const language =
    /<(?:dc:)?language>\s*([a-z]{2})/i.exec(start)?.[1] ??
    /\s(?:xml:)?lang\s*=\s*["']([a-z]{2})/i.exec(start)?.[1];
  return LEGACY_CODE_PAGES[language?.toLowerCase() ?? ''] ?? 'windows-1252';
}
