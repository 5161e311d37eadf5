import fc from 'fast-check';
import type {
  PublishedChannel,
  PublishedItem,
} from '../../src/service/publish/published-channel.js';
import { webAddress } from './web-address.js';

/** A channel with nothing special about it, changed where a test says so. */
export function channel(changes: Partial<PublishedChannel> = {}): PublishedChannel {
  return {
    id: 'AAAAAAAAAAAAAAAA',
    title: 'Valley News',
    description: 'What happens in the valley',
    icon: 'https://news.example/icon.png',
    language: 'en-GB',
    siteUrl: 'https://news.example/',
    selfUrl: 'https://feeds.example/feeds/AAAAAAAAAAAAAAAA.xml',
    ttlMinutes: 60,
    updatedAt: Date.parse('2026-11-21T09:00:00Z'),
    items: [item()],
    ...changes,
  };
}

export function item(changes: Partial<PublishedItem> = {}): PublishedItem {
  return {
    guid: 'g1',
    addedAt: Date.parse('2026-11-20T12:00:00Z'),
    url: 'https://news.example/bridge?page=1&lang=en',
    title: 'The bridge is open',
    description_text: 'After two years, cars cross again.',
    description_html: '<p>After two years, <b>cars</b> cross again.</p>',
    thumbnail: 'https://news.example/bridge.jpg?w=300&h=200',
    date_published: '2026-11-20T08:30:00.000Z',
    authors: [{ name: 'Ana Lima' }, { name: 'Bo Chen' }],
    ...changes,
  };
}

const HOSTILE = [
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<script>',
  '</title>',
  '&amp;',
  '&lt;b&gt;',
  '&apos;',
  '&#0;',
  '&',
  '"',
  "'",
  '\0',
  '\u000B',
  '\u001B[31m',
  '\uFFFE',
  '\uD800',
  '\uDC00',
  '😀',
  '\r\n',
  '\t',
  '=1+1',
];

/** Any UTF-16 whatever, thick with what has broken feeds before. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** Addresses of every kind, plain text among them. */
export const anyAddress = fc.oneof(
  webAddress({ query: true, fragment: true }),
  fc.tuple(webAddress(), anyText).map(([url, text]) => `${url}?q=${text}#${text}`),
  anyText.map((text) => `javascript:${text}`),
  anyText.map((text) => `data:text/html,${text}`),
  anyText,
);

const anyDate = fc.oneof(
  fc.constant(null),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  anyText,
);

const anyItem: fc.Arbitrary<PublishedItem> = fc.record({
  guid: fc.stringMatching(/^[0-9A-Za-z]{16}$/),
  addedAt: fc.integer({ min: 0, max: Date.parse('2100-01-01') }),
  url: anyAddress,
  title: anyText,
  description_text: anyText,
  description_html: anyText,
  thumbnail: fc.option(anyAddress),
  date_published: anyDate,
  authors: fc.array(fc.record({ name: anyText }), { maxLength: 3 }),
  attachments: fc.array(
    fc.record(
      {
        url: anyAddress,
        mime_type: fc.constantFrom('audio/mpeg', 'image/png', 'application/octet-stream'),
        size_in_bytes: fc.nat(),
        duration_in_seconds: fc.double({ min: 0.1, max: 1e6, noNaN: true }),
        title: anyText,
      },
      { requiredKeys: ['url', 'mime_type'] },
    ),
    { maxLength: 3 },
  ),
  tags: fc.array(anyText, { maxLength: 3 }),
  date_modified: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  summary: anyText,
  comments_url: anyAddress,
  external_url: anyAddress,
  language: anyText,
});

export const anyChannel: fc.Arbitrary<PublishedChannel> = fc.record({
  id: fc.stringMatching(/^_?[0-9A-Za-z]{16}$/),
  title: anyText,
  description: anyText,
  icon: anyAddress,
  language: fc.option(fc.oneof(anyText, fc.constantFrom('en', 'pt-br', 'zh-Hant', 'und', ''))),
  siteUrl: webAddress(),
  selfUrl: fc.constant('https://feeds.example/feeds/x.xml'),
  ttlMinutes: fc.integer({ min: 5, max: 1440 }),
  updatedAt: fc.integer({ min: 0, max: Date.parse('2100-01-01') }),
  items: fc.array(anyItem, { maxLength: 4 }),
});
