import { SIX } from './made-lists.js';

type MakeRecord = (title: string, n: number) => string;

/** A list whose titles are easily taken for something else; the model of titles learns from them too. */
export interface MadeTitles {
  name: string;
  record: MakeRecord;
  /** What the records are made of. */
  all: readonly string[];
  /** What their titles are. */
  titles: readonly string[];
}

export const link: MakeRecord = (title, n) => `<a href="/story/${n}-of-the-town">${title}</a>`;
export const time = (n: number) => `<time datetime="2026-03-0${n + 1}">x</time>`;

export function recordsPage(record: MakeRecord, all: readonly string[]): string {
  return `<h1>Latest</h1><main>${all.map((title, n) => record(title, n)).join('')}</main>`;
}

/** In a heading behind the title. */
const headed = (behind: (n: number) => string): MakeRecord => {
  return (title, n) => `<article><h3>${link(`${title} ${behind(n)}`, n)}</h3>${time(n)}</article>`;
};
const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '');

const WITHOUT: readonly (readonly [string, MakeRecord])[] = [
  [
    'badges at either end',
    (title, n) =>
      `<article><h2><a href="/story/${n}-of-the-town"><b class="tag">Video</b> ${title} <i>Plus</i></a></h2>${time(n)}</article>`,
  ],
  [
    'the source, the pages of a thread and a counter behind the link',
    (title, n) =>
      `<article><h2>${link(title, n)} <span>( <a href="/t/${n}?page=2">2</a> <a href="/t/${n}?page=9">Last</a> )</span> <span><a href="https://b.test/${n}">(b.test)</a></span> <span><a href="/story/${n}-of-the-town#comments">${n + 20}</a></span></h2>${time(n)}</article>`,
  ],
  [
    'a kicker before what is named a headline',
    (title, n) =>
      `<article><a href="/story/${n}-of-the-town"></a><h3><div>Kicker ${n}</div><span class="headline-text">${title}</span></h3>${time(n)}</article>`,
  ],
  [
    'comments',
    headed((n) => `<span class="c">${n + 1} ${n === 0 ? 'comment' : 'comments'}</span>`),
  ],
  ['views', headed((n) => `<span>1,${204 + n} Aufrufe</span>`)],
  [
    'a price without a space',
    (title, n) =>
      `<article><h3>${link(`${title}<span>$${10 + n}.99</span>`, n)}</h3>${time(n)}</article>`,
  ],
  ['a price', headed((n) => `<span>${10 + n},99 €</span>`)],
  // As on f-1.lt.
  ['comments in brackets', headed((n) => `(<b class="x">${n}</b>)`)],
  ...(
    [
      ['a kicker', (title, n) => `<span>Kicker ${n}</span> <span>${title}</span>`],
      ['a time', (title, n) => `<span>posted <b>${n} units</b></span> ${title}`],
      ['names behind them', (title, n) => `${title} <i>With Ada Nr. ${n}</i>`],
      ['both', (title, n) => `<b>Live ${n}</b> ${title} <i>With Ada Nr. ${n}</i>`],
    ] as readonly (readonly [string, MakeRecord])[]
  ).map(([name, text]): readonly [string, MakeRecord] => [
    `${name} that the tooltip of the link does without`,
    (title, n) =>
      `<article><h2><a href="/story/${n}-of-the-town" title="${title}">${text(title, n)}</a></h2>${time(n)}</article>`,
  ]),
  [
    'the text of a picture in a link of its own',
    (title, n) =>
      n < 3
        ? `<section><div><a href="/story/${n}-a"><img src="/${n}.jpg" alt="A large tower in flames"></a></div><div><a href="/story/${n}-a"><h2>${title}</h2><p>What it is about, in a sentence.</p></a></div></section>`
        : `<section><div><a href="/story/${n}-a"><div><img src="/${n}.jpg" alt="People in the street"></div><div><h2>${title}</h2></div></a></div></section>`,
  ],
  [
    'a heading without words',
    (title, n) => `<article><h2>${link('', n)}</h2><h3>${link(title, n)}</h3>${time(n)}</article>`,
  ],
];

