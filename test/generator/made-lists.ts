/** Lists that are easily taken for something else; what comes out of them is in the tests. */
export interface MadeList {
  name: string;
  url: string;
  html: string;
  /** Addresses in page order. */
  items: string[];
}

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);
export const all = (from: number, to: number, make: (n: number) => string) =>
  numbers(from, to).map(make).join('');
export const path = (n: number) =>
  `/${['town', 'sport', 'science'][n % 3]}/${700_100 + n}/what-is-new-${n}`;
export const title = (n: number) => `What happened in the town on day number ${n}`;

export const lead = (n: number) =>
  `<article class="lead"><img src="/i/${n}.jpg" alt=""><h3><a href="${path(n)}">${title(n)}</a></h3><time datetime="2026-03-0${n + 1}">x</time></article>`;
export const tile = (n: number) =>
  `<li class="tile"><div><a href="${path(n)}"><h3>${title(n)}</h3></a></div><p>Two words.</p></li>`;
export const line = (n: number) =>
  `<div class="brief"><span><h3><a href="${path(n)}">${title(n)}</a></h3></span></div>`;
export const heading = (name: string) => `<h2><a href="/${name}">${name}</a></h2>`;

const filler = '<p>What this paper is and who makes it, in short words for all.</p>'.repeat(20);
export const blocks = [
  `<section>${heading('town')}<div>${all(0, 4, lead)}</div></section>`,
  `<section>${heading('sport')}<ul>${all(4, 12, tile)}</ul></section>`,
  `<section>${heading('science')}<div><div>${all(12, 18, line)}</div></div></section>`,
];
export const front = (parts: readonly string[]) => `<main>${parts.join('')}</main>${filler}`;

function besideSidebar(): string {
  const dated = (n: number) =>
    lead(n).replace(
      '</article>',
      '<p>A summary of the story in about ten words or more.</p></article>',
    );
  const between = [
    `<section>${all(0, 5, dated)}</section>`,
    `<section><ul>${all(5, 17, tile)}</ul></section>`,
    `<section>${all(17, 21, dated)}</section>`,
  ];
  const sidebar = `<div><ul>${all(30, 36, tile)}</ul></div>`;
  const menu = `<nav>${all(40, 60, (n) => `<a href="/menu/${n}">Menu number ${n}</a>`)}</nav>`;
  return `${menu}<div>${between.join('')}</div>${sidebar}`;
}

const MOST_READ = `<section><h2>Most read</h2><ol>${all(0, 6, tile)}</ol></section>`;

const event = (n: number) =>
  `<div class="event"><h2><a href="https://e${n}.test/">Conference ${n} of engineers</a></h2><h3><span><a href="/in/${['Rome', 'Oslo', 'Bern'][n % 3]}">Meetings in the city of ${n % 3}, in all of Europe</a></span></h3><time datetime="2026-04-1${n}">x</time></div>`;

export const SIX = [
  'The harbour opens again after nine years',
  'A bridge for the northern districts is planned',
  'Why the night trains are coming back now',
  'The library of the old town moves out',
  'What the new water tariff means for you',
  'Three schools get a garden on the roof',
];
export const AWAY = ['(opens in a new tab)', 'Link öffnet in neuem Fenster', '新しいタブで開く'];
const picture = (note: string) => (n: number) =>
  `<div><a href="/story/${n}"><img src="/${n}.jpg" alt="${SIX[n]}"><span class="sr-only">${note}</span></a></div>`;

const pictures = (note: string) => ({
  html: `<h1>Latest</h1><main>${all(0, 6, picture(note))}</main>`,
  url: 'https://a.test/latest',
  items: numbers(0, 6).map((n) => `/story/${n}`),
});

const ahead = (n: number) =>
  `<li><a href="/events/${n}-in-town">What happens in town ${n}</a></li>`;

const SHOP = 'https://a.test/shop';
const VILLAGES = ['Rollright', 'Morris', 'Ardley', 'Kirtle', 'Barton', 'Stowe'];
const glasses = (n: number) =>
  `<div class="item"><img src="/p/${n}.jpg" alt=""><h3><a href="/shop/glasses-${n}">${VILLAGES[n]}</a></h3><div><a class="wish" href="/shop/wishlist/index/add/product/${n}/">Wishlist</a></div></div>`;
const button = (n: number) =>
  `<li><a href="/product/${VILLAGES[n]}/"><img src="/p/${n}.jpg" alt=""><h2>${VILLAGES[n]}</h2><b>€${n}9</b></a><a href="?add-to-cart=${n}" aria-label="Add to cart: “${VILLAGES[n]}”">Add to cart</a></li>`;

