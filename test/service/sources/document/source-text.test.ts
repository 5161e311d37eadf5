import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText, SourceText } from '../../../../src/service/sources/document/source-text.js';

it('is the same whether it is decoded before or in parts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      const text = words.join('<');
      const wide = SourceText.open(Buffer.from(`\ufeff${text}`, 'utf16le'));
      const utf8 = SourceText.of(text);
      expect(utf8.toString()).toBe(wide.toString());
      expect(partsOf(utf8)).toEqual(partsOf(wide));
      for (const { length } of words) {
        expect(utf8.start(length)).toBe(text.slice(0, length));
        expect(wide.start(length)).toBe(text.slice(0, length));
      }
    }),
  );
});

/** What is between the tags, by the offsets of the tags. */
function partsOf(text: SourceText) {
  const offsets = [...text.markup.matchAll(/</g)].map(({ index }) => index);
  return [...offsets, text.markup.length].map((end, index) => {
    const start = index === 0 ? 0 : (offsets[index - 1] ?? 0) + 1;
    return [text.part(start, end), text.hash(start, end)];
  });
}

it('replaces broken UTF-8 behind a byte order mark', () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xc3, 0x62]);
  expect(decodeText(bytes)).toBe('a\ufffdb');
  expect(decodeText(bytes.subarray(0, 4))).toBe('a');
});
