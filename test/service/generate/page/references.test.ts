import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { describe, expect, it } from 'vitest';
import { decodeText, decodeValue } from '../../../../src/service/generate/page/references.js';

const REFERENCES = [
  ...[
    '&amp;',
    '&quot;',
    '&#39;',
    '&#x27;',
    '&nbsp;',
    '&hellip;',
    '&rsquo;s',
    '&#8217;',
    '&#x201C;',
  ],
  ...[
    '& ',
    '&',
    '&&',
    'a & b',
    '&;',
    '&#;',
    '&#x;',
    '&amp',
    '&copy2',
    '&notit;',
    '&AMP;',
    '&eacute;',
  ],
  ...['?a=1&b=2', '?a=1&copy=2', '?a=1&lt=2', '?a&lt_x=1', '&a_b=1', '&unknown;', '&amp;lt;'],
  ...['&#0;', '&#128;', '&#150;', '&#xD800;', '&#x1F600;', '&#99999;', '&#10;', '&#127;'],
];

describe('character references', () => {
  it.each(REFERENCES)('%s is decoded as the standard has it', (text) => {
    for (const whole of [text, `x${text}`, `${text}y`, `&lt;${text} &gt;`]) {
      expect(decodeText(whole)).toBe(decodeHTML(whole));
      expect(decodeValue(whole, 1_000)).toBe(decodeHTMLAttribute(whole));
    }
  });

  it.each(['&quot;', '&#8217;', 'x&quot;', '&eacute;', '&CounterClockwiseContourIntegral;'])(
    'keeps the beginning of a long value of %s',
    (unit) => {
      for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
        const value = before + unit.repeat(2_000);
        expect(decodeValue(value, 100)).toBe(decodeHTMLAttribute(value).slice(0, 100));
      }
    },
  );
});
