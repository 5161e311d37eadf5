import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { START, sniffStart } from '../../../../src/service/sources/document/sniff.js';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import { parseFeed } from '../../../../src/service/sources/parse/parse-feed.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

/** What is read of a document, without the hashes of its text. */
async function read(document: string | Buffer) {
  const text = SourceText.open(Buffer.from(document));
  const kind = sniffStart(text.start(START));
  if (kind === null) throw new Error('not a feed');
  const { digest, entries, ...feed } = parseFeed(text, kind, {
    url: 'https://a.test/feed',
    now: NOW,
  });
  return { ...feed, entries: entries.map(({ sourceHash, ...entry }) => entry) };
}

/** An element that holds nothing but text; not one of XHTML, whose text is HTML. */
const TEXT = /(<(?!(?:p|b|em|a|div)[\s>])([\w:.-]+)(?: [^<>]*)?>)([^<]+)(<\/\2>)/g;
const plain = (text: string) =>
  text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
const inCdata = (change: (text: string) => string) => (xml: string) =>
  xml.replace(TEXT, (_, open, __, text, close) => open + change(plain(text)) + close);
const halves = (text: string) => {
  const middle = Math.ceil(text.length / 2);
  return `<![CDATA[${text.slice(0, middle)}]]><![CDATA[${text.slice(middle)}]]>`;
};
const renamed = (from: string, to: string) => (xml: string) =>
  xml.replace(new RegExp(`(</?|xmlns:)${from}(?=[:=])`, 'g'), `$1${to}`);
const utf16 = (xml: string) =>
  Buffer.from(xml.replace(/encoding="[^"]*"/, 'encoding="UTF-16"'), 'utf16le');
const afterDeclaration = (text: string) => (xml: string) => xml.replace('?>', `?>\n${text}`);

/** Other ways to write the same XML (XML 1.0, Namespaces in XML 1.0). */
const FORMS: Record<string, (xml: string) => string | Buffer> = {
  'comments between elements': (xml) => xml.replace(/\n</g, '\n<!-- a <b> & more --><'),
  'no white space between elements': (xml) => xml.replace(/>\s*\n\s*</g, '><'),
  'more white space between elements': (xml) => xml.replace(/\n</g, '\n\n\t\t<'),
  'line ends of Windows': (xml) => xml.replace(/\n/g, '\r\n'),
  'white space before the document': (xml) => `\n\n  ${xml}`,
  'remarks behind the document': (xml) => `${xml}<!-- cached -->\n<script>x</script>`,
  'attributes in single quotes': (xml) =>
    xml.replace(/<[^!?][^<>]*>/g, (tag) => tag.replace(/"/g, "'")),
  'white space around =': (xml) => xml.replace(/([\w:]+)="([^"]*)"/g, '$1 = "$2"'),
  'attributes on lines of their own': (xml) => xml.replace(/ ([\w:]+)="/g, '\n  $1="'),
  'end tags of empty elements': (xml) => xml.replace(/<([\w:]+)([^<>]*?)\s*\/>/g, '<$1$2></$1>'),
  'white space in end tags': (xml) => xml.replace(/<\/([\w:]+)>/g, '</$1 >'),
  'CDATA sections': inCdata((text) => `<![CDATA[${text}]]>`),
  'CDATA sections on lines of their own': inCdata((text) => `\n  <![CDATA[${text}]]>\n`),
  'CDATA sections in two parts': inCdata(halves),
  'numeric references for what is not ASCII': (xml) =>
    xml.replace(/[^\x00-\x7f]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
  'numeric references for markup': (xml) =>
    xml.replace(/&lt;/g, '&#60;').replace(/&gt;/g, '&#x3E;').replace(/&amp;/g, '&#38;'),
  'a byte order mark': (xml) => `\ufeff${xml}`,
  'UTF-16': (xml) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(xml)]),
  'UTF-16 with the other byte order': (xml) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(xml)]).swap16(),
  'UTF-16 without a mark': utf16,
  'no declaration': (xml) => xml.replace(/<\?xml[^>]*\?>\s*/, ''),
  'a style sheet': afterDeclaration('<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>'),
  'a document type': afterDeclaration('<!DOCTYPE feed [ <!ENTITY foo "bar"> ]>'),
  'elements that nobody knows': (xml) =>
    xml.replace(
      /<title\b/g,
      '<x:a xmlns:x="urn:x" b="1"><x:c>d <x:title>no</x:title></x:c></x:a>$&',
    ),
  'other prefixes': (xml) =>
    [...xml.matchAll(/ xmlns:(?!rdf)(\w+)=/g)].reduce(
      (text, [, prefix = ''], number) => renamed(prefix, `n${number}`)(text),
      xml,
    ),
};

describe.each(['rss', 'atom', 'rdf'])('%s', (format) => {
  const xml = readFileSync(`test/fixtures/feeds/${format}.xml`, 'utf8');
  const expected = read(xml);

  it.each(Object.entries(FORMS))('says the same with %s', async (_, form) => {
    const changed = form(xml);
    expect(changed).not.toBe(xml);
    expect(await read(changed)).toEqual(await expected);
  });
});