const KEPT: readonly (readonly [string, (n: number) => string])[] = [
  ['years', (n) => `(${2019 + n})`],
  ['editions', (n) => `<span>${2019 + n} Edition</span>`],
  ['sizes', (n) => `<span>${n + 1} m</span>`],
  ['prices that only a few have', (n) => (n < 2 ? `<span>$${n + 1}.50</span>` : '')],
];

const JOBS = ['Data Analyst', 'Engineer', 'Cook', 'Team Lead', 'Nurse', 'Baker'];
const FILMS = ['Piráti', 'Vzpoura', 'Návrat', 'Přístav', 'Ostrov', 'Bouře'];
const WITH_SHORT = SIX.map((title, n) => (n === 3 ? 'ROTOR, SPARE' : title));

const LOCKS = ['Lock29', 'Lock28', 'Lock27', 'Lock26', 'Lock25', 'Lock24'];
const GATES = LOCKS.map((name) => name.replace('Lock', 'Harbour gate '));

export const MADE_TITLES: readonly MadeTitles[] = [
  ...[LOCKS, GATES].map((all) => ({
    name: `are the name in the first cell where all links say the same: ${all[0]}`,
    record: (title: string, n: number) =>
      `<table><tr><td>${title}</td><td>${n + 1} March 2026</td><td>${n % 4 > 0 ? `<a href="https://wiki.test/F-0${n}">F-0${n}</a>` : ''}</td><td><a href="https://wiki.test/notes-${29 - n}">Version notes</a></td></tr></table>`,
    ...{ all, titles: all },
  })),
  ...WITHOUT.map(([name, record]) => ({
    ...{ name: `leave out ${name}`, record, all: SIX, titles: SIX },
  })),
  ...KEPT.map(([name, behind]) => ({
    ...{ name: `keep ${name}`, record: headed(behind), all: SIX },
    titles: SIX.map((title, n) => `${title} ${withoutTags(behind(n))}`.trim()),
  })),
  {
    name: 'are a link named so rather than the name of the company above it',
    record: (title, n) =>
      `<div class="card"><div class="company-name">The Harbour Company ${n}</div><a class="${n < 3 ? 'job-title' : 'go'}" href="/jobs/details/${n}-at-the-harbour">${title}</a><p>Full-time, in the old town</p></div>`,
    ...{ all: JOBS, titles: JOBS },
  },
  {
    name: 'are the first line of links of several lines, however short some of them are',
    record: (title, n) =>
      `<table><tr><td><a href="/notice/${n}00"><div>${title}</div><div>SPE-${n}</div><div>Aircraft components and accessories</div></a></td><td>Sources sought</td><td>9 March 2026</td></tr></table>`,
    ...{ all: WITH_SHORT, titles: WITH_SHORT },
  },
  {
    // As on onlinebooks.library.upenn.edu.
    name: 'are the cited work with what is said of it',
    record: (title, n) =>
      `<li><a href="/story/${n}"><cite>${title}.</cite> (Harbour Press, 19${10 + n})</a>, by the town</li>`,
    ...{ all: SIX, titles: SIX.map((title, n) => `${title}. (Harbour Press, 19${10 + n})`) },
  },
  {
    // As on csfd.cz.
    name: 'are a short name rather than another one in brackets',
    record: (title, n) =>
      `<li><a href="/film/${n}-of-the-sea">${title}</a> <span class="search-name">(The Pirates of Number ${n})</span></li>`,
    ...{ all: FILMS, titles: FILMS },
  },
  {
    name: 'are the name in the cell beside a link that names a document',
    record: (title, n) =>
      `<table><tr><td>${n + 1} March 2026</td><td>${title}</td><td>12:30 PM - 1:${n}0 PM</td><td><a href="/files/${n}00.pdf">Agenda</a></td></tr></table>`,
    ...{ all: SIX, titles: SIX },
  },
];
