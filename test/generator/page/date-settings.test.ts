import { describe, expect, it } from 'vitest';
import { dateSettingsOf } from '../../../src/generator/page/date-settings.js';
import { readPage } from '../../../src/generator/page/page.js';

const of = (html: string, host = 'a.example') =>
  dateSettingsOf(readPage(html, `https://${host}/news`), 0);
const page = (lang: string, body: string) => `<html lang="${lang}"><body>${body}</body></html>`;
const time = (value: string) => `<time datetime="${value}">x</time>`;

describe('the order of day and month', () => {
  it.each([
    ['a day over 12 that is first', page('en-US', '<p>23/04/2026</p>'), true, true],
    ['a day over 12 that is second', page('de', '<p>04/23/2026</p>'), false, true],
    [
      'the order of most',
      page('en', '<p>23/04/2026</p><p>24/04/2026</p><p>04/25/2026</p>'),
      true,
      true,
    ],
    ['neither, in the United States', page('en-US', '<p>03/04/2026</p>'), false, false],
    ['neither, in Canada', page('en-CA', ''), false, false],
    ['neither, in Filipino', page('fil', ''), false, false],
    ['neither, in German', page('de', '<p>03/04/2026</p>'), true, true],
    ['neither, in English', page('en', '<p>03/04/2026</p>'), false, false],
    ['as many of one as of the other', page('en', '<p>23/04/26</p><p>04/25/26</p>'), false, false],
    ['a number in prose', page('en', `<p>23/04/2026 ${'and more '.repeat(10)}</p>`), false, false],
    ['other dashes', page('en', '<p>23–04–2026</p>'), true, true],
  ])('follows %s', (_, html, dayFirst, isOrderSure) => {
    expect(of(html)).toMatchObject({ dayFirst, isOrderSure });
  });

  it.each([
    ['paper.co.uk', true],
    ['paper.ie', true],
    ['paper.us', false],
    ['uk.example', false],
  ])('is, in English of %s, with the day first: %s', (host, dayFirst) => {
    expect(of(page('en', ''), host)).toMatchObject({ dayFirst, isOrderSure: false });
  });

  it.each([
    ['ko', true],
    ['ja-JP', true],
    ['zh', true],
    ['de', false],
    ['', false],
  ])('begins with the year in %j: %s', (lang, yearFirst) => {
    expect(of(page(lang, '')).yearFirst).toBe(yearFirst);
  });
});

describe('the era of years', () => {
  it.each([
    ['th', '', 'a.example', 'buddhist'],
    ['th-TH', '', 'a.example', 'buddhist'],
    ['en', '<p>ข่าวประชาสัมพันธ์</p>', 'a.example', 'buddhist'],
    ['zh-TW', '', 'a.example', 'republic'],
    ['zh-Hant', '', 'a.example', 'republic'],
    ['en', '', 'office.gov.tw', 'republic'],
    ['zh-CN', '', 'a.example', null],
    ['the', '', 'a.example', null],
  ])('of %s %s at %s is %s', (lang, body, host, years) => {
    expect(of(page(lang, body), host).years).toBe(years);
  });
});

describe('the offset', () => {
  const [east, west] = ['2026-03-09T08:00:00+01:00', '2026-03-09T08:00:00-05:00'];
  const utc = '2026-03-09T08:00:00Z';
  const script = (value: string) =>
    `<script type="application/ld+json">{"datePublished":"${value}"}</script>`;

  it.each([
    ['that of the only time', time(east), 60],
    ['that of most', time(west) + time(east) + time(east), 60],
    ['one that is stated rather than many without a zone', time(utc).repeat(4) + time(west), -300],
    ['that of UTC where there is no other', time(utc), 0],
    ['that of a property', `<meta property="article:published_time" content="${east}">`, 60],
    ['that of a script', script(west), -300],
    ['none of another script', `<script>"${west}"</script>`, null],
    ['none of another element', `<b title="${east}">x</b>`, null],
    ['none of a long value', time(east + ' '.repeat(60)), null],
    ['none of a date', time('2026-03-09'), null],
  ])('is %s', (_, body, offset) => {
    expect(of(page('en', body)).offset).toBe(offset);
  });
});
