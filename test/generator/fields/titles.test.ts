import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { AWAY, SIX } from '../made-lists.js';
import { link, MADE_TITLES, recordsPage, time } from '../made-titles.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

/** Titles of a list whose records are made by a function. */
async function titles(record: (title: string, n: number) => string, all: readonly string[]) {
  const html = recordsPage(record, all);
  const { document } = await generateFeed({
    url: 'https://a.test/latest',
    html,
    now: NOW,
    selectors: null,
    rule: null,
  });
  return document.entries.map(({ title }) => title);
}

describe('titles', () => {
  it.each(MADE_TITLES)('$name', async ({ record, all, titles: expected }) => {
    expect(await titles(record, all)).toEqual(expected);
  });

  it.each(AWAY)('are what a picture says, not that its link leads away: %s', async (note) => {
    const record = (title: string, n: number) =>
      `<div><a href="/story/${n}"><img src="/${n}.jpg" alt="${title}"><span class="sr-only">${note}</span></a></div>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('leave the place in a ranking out, which is another one tomorrow', async () => {
    const record = (title: string, n: number) =>
      `<article><h2>${link(n < 2 ? title : `${n - 1}. ${title}`, n)}</h2>${time(n)}</article>`;
    expect(await titles(record, SIX)).toEqual(SIX);
    const years = SIX.map((title, n) => `${90 - n * 7}. ${title}`);
    const plain = (title: string, n: number) =>
      `<article><h2>${link(title, n)}</h2>${time(n)}</article>`;
    expect(await titles(plain, years)).toEqual(years);
  });

  it('keep words inside them that a search has marked', async () => {
    const marked = SIX.map((title) => title.replace(/\bthe\b/i, '<em>$&</em>'));
    const record = (title: string, n: number) =>
      `<article><h2>${link(title, n)}</h2>${time(n)}</article>`;
    expect(await titles(record, marked)).toEqual(SIX);
  });

  it('keep what several records say in the middle of theirs', async () => {
    const marked = SIX.map((title) => title.replace(/ (\w+)$/, ' <span>town hall</span> $1'));
    const record = (title: string, n: number) =>
      `<article><h2>${link(title, n)}</h2>${time(n)}</article>`;
    expect(await titles(record, marked)).toEqual(
      SIX.map((title) => title.replace(/ (\w+)$/, ' town hall $1')),
    );
  });

  it.each([
    ['each is another', SIX],
    ['one comes twice', SIX.map((title, n) => (n === 5 ? (SIX[0] ?? '') : title))],
  ])('are in the next column, where the links of a table are codes: %s', async (_, all) => {
    const record = (title: string, n: number) =>
      `<tr><td><a href="/tender?ref=T-26-${n}">T-26-${n}</a></td><td>North</td><td>${title}</td><td>0${n + 1}/02/2026</td></tr>`;
    expect(await titles((title, n) => `<table>${record(title, n)}</table>`, all)).toEqual(all);
  });

  it('are no heading whose end tag is missing, so that it holds the whole text', async () => {
    const text = 'The council of the town met again. '.repeat(9);
    const record = (title: string, n: number) =>
      `<article><h2>${link(title, n)}<p>${n}. ${text}</p>${time(n)}</article>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('leave out the number of comments', async () => {
    const record = (title: string, n: number) =>
      `<li><a href="/story/${n}-of-the-town"><span>${title}</span><span>(${n * 7 + 1})</span></a>${time(n)}</li>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('are all of a button in a heading but its date', async () => {
    const record = (title: string, n: number) =>
      `<h2 id="n${n}"><button>${title} <small>0${n + 1}/02/2026</small></button></h2><p>Dear all, <a href="/letters/${n}.pdf">Letter</a></p>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('may mention a day where the others do not', async () => {
    const dated = SIX.map((title, n) => (n === 2 ? 'Board elections begin: January 17' : title));
    const record = (title: string, n: number) =>
      `<article><h2>${link(title, n)}</h2><p>Started by Ada, ${n + 1} March 2026</p></article>`;
    expect(await titles(record, dated)).toEqual(dated);
  });

  it('leave out a date that is alone in its element, and say it where one record has it', async () => {
    const beside = (title: string, n: number) =>
      `<li><a href="/story/${n}-of-the-town"><span>${n + 1}/3/2026</span><span>${title}</span></a></li>`;
    expect(await titles(beside, SIX)).toEqual(SIX);
    const one = (title: string, n: number) =>
      `<li><a href="/story/${n}-of-the-town">${title}${n === 2 ? ' <span>12 March 2026</span>' : ''}</a><p>${n + 1} March 2026</p></li>`;
    expect((await titles(one, SIX))[2]).toBe(`${SIX[2]} 12 March 2026`);
  });

  it('end with their line, whatever small text begins the next one', async () => {
    const record = (title: string, n: number) =>
      `<div class="ev"><a href="/story/${n}-of-the-town"><div>${title}</div><div><span>Posted</span> <span>${n + 2} days ago</span></div></a><a href="/story/${n}-of-the-town#comments">${n} comments</a></div>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('are the text of a message whose link is the time it was sent', async () => {
    const record = (title: string, n: number) =>
      `<div class="message"><div class="text">${title}</div><a href="/channel/44${n}0"><time datetime="2026-03-0${n + 1}T1${n}:15">1${n}:15</time></a></div>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('say a date in digits beside two words', async () => {
    const dated = SIX.map((title, n) => (n === 2 ? 'Meeting minutes 2026-02-12' : title));
    const record = (title: string, n: number) =>
      `<div class="thread"><div>${link(title, n)}</div><div class="thread-title-text">The members of the board say hello to all ${n} of you</div>${time(n)}</div>`;
    expect(await titles(record, dated)).toEqual(dated);
  });

  it('are told apart from the names and labels beside them, with no space between', async () => {
    const beside = (title: string, n: number) =>
      `<article><i>Label${n}</i><span>${title}</span><small>${n + 1}/3/2026</small><a href="/story/${n}00">Read more</a></article>`;
    expect(await titles(beside, SIX)).toEqual(SIX);
    const byline = (title: string, n: number) =>
      `<li><a href="/story/${n}00"><span>By Ada Byron</span> <b>${title}</b></a>${time(n)}</li>`;
    expect(await titles(byline, SIX)).toEqual(SIX);
    const lines = (title: string, n: number) =>
      `<li><a href="/story/${n}00"><p>Mar ${n + 1}, 2026</p><p>By Ada ${n}</p><p>${title}</p></a></li>`;
    expect(await titles(lines, SIX)).toEqual(SIX);
  });

  // As on ind.com and shop.samsonite.com.
  it.each([
    ['aria-label', 'Read more about '],
    ['title', 'Continue reading: '],
    ['aria-label', 'View Product '],
  ])('are the %s of a link without "%s"', async (attribute, purpose) => {
    const record = (title: string, n: number) =>
      `<div class="card"><p>About the town, and what is new there on day ${n}</p><a class="more" href="/story/${n}" ${attribute}="${purpose}${title}">Read more</a></div>`;
    expect(await titles(record, SIX)).toEqual(SIX);
  });

  it('keep the quotation that they begin with', async () => {
    const quoted = SIX.map((title) => `»${title}«, says the mayor`);
    const record = (title: string, n: number) =>
      `<article><h2>${link(title, n)}</h2>${time(n)}</article>`;
    expect(await titles(record, quoted)).toEqual(quoted);
  });
});
