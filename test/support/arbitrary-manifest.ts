import fc from 'fast-check';
import { isBlank } from '../../src/base/text.js';
import { webAddress } from './web-address.js';

/** Texts that one of the formats would take for something of its own. */
const AWKWARD = [
  '=HYPERLINK("http://evil.example")',
  "'=already quoted",
  "''@twice",
  '+1',
  '-1',
  '＝full width',
  '\tindented',
  '\rreturned',
  'two\nlines',
  'Windows\r\nlines',
  'a, b; c\td',
  'say "so"',
  "it's",
  'yes',
  'null',
  '~',
  '2026-01-31',
  '0x1F',
  '- item',
  '# comment',
  'key: value',
  '*alias',
  '&anchor',
  '{curly}',
  '<b>&amp;</b> &nbsp; & more',
  ']]>',
  ' spaced out ',
  'ends with \\',
  '\\; both',
  'München 日本語 🇩🇪👩‍👩‍👧 עברית',
  'trailing:',
];

/** A text that is not blank and that XML can carry. */
export const shownText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD) },
  {
    weight: 3,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
      .filter((text) => !isBlank(text)),
  },
);

/** A name as services keep it: without white space around it. */
export const name = shownText.map((text) => text.trim());

export const icon = webAddress().map((url) => `${url}/icon.png`);

/** What the `source_url` of a feed may be, with every source another one. */
export const sourceAddresses = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 3 }))
  .map(([pages, searches]) => [
    ...Array.from(
      { length: pages },
      (_, index) => `https://site-${index}.example/a b?x=1&y=${index}#f`,
    ),
    ...Array.from({ length: searches }, (_, index) =>
      searchAddress(SEARCHES[index] ?? '', 'GB:en'),
    ),
  ]);

const SEARCHES = [
  'solar sails',
  'Probe unfolds its sail in orbit after a long delay',
  '"exact words" OR site:example.com -old',
];

/** As a hosted service shows a news feed. */
export function searchAddress(keyword: string, region: string): string {
  const url = new URL('https://news.example/search');
  url.searchParams.set('keyword', keyword);
  url.searchParams.set('region', region);
  url.searchParams.set('lang', region.split(':')[1] ?? '');
  return url.href;
}
