import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openText } from '../../../../src/service/sources/document/open-text.js';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';

it('is the same whether it is decoded before or in parts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      const decoded = SourceText.of(words.join('<'));
      const bytes = SourceText.ofUtf8(Buffer.from(words.join('<')));
      expect(bytes.toString()).toBe(decoded.toString());
      expect(bytes.length).toBeGreaterThanOrEqual(decoded.length);
      expect(partsOf(bytes)).toEqual(partsOf(decoded));
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

it('replaces broken UTF-8 behind a byte order mark', async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xc3, 0x62]);
  expect((await openText(bytes)).toString()).toBe('a\ufffdb');
  expect((await openText(bytes.subarray(0, 4))).toString()).toBe('a');
});
