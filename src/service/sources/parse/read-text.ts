import { isUtf8 } from 'node:buffer';
import { present, type RawText } from './raw-entry.js';
import type { XmlElement } from './xml-element.js';

/** Texts of the children with these names, in the order of the names, without empty ones. */
export function textsOf(
  owner: XmlElement,
  names: readonly string[],
  kind: RawText['kind'] = 'unknown',
): RawText[] {
  return owner
    .all(...names)
    .map((element) => rawTextOf(element, kind))
    .filter(({ value }) => value !== '');
}

/**
 * The text of an element with its kind. Atom declares the kind, but many feeds that declare none,
 * or "text", contain escaped HTML.
 */
function rawTextOf(element: XmlElement, kind: RawText['kind']): RawText {
  const type = element.attribute('type')?.toLowerCase() ?? '';
  const base = element.attribute('xml:base');
  if (/^(?:application\/xhtml\+xml|xhtml)$/.test(type) && element.children.length > 0) {
    const div = onlyDiv(element);
    const value = asHtml(verbatim(div ?? element), element);
    return { value, kind: 'html', ...basesOf(base, div?.attribute('xml:base')) };
  }
  const text = isBase64(element, type) ? decodeBase64(element.text()) : element.text();
  const value = isPicture(type) ? '' : asHtml(text, element);
  const isText = /^text(?:\/plain)?$/.test(type) && TAG.test(value) && !LAYOUT.test(value);
  const said = type.includes('html') ? 'html' : isText ? 'text' : kind;
  return { value, kind: said, ...basesOf(base) };
}

const TAG = /<\/?[a-z]/i;

/**
 * Tags that make a `text` HTML: end tags of paragraphs, links and pictures. A text about tags has
 * none of them.
 */
const LAYOUT =
  /<\/(?:p|div|ul|ol|table|blockquote|h\d)\s*>|<a\s[^<>]{0,500}href\s*=|<img\s[^<>]{0,500}src\s*=/i;

function basesOf(...written: Array<string | undefined>): { bases?: string[] } {
  const bases = present(...written);
  return bases.length === 0 ? {} : { bases };
}

/**
 * True for base64: content with any other media type (RFC 4287, 4.1.3.3), or by its mode in Atom
 * 0.3.
 */
function isBase64(element: XmlElement, type: string): boolean {
  return element.attribute('mode')?.toLowerCase() === 'base64' || isMediaType(type);
}

function isMediaType(type: string): boolean {
  return type.includes('/') && !/^text\/|html|xml/.test(type);
}

/** True for pictures, films and sounds, which are no text. */
function isPicture(type: string): boolean {
  return isMediaType(type) && !type.startsWith('application/');
}

/** The `div` around XHTML in Atom. */
function onlyDiv(element: XmlElement): XmlElement | null {
  const [div, ...others] = element.children;
  if (div === undefined || others.length > 0 || !/^(?:xhtml:)?div$/.test(div.name)) return null;
  const { document, from, to } = element;
  const around = document.part(from, div.start) + document.part(div.end, to);
  return around.trim() === '' ? div : null;
}

/** Markup as it is; the text of a CDATA section has no tags. */
function verbatim(element: XmlElement): string {
  return element
    .source()
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    )
    .trim();
}

const EMPTY_VOID = /<(br|hr|img|input|wbr)(\s[^<>]{0,2000})?><\/\1\s*>/gi;

/**
 * Converts tags of XHTML to HTML: `<xhtml:p>` to `<p>`, and `<br></br>` (two line breaks in HTML)
 * to `<br/>`.
 */
function asHtml(markup: string, { children }: XmlElement): string {
  if (children.length === 0) return markup;
  const inner = children.flatMap((child) => [child, ...child.children]);
  const tag = inner.find((one) => one.name.startsWith('xhtml:') && one.writtenName.includes(':'));
  const html = markup.replace(EMPTY_VOID, '<$1$2/>');
  const prefix = tag?.writtenName.split(':', 1)[0]?.replace(/[^\w-]/g, '\\$&');
  return prefix === undefined ? html : html.replace(new RegExp(`(</?)${prefix}:`, 'g'), '$1');
}

/** Decodes base64 text; "" if the bytes are no text. */
function decodeBase64(value: string): string {
  const bytes = Buffer.from(value, 'base64');
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8').trim() : '';
}