const TEXT = `<div>${'A sentence of an article that goes on for a while here.<br>'.repeat(10)}</div>`;
const HEADLINE = 'The harbour bridge opens again after nine years';
const dated = (n: number) =>
  `<div><h4><a href="/story/${n}">Another story of this site, number ${n}</a></h4><time datetime="2026-03-0${n}">x</time></div>`;
const STORIES = `<section class="rel">${all(1, 7, dated)}</section>`;
const SAYS_ARTICLE = '<meta property="og:type" content="article">';

const NINE = numbers(1, 10);
const COURT = 'https://court.example.org/decisions';
const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel', 'Ivy'];
const minutesLink = (n: number) => `<a href="/files/minutes-of-meeting-${n}.pdf">Minutes ${n}</a>`;
const box = (n: number) =>
  `<article><h2><a href="/box-${n}">Resources and help ${n}</a></h2><p>${'All that members need to know. '.repeat(8)}</p></article>`;

/** Two paragraphs of links above boxes of the footer, with some more elements around all of it. */
export function minutes(levels: number): string {
  const first = NINE.map(minutesLink).join(' ');
  const second = first.replaceAll('meeting', 'board').replaceAll('Minutes', 'Board minutes');
  const html = `<div><main><article><h1>Minutes</h1><p>${first}</p><p>${second}</p></article></main>
    <footer>${all(1, 6, box)}</footer></div>`;
  return '<div>'.repeat(levels) + html + '</div>'.repeat(levels);
}

const boldRow = (n: number) => {
  const link = `<a href="/pdf/${n}.pdf">State v. the ${NAMES[n - 1]}</a>`;
  return `<tr><td colspan="2">${n > 7 ? `<strong>${link}</strong>` : link}</td></tr>
    <tr><td>Date</td><td>${n} March 2026</td></tr><tr><td>Matter</td><td>Of the court</td></tr>`;
};

const at = (url: string, items: readonly string[]) => items.map((item) => new URL(item, url).href);
const FRONT = 'https://a.test/';

export const MADE_LISTS = {
  front: { html: front(blocks), url: FRONT, items: numbers(0, 18).map(path) },
  frontBesideSidebar: { html: besideSidebar(), url: FRONT, items: numbers(0, 21).map(path) },
  frontWithMostRead: {
    html: front([...blocks, MOST_READ]),
    url: FRONT,
    items: numbers(0, 18).map(path),
  },
  events: {
    html: `<main>${all(0, 9, event)}</main>`,
    url: FRONT,
    items: numbers(0, 9).map((n) => `https://e${n}.test/`),
  },
  pictures: pictures(AWAY[0] ?? ''),
  picturesGerman: pictures(AWAY[1] ?? ''),
  picturesJapanese: pictures(AWAY[2] ?? ''),
  daysAhead: {
    html: `<main>${[14, 21, 28].map((day, n) => `<h3>${day} March 2026</h3><ul>${all(2 * n + 1, 2 * n + 3, ahead)}</ul>`).join('')}</main>`,
    url: 'https://example.org/news',
    items: numbers(1, 7).map((n) => `/events/${n}-in-town`),
  },
  products: {
    html: `<main>${all(0, 6, glasses)}</main>`,
    url: SHOP,
    items: numbers(0, 6).map((n) => `/shop/glasses-${n}`),
  },
  productsWithButtons: {
    html: `<main><ul>${all(0, 6, button)}</ul></main>`,
    url: SHOP,
    items: VILLAGES.map((name) => `/product/${name}/`),
  },
  category: {
    html: `${SAYS_ARTICLE}<title>Harbour</title><h1>Harbour</h1>${TEXT}${STORIES}`,
    url: 'https://a.test/harbour',
    items: numbers(1, 7).map((n) => `/story/${n}`),
  },
  home: {
    html: `<title>${HEADLINE} | The Paper</title>${SAYS_ARTICLE}<div><h1>${HEADLINE}</h1>${TEXT}</div>${STORIES}`,
    url: FRONT,
    items: numbers(1, 7).map((n) => `/story/${n}`),
  },
  minutes: {
    html: minutes(0),
    url: COURT,
    items: ['meeting', 'board'].flatMap((of) =>
      NINE.map((n) => `/files/minutes-of-${of}-${n}.pdf`),
    ),
  },
  boldRows: {
    html: `<table>${all(1, 10, boldRow)}</table>`,
    url: COURT,
    items: NINE.map((n) => `/pdf/${n}.pdf`),
  },
} satisfies Record<string, Omit<MadeList, 'name'>>;

/** The same as a table, with whole addresses. */
export const ALL_MADE_LISTS: readonly MadeList[] = Object.entries(MADE_LISTS).map(
  ([name, { html, url, items }]) => ({ name, html, url, items: at(url, items) }),
);
