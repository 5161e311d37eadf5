import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/generate/generate.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

/** The days of three records that show their dates as `date` writes them. */
async function days(date: (at: number) => string, lang = 'en', host = 'example.org') {
  const names = ['The first of the stories', 'Another story of today', 'One more about something'];
  const items = names.map(
    (name, at) =>
      `<article><h2><a href="/story/${at}-about-it">${name}</a></h2>${date(at)}</article>`,
  );
  const html = `<html lang="${lang}"><body><main>${items.join('\n')}</main></body></html>`;
  const { document } = await generateFeed({
    url: `https://${host}/news`,
    html,
    now: NOW,
    selectors: null,
    rule: null,
    inline: true,
  });
  return document.entries.map(({ datePublished }) =>
    datePublished === null ? null : new Date(datePublished).toISOString().slice(0, 10),
  );
}

describe('the date of a record', () => {
  const published = ['2026-03-09', '2026-03-08', '2026-03-07'];
  const day = (at: number) => published[at] ?? '';
  const written = (at: number) => `${9 - at} March 2026`;

  it.each<[string, (at: number) => string]>([
    [
      'the post, not the last reply',
      (at) => `<span class="lastpost">1 March 2026</span><span class="post">${written(at)}</span>`,
    ],
    [
      'a text beside the time of an update',
      (at) => `<time class="modified" datetime="2026-03-12">12 March</time><b>${written(at)}</b>`,
    ],
    ['the label', (at) => `<p>Updated: 1 March 2026</p><p>Published: ${written(at)}</p>`],
    [
      'the label in an element of its own',
      (at) =>
        `<p><b>Last reply:</b> <i>1 March 2026</i></p><p><b>By Ann</b> <i>${written(at)}</i></p>`,
    ],
    [
      'a date element before prose',
      (at) =>
        `<p>The meeting of <em>1 March 2026</em> is described here at some length, with much detail and many words.</p><div class="date">${written(at)}</div>`,
    ],
    ['a date with its year', (at) => `<span>1 March</span><span>${written(at)}</span>`],
    ['a calendar beside it', (at) => `<div class="calendar-date">${written(at)}</div>`],
  ])('%s', async (_, date) => {
    expect(await days(date)).toEqual([day(0), day(1), day(2)]);
  });

  it('counts the years of Taiwan', async () => {
    const date = (at: number) => `<span>115/03/0${9 - at}</span>`;
    expect(await days(date, 'zh-TW')).toEqual(published);
    expect(await days(date, 'zh', 'www.example.gov.tw')).toEqual(published);
    expect(await days(date)).toEqual([null, null, null]);
  });

  it('takes the update where there is nothing else', async () => {
    const date = (at: number) => `<time class="updated" datetime="${day(at)}">changed</time>`;
    expect(await days(date)).toEqual(published);
  });
});
