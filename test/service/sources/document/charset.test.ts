import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../src/service/sources/document/source-text.js';

const xml = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><rss><title>${text}</title></rss>`;

describe('decodeText', () => {
  it.each([
    ['utf-8', 'Größe – naïve 日本'],
    ['windows-1252', 'Größe – naïve “quoted”'],
    ['windows-1251', 'Привет, мир'],
    ['koi8-r', 'Привет, мир'],
    ['shift_jis', '日本語のテキスト'],
    ['euc-jp', '日本語のテキスト'],
    ['gb2312', '简体中文'],
    ['big5', '繁體中文'],
    ['euc-kr', '한국어'],
    ['iso-8859-2', 'Zażółć gęślą jaźń'],
    ['iso-8859-15', '100 € à Évry'],
  ])('reads %s from the XML declaration or the header', (encoding, text) => {
    const declared = iconv.encode(xml(encoding, text), encoding);
    expect(decodeText(declared)).toContain(text);
    const labelled = iconv.encode(`<rss><title>${text}</title></rss>`, encoding);
    expect(decodeText(labelled, `text/xml; charset="${encoding.toUpperCase()}"`)).toContain(text);
  });

  it('reads a meta element', () => {
    const page = iconv.encode('<html><meta charset=windows-1251><p>Привет', 'windows-1251');
    expect(decodeText(page)).toContain('Привет');
  });

  it('tells a code page by the first characters beyond ASCII, however far down they are', () => {
    const ascii = 'plain '.repeat(50_000);
    const cyrillic = iconv.encode(`<html lang="ru">${ascii}Привет`, 'windows-1251');
    expect(decodeText(cyrillic).slice(-6)).toBe('Привет');
    const cutUtf8 = Buffer.concat([
      Buffer.from(`${ascii}${'Größe '.repeat(40)}`),
      Buffer.from([0xc3, 0x20]),
    ]);
    expect(decodeText(cutUtf8).slice(-8)).toBe('Größe \ufffd ');
  });

  it('reads ISO-2022-JP, which looks like ASCII', () => {
    const bytes = Buffer.from('1b2442467c4b5c1b2842', 'hex');
    expect(decodeText(bytes, 'text/xml; charset=ISO-2022-JP')).toBe('日本');
  });

  it('treats latin1 as Windows-1252, as browsers do', () => {
    const bytes = Buffer.from('<a>\x93quoted\x94 \x80</a>', 'latin1');
    expect(decodeText(bytes, 'text/html; charset=iso-8859-1')).toBe('<a>“quoted” €</a>');
  });

  it('lets the mark win over the header, and the header over the declaration', () => {
    const marked = iconv.encode(xml('iso-8859-1', 'Größe'), 'utf-16le', { addBOM: true });
    expect(decodeText(marked, 'text/xml; charset=windows-1251')).toContain('Größe');
    const labelled = iconv.encode(xml('windows-1251', 'Größe'), 'windows-1252');
    expect(decodeText(labelled, 'text/xml; charset=windows-1252')).toContain('Größe');
  });

  it.each(['utf-16le', 'utf-16be'])('reads %s without a mark', (encoding) => {
    expect(decodeText(iconv.encode(xml('utf-16', 'Größe'), encoding))).toContain('Größe');
  });

  it('keeps valid UTF-8 under a wrong label', () => {
    const body = Buffer.from(xml('iso-8859-1', 'Größe – 日本'));
    expect(decodeText(body, 'text/xml; charset=iso-8859-1')).toContain('Größe – 日本');
  });

  it('does not believe a UTF-16 declaration that could be read as ASCII', () => {
    expect(decodeText(Buffer.from(xml('utf-16', 'Größe')))).toContain('Größe');
  });

  it('replaces a character cut in half and keeps the rest', () => {
    const body = Buffer.concat([
      Buffer.from('日本語 Größe '.repeat(10)),
      Buffer.from([0xe6, 0x97]),
      Buffer.from(' Ende'),
    ]);
    expect(decodeText(body)).toMatch(/^日本語 Größe .*\ufffd Ende$/);
  });

  it('falls back to the code page of the language, else to Windows-1252', () => {
    const russian = iconv.encode('<rss><language>ru</language><t>Привет</t>', 'windows-1251');
    expect(decodeText(russian)).toContain('Привет');
    expect(decodeText(iconv.encode('<t>Größe und Maß</t>', 'windows-1252'))).toContain('Größe');
  });

  it('ignores labels that name no encoding', () => {
    expect(decodeText(Buffer.from('Größe'), 'text/xml; charset=none-such')).toBe('Größe');
    expect(decodeText(Buffer.from('a'), 'text/xml; charset=')).toBe('a');
  });

  it('gives any text in UTF-8 back, whatever the label', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme', minLength: 1 })
          .filter((text) => !/^[\ufeff\0]|^.\0/.test(text)),
        fc.constantFrom(undefined, 'utf-8', 'iso-8859-1', 'windows-1251', 'gbk'),
        (text, label) => {
          expect(decodeText(Buffer.from(text), `text/xml; charset=${label}`)).toBe(text);
        },
      ),
    );
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes the label %s for unknown',
    (label) => {
      expect(decodeText(Buffer.from('<a>é</a>'), `text/html; charset=${label}`)).toBe('<a>é</a>');
    },
  );

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, label) => {
        expect(typeof decodeText(Buffer.from(bytes), `x; charset=${label}`)).toBe('string');
      }),
    );
  });
});
