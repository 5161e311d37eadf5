import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../../src/service/sources/generate-feed.js';
import { MADE_LISTS, minutes } from '../../made-lists.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const NUMBERS = Array.from({ length: 9 }, (_, at) => at + 1);

async function itemsOf(html: string) {
  const { document } = await generateFeed({
    url: 'https://court.example.org/decisions',
    html: `<html lang="en"><body>${html}</body></html>`,
    now: NOW,
    selectors: null,
    rule: null,
    inline: true,
  });
  return document.entries.map(({ url, title, datePublished }) => ({
    path: new URL(url).pathname,
    title,
    day: datePublished === null ? null : new Date(datePublished).getUTCDate(),
  }));
}

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel', 'Ivy'];
const name = (n: number) => `State v. ${NAMES[n - 1]}`;
const expected = (path: (n: number) => string) =>
  NUMBERS.map((n) => ({ path: path(n), title: name(n), day: n }));

describe('records whose links do not carry the title', () => {
  it.each([
    ['text alone', (text: string) => text],
    ['an icon and a text in elements', (text: string) => `<i></i><b><span>${text}</span></b>`],
    ['a note for screen readers', (text: string) => `${text}<i class="sr-only">(new tab)</i>`],
  ])('are told apart by what the links say: %s', async (_, say) => {
    const row = (n: number) => `<div class="row">
      <div class="row"><div class="col-3">Docket Number</div><div class="col-7">19-P-${1000 + n}</div></div>
      <div class="row"><div class="col-3">Case Name</div><div class="col-7">${name(n)}</div></div>
      <div class="row"><div class="col-3">Release Date</div><div class="col-7">03/0${n}/2026</div></div>
      <div class="row"><div class="col-3"><a href="/pdf/${n}">${say('Download PDF')}</a></div>
        <div class="col-6"><a href="/view/${n}">${say('Read in Full')}</a></div></div></div>`;
    const html = `<h1>Decisions</h1><div>${NUMBERS.map(row).join('\n')}</div>`;
    const items = await itemsOf(html);
    const link = items[0]?.path.includes('pdf') ? 'pdf' : 'view';
    expect(items).toEqual(expected((n) => `/${link}/${n}`));
  });

  it('are found in a table that is hidden until a script has run', async () => {
    const row = (n: number) =>
      `<tr><td>3/${n}/2026</td><td>${name(n)}</td><td>Published</td><td><a href="/pdf/decision-of-the-court-${n}.pdf"><i aria-label="PDF"></i></a></td></tr>`;
    const table = `<table><tr><th>Date</th><th>Title</th><th>Status</th><th>PDF</th></tr>${NUMBERS.map(row).join('')}</table>`;
    const words = 'By default the table shows the past three months of decisions. '.repeat(9);
    const html = `<main><div><div><h1>Decisions</h1><p>${words}</p><span>Loading</span>
      <div style="display:none">${table}</div></div></div></main>`;
    expect(await itemsOf(html)).toEqual(expected((n) => `/pdf/decision-of-the-court-${n}.pdf`));
  });
});

it.each([0, 4])(
  'reads a paragraph of links as a list, and boxes of the footer as none, in %i more elements',
  async (levels) => {
    expect((await itemsOf(minutes(levels))).map(({ title }) => title)).toEqual([
      ...NUMBERS.map((n) => `Minutes ${n}`),
      ...NUMBERS.map((n) => `Board minutes ${n}`),
    ]);
  },
);

describe('records that are unlike the others', () => {
  const post = (n: number, rest = `<time datetime="2026-03-0${n}">x</time>`) =>
    `<li><h2><a href="/post/${n}">${name(n)} and the harbour office</a></h2>${rest}</li>`;
  const listOf = async (items: readonly string[]) =>
    (await itemsOf(`<main><ul>${items.join('')}</ul></main>`)).map(({ path }) => path);
  const posts = NUMBERS.map((n) => `/post/${n}`);

  it('are items when their addresses are built like the others: two jobs that say what they pay', async () => {
    const paid = (n: number) => post(n, n < 3 ? '<p>$60,000 - $75,000</p>' : '<p>On request</p>');
    expect(await listOf(NUMBERS.map(paid))).toEqual(posts);
  });

  it('are advertisements by their class, unless the list is of classifieds', async () => {
    const card = (n: number, kind: string) =>
      `<li class="${kind}"><h3><a href="/notice/of-the-court-${n}00">${name(n)} is for sale by auction</a></h3><p>3/${n}/2026</p></li>`;
    const list = (kind: (n: number) => string) =>
      itemsOf(`<main><ul>${NUMBERS.map((n) => card(n, kind(n))).join('')}</ul></main>`);
    expect(await list(() => 'ad-listitem')).toHaveLength(9);
    expect(await list((n) => (n === 4 ? 'ad-slot' : 'item'))).toHaveLength(8);
  });

  it('are no items at the ends of the list when they are a link and nothing else', async () => {
    const stray = '<li><h2><a href="/post/all">More articles of the office</a></h2></li>';
    const back = '<li><h2><a href="/post/">Back to the whole archive</a></h2></li>';
    expect(await listOf([back, ...NUMBERS.map((n) => post(n)), stray])).toEqual(posts);
  });

  it('are no items when they lead to another site and all others to one kind of page', async () => {
    const stray = post(4).replace('/post/4', 'https://shop.example/buy/a-book-of-the-office');
    const dateless = NUMBERS.map((n) => post(n, '<p>In brief</p>'));
    expect(await listOf(dateless.toSpliced(3, 0, stray))).toEqual(posts);
  });

  it('are items where all of them lead to other sites, whatever their addresses say', async () => {
    const paths = ['/careers', '/about-us', '/jobs/engineer', '/help', '/join', '/', '/work'];
    const pages = paths.map((path, n) =>
      post(n + 1).replace(/\/post\/\d/, `https://s${n}.example${path}`),
    );
    expect(await listOf(pages)).toEqual(paths);
  });
});

describe('records beside the others that only their markup tells apart', () => {
  it('are rows in bold, with the rows that follow each', async () => {
    expect((await itemsOf(MADE_LISTS.boldRows.html)).map(({ day }) => day)).toEqual(NUMBERS);
  });

  it('are cards with another kind of page behind them, in a heading too, but no second list', async () => {
    const card = (path: string, n: number, tag = 'h3') =>
      `<div class="card"><${tag}><a href="/${path}/${n}">${name(n)} at the ${path} desk</a></${tag}><p>More of it, in a sentence or two.</p></div>`;
    const cards = NUMBERS.map((n) => (n % 4 === 0 ? card('question', n, 'h4') : card('answer', n)));
    const block = `<div class="card"><h3>The most read</h3>${[21, 22, 23]
      .map((n) => `<p><a href="/answer/${n}">An answer of last year</a></p>`)
      .join('')}</div>`;
    const found = await itemsOf(`<main>${cards.join('')}${block}</main>`);
    expect(found.map(({ path }) => path)).toEqual(
      NUMBERS.map((n) => `/${n % 4 === 0 ? 'question' : 'answer'}/${n}`),
    );
  });
});

it('records in one link are dated by the line that says when they were posted', async () => {
  const record = (n: number) =>
    `<div><a href="/view/${n}00"><strong>${name(n)} is decided after nine years in the courts</strong><div>Posted on ${n} March 2026 by Ada Byron in Court news</div></a></div>`;
  const items = await itemsOf(`<main>${NUMBERS.map(record).join('')}</main>`);
  expect(items.map(({ day }) => day)).toEqual(NUMBERS);
});
