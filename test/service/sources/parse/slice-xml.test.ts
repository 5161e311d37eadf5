import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../../src/service/sources/document/source-text.js';
import { sliceXml } from '../../../../src/service/sources/parse/slice-xml.js';

const url = 'https://example.com/feed';
const ITEMS = ['<item><title>“One”</title></item>', '<item><title>Two</title></item>'];

function sliced(head: string, items = ITEMS) {
  const xml = `<rss version="2.0"><channel>${head}${items.join('\n')}</channel></rss>`;
  return sliceXml(SourceText.ofUtf8(Buffer.from(xml)), 'rss', url);
}

describe('sliceXml', () => {
  it('hands out the document with the chosen entries', () => {
    const some = sliced('<title>é</title>')?.withSome((index) => index === 1);
    expect(some).toBe(`<rss version="2.0"><channel><title>é</title>${ITEMS[1]}</channel></rss>`);
  });

  it('has the same digest when only comments and the time of the build differ', () => {
    const built = (time: string) =>
      sliced(`<!-- ${time} --><lastBuildDate>${time}</lastBuildDate>`, [
        `<item><!-- ${time} --><title>One</title></item>`,
      ])?.digest;
    expect(built('today')).toBeDefined();
    expect(built('today')).toEqual(built('yesterday'));
  });

  it('sees a change behind a CDATA section with the start of a comment', () => {
    const inEnglish = (language: string) =>
      sliced(
        `<description><![CDATA[<!-- x]]></description><language>${language}</language><!-- end -->`,
      )?.digest.context;
    expect(inEnglish('en')).not.toBe(inEnglish('de'));
  });

  it('is null for a gap with text, entries of the same text and a document that breaks off', () => {
    expect(sliced('', [`${ITEMS[0]}text`, `${ITEMS[1]}`])).toBeNull();
    expect(sliced('', [`${ITEMS[0]}`, `${ITEMS[0]}`])).toBeNull();
    expect(sliceXml(SourceText.of(`<rss><channel>${ITEMS[0]}`), 'rss', url)).toBeNull();
  });

  it('is linear in the starts of comments within CDATA', () => {
    const head = `<description><![CDATA[${'<!--'.repeat(100_000)}]]></description>`;
    expect(sliced(head)).not.toBeNull();
  });
});
