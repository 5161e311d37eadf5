import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_REGION, formatRegion, parseRegion } from '../../src/contract/index.js';
import { runs } from '../support/property-runs.js';

const canonical = (text: string) => {
  const region = parseRegion(text);
  return region === null ? null : formatRegion(region);
};

describe('parseRegion', () => {
  const cases: [string, string | null][] = [
    ['US:en', 'US:en'],
    ['us:EN', 'US:en'],
    [' US:en ', 'US:en'],
    ['US', 'US:en'],
    ['de', 'DE:de'],
    ['en-US', 'US:en'],
    ['pt-BR', 'BR:pt'],
    ['fil-PH', 'PH:fil'],
    ['BR:pt-419', 'BR:pt-419'],
    ['TW:zh-Hant', 'TW:zh-Hant'],
    ['zh-Hant-TW', 'TW:zh-Hant'],
    ['IL:iw', 'IL:he'],
    // What people write for the country whose code is GB.
    ['UK:en', 'GB:en'],
    ['en-UK', 'GB:en'],
    ['uk', 'GB:en'],
    ['SU:ru', 'RU:ru'],
    ['XX:en', null],
    ['EU:en', null],
    ['UN:en', null],
    ['ZZ', null],
    ['US:xx', null],
    ['US:', null],
    [':en', null],
    ['US:e', null],
    ['US:en-', null],
    ['US;en', null],
    ['USA:en', null],
    ['419', null],
    ['english', null],
    ['', null],
  ];
  it.each(cases)('«%s» is %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it('knows the default', () => {
    expect(canonical(DEFAULT_REGION)).toBe(DEFAULT_REGION);
  });

  it('reads its own canonical form as the same region', () => {
    const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const language = fc.constantFrom('en', 'de', 'zh-Hant', 'pt-419', 'iw', 'fil', 'xx');
    fc.assert(
      fc.property(letter, letter, language, (a, b, tag) => {
        const text = canonical(`${a}${b}:${tag}`);
        if (text !== null) expect(canonical(text)).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[a-zA-Z]{2}[:-][a-zA-Z0-9-]{0,12}$/)),
        (text) => {
          const region = parseRegion(text);
          expect(region === null || /^[A-Z]{2}$/.test(region.country)).toBe(true);
        },
      ),
    );
  });
});
