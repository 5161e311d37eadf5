import { isUtf8 } from 'node:buffer';
import { boundPeople } from './bounded-people.js';
import { VOID_ELEMENTS } from './feed-elements.js';
import type { XmlFeedKind } from './read-xml.js';

/** Rewrites what feedsmith 3.0.1 does not read into forms that it reads. Linear. */
export function rewriteRareForms(xml: string, kind: XmlFeedKind): string {
  const plain = withVoidElements(withBareDurations(xml));
  if (kind === 'atom') return decodeBase64Elements(plain);
  return withChannel(withContent(kind === 'rss' ? boundPeople(plain) : plain), kind);
}

const DURATION = /(:duration\s*>)((?:[\d:\s]|<!\[CDATA\[|\]\]>){1,80})(?=<\/)/gi;
const AROUND_DIGITS = /\s+|<!\[CDATA\[|\]\]>/g;

/** `itunes:duration` with white space or CDATA sections around "1:02:03". */
function withBareDurations(xml: string): string {
  if (!xml.includes(':duration')) return xml;
  return xml.replace(
    DURATION,
    (_, tag: string, time: string) => tag + time.replace(AROUND_DIGITS, ''),
  );
}

const VOID_NAMES = [...VOID_ELEMENTS].join('|');
const END_OF_VOID = new RegExp(`></(?:${VOID_NAMES})[\\s>]`, 'i');
const VOID_WITH_END = new RegExp(`<(${VOID_NAMES})(\\s[^<>]{0,2000})?></\\1\\s*>`, 'gi');

/** XHTML may write `<br></br>`, which is two line breaks to a reader of HTML. */
function withVoidElements(xml: string): string {
  return END_OF_VOID.test(xml) ? xml.replace(VOID_WITH_END, '<$1$2/>') : xml;
}

const XHTML_PREFIX = /\sxmlns:([\w.-]{1,64})\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/gi;
/** Each prefix is a pass over the document. */
const MAX_PREFIXES = 3;
/** Most documents have no such name, which is found in a third of the time that the tags take. */
const ANY_FULL_TEXT = /(?:body|fullitem)[\s/>]/i;
const FULL_TEXT = /(<\/?)(?:\w{1,64}:)?(?:body|fullitem)(?=[\s/>])/gi;

/** `xhtml:body` (the whole text as markup) and `fullitem` are `content:encoded` by other names. */
function withContent(xml: string): string {
  const prefixes = new Set(
    [...xml.matchAll(XHTML_PREFIX)].map(([, prefix = '']) => prefix.replace(/[.-]/g, '\\$&')),
  );
  let content = xml;
  for (const prefix of [...prefixes].slice(0, MAX_PREFIXES)) {
    content = content.replace(new RegExp(`(</?)${prefix}:`, 'g'), '$1');
  }
  if (!ANY_FULL_TEXT.test(content)) return content;
  return content.replace(FULL_TEXT, '$1content:encoded');
}

const EMPTY_CHANNEL = /<channel\s*\/>|<channel>\s*<\/channel>/i;
const RSS_START = /<rss(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*>/i;

/** RSS with its items directly below the root, and no channel. */
function withChannel(xml: string, kind: XmlFeedKind): string {
  if (kind !== 'rss') return xml;
  const bare = xml.replace(EMPTY_CHANNEL, '');
  if (/<channel[\s>]/i.test(bare)) return xml;
  return bare.replace(RSS_START, '$&<channel>').replace(/<\/rss\s*>/i, '</channel>$&');
}

const BASE64_ELEMENT =
  /<((?:\w{1,64}:)?(?:title|tagline|summary|content|info))(?=\s)([^<>]*)>([a-z\d+/=\s]*)<\/\1\s*>/gi;
const BASE64_MODE = /\smode\s*=\s*["']base64["']/i;

/** Atom 0.3 says of a text that it is base64 in an attribute that feedsmith drops. */
function decodeBase64Elements(xml: string): string {
  if (!BASE64_MODE.test(xml)) return xml;
  return xml.replace(BASE64_ELEMENT, (element, name: string, attributes: string, value: string) => {
    if (!BASE64_MODE.test(attributes)) return element;
    const text = decodeBase64(value);
    const others = attributes.replace(BASE64_MODE, '');
    return text === null
      ? `<${name}${others}></${name}>`
      : `<${name}${others}>${escapeText(text)}</${name}>`;
  });
}

/** Decodes base64 text; null when the bytes are not text. */
export function decodeBase64(value: string): string | null {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === 0 || !isUtf8(bytes) || bytes.includes(0)) return null;
  return bytes.toString('utf8');
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
