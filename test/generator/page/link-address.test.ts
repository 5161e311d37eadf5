import { describe, expect, it } from 'vitest';
import { addressReader } from '../../../src/generator/page/link-address.js';

const TRACKED = 'utm_source=home&utm_medium=web';

describe('an address with tracking parameters', () => {
  const read = addressReader('https://a.test/news');

  it.each([
    ['https://a.test/', `https://a.test/?${TRACKED}`],
    ['https://a.test/files/minutes.pdf', `https://a.test/files/minutes.pdf?${TRACKED}`],
    ['https://a.test/?p=1024', `https://a.test/?p=1024&${TRACKED}`],
    ['https://a.test/login', `https://a.test/login?${TRACKED}`],
  ])('says what %s says', (plain, tracked) => {
    const said = ({ url, isDocument, isUtility, shape, looseShape }: ReturnType<typeof read>) => ({
      url: url.href,
      isDocument,
      isUtility,
      shape,
      looseShape,
    });
    expect(said(read(tracked))).toEqual(said(read(plain)));
  });
});
