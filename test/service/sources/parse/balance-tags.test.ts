import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceTags } from '../../../../src/service/sources/parse/balance-tags.js';
import { outlineXml } from '../../../../src/service/sources/parse/outline-xml.js';

const feed = (inside: string) => `<rss><channel>${inside}</channel></rss>`;
const balanced = (inside: string) => balanceTags(feed(inside), 0);

describe('balanceTags', () => {
  it.each([
    ['<item><p>a</item>', '<item><p>a</p></item>'],
    ['<item><A:b c="d">a</item>', '<item><A:b c="d">a</A:b></item>'],
    ['<item><description>a<b>c</item>', '<item><description>a<b>c</description></item>'],
    ['<item><title>a<title>b<i></item>', '<item><title>a<title>b<i></title></title></item>'],
    ['<item><br>a</item>', '<item><br/>a</item>'],
    ['<item>a</p>b</item>', '<item>ab</item>'],
    ['</p><item>a</item>', '<item>a</item>'],
    ['<item><title>a</channel>', '<item><title>a</title></item></channel>'],
  ])('repairs %s', (inside, repaired) => {
    const end = inside.endsWith('</channel>') ? '' : '</channel>';
    expect(balanceTags(`<rss><channel>${inside}${end}</rss>`, 0)).toBe(
      `<rss><channel>${repaired}${end}</rss>`,
    );
  });

  it.each([
    '<item><title>How <length> and <p> work</title></item>',
    '<item><description>a<br>b</p>c</description></item>',
    '<item><title>a</title><link/></item>',
    '<item><title><title><p><p>a</title></title></item>',
    '<item><![CDATA[</p>]]><!-- </p> --></item>',
  ])('leaves %s as it is', (inside) => {
    expect(balanced(inside)).toBe(feed(inside));
  });

  it('leaves what is before the root and behind it', () => {
    const text = `</x><y>${feed('<item></b></item>')}</z>`;
    expect(balanceTags(text, 7)).toBe(`</x><y>${feed('<item></item>')}</z>`);
  });

  const slips = ['<p>', '</p>', '<br>', '<b/>', '<title>', '</title>', 'text'];

  it('leaves nothing to repair', () => {
    const item = fc.array(fc.constantFrom(...slips), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (items) => {
        const once = balanced(items.map((pieces) => `<item>${pieces.join('')}</item>`).join(''));
        expect(balanceTags(once, 0)).toBe(once);
      }),
    );
  });

  it('loses no entry', () => {
    const piece = fc.constantFrom('<item>', '</item>', '</channel>', ...slips);
    const entries = (xml: string) => outlineXml(xml, 'example.com').entries.length;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(entries(balanced(text))).toBeGreaterThanOrEqual(entries(feed(text)));
      }),
    );
  });
});
