import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** References that most texts have no others than, as they stand behind the ampersand. */
const COMMON: ReadonlyMap<string, string> = new Map([
  // An ampersand that no name follows stands for itself.
  ['', '&'],
  ['amp;', '&'],
  ['quot;', '"'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['apos;', "'"],
  ['nbsp;', '\u00a0'],
  ['hellip;', '…'],
  ['ndash;', '–'],
  ['mdash;', '—'],
  ['lsquo;', '‘'],
  ['rsquo;', '’'],
  ['ldquo;', '“'],
  ['rdquo;', '”'],
  ['laquo;', '«'],
  ['raquo;', '»'],
  ['bull;', '•'],
  ['copy;', '©'],
  ['times;', '×'],
  ['middot;', '·'],
]);
/** Of printable characters: others have rules of their own. */
const NUMBER = /^#(?:(\d{2,5})|x([\da-f]{2,4}));$/i;

/** A text with its character references replaced. */
export function decodeText(text: string): string {
  return text.includes('&') ? (decodeCommon(text, false) ?? decodeHTML(text)) : text;
}

/**
 * The value of an attribute with its character references replaced.
 * @param limit characters of it that are wanted
 */
export function decodeValue(value: string, limit: number): string {
  if (!value.includes('&')) return value.slice(0, limit);
  const decoded = decodeCommon(startOf(value, limit), true) ?? decodeHTMLAttribute(value);
  return decoded.slice(0, limit);
}

/** The longest reference of COMMON, and of NUMBER. */
const LONGEST = 8;

/** As much of a value as gives so many characters, if it has no other references than common ones. */
function startOf(value: string, limit: number): string {
  const enough = (limit + 2) * LONGEST;
  if (value.length <= enough) return value;
  const last = value.lastIndexOf('&', enough);
  return value.slice(0, last > enough - LONGEST ? last : enough);
}

/**
 * Decodes the common references without the tables of all of them, which take 3 ms to load. Null where
 * a text has any other.
 */
function decodeCommon(text: string, isValue: boolean): string | null {
  let isCommon = true;
  const decoded = text.replace(REFERENCE, (whole, name: string, at: number) => {
    const known = COMMON.get(name) ?? numbered(name);
    if (known !== undefined) return known;
    // `&page=2` in an address.
    if (isValue && text[at + whole.length] === '=' && PLAIN_NAME.test(name)) return whole;
    isCommon = false;
    return '';
  });
  return isCommon ? decoded : null;
}

const REFERENCE = /&(#?\w*;?)/g;
const PLAIN_NAME = /^[a-z\d]+$/i;

function numbered(name: string): string | undefined {
  const [, decimal, hexadecimal] = NUMBER.exec(name) ?? [];
  const code =
    decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10);
  const isPrintable = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
  return isPrintable ? String.fromCharCode(code) : undefined;
}
