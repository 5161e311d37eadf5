/** A source as it is at ten fetches, two hours apart, and what its subscribers are to be told. */
export interface History {
  kind: 'page' | 'feed';
  /** The document at a fetch, from 0 on. @param now milliseconds */
  at(fetch: number, now: number): string;
  /** Titles of the items that are new, by fetch. */
  added: Record<number, readonly string[]>;
  /** Titles of the items that changed, by fetch. */
  changed?: Record<number, readonly string[]>;
}

export const FETCHES = 10;

const HOUR = 3_600_000;
const FIRST = Date.UTC(2024, 2, 1);
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The entries of a list at a fetch, the newest first: one more at every third fetch. */
const newestAt = (fetch: number) => 14 + Math.floor(fetch / 3);
const listed = (fetch: number) => range(14).map((at) => newestAt(fetch) - at);
const titleOf = (n: number) =>
  `${['Ferry', 'Market', 'School', 'Bridge', 'Choir'][n % 5]} of the old harbour, report ${n}`;
const slugOf = (n: number) => `report-${n}-from-the-harbour-77810${n}`;
const everyThird = { 3: [titleOf(15)], 6: [titleOf(16)], 9: [titleOf(17)] };

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Harbour Post</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav><main>${body}</main><footer><a href="/imprint">Imprint</a></footer></body></html>`;
const article = (href: string, title: string, n: number) =>
  `<article><h2><a href="${href}">${title}</a></h2><p>What the people of the harbour said about number ${n} on that day.</p></article>`;
const list = (entries: string[]) => page(`<section>${entries.join('')}</section>`);

interface Entry {
  title: string;
  link: string;
  guid?: string;
  date?: number;
}

const rss = (entries: readonly Entry[]) =>
  `<rss version="2.0"><channel><title>Harbour</title><link>http://harbour.example/</link>${entries
    .map(
      ({ title, link, guid, date }) =>
        `<item><title>${title}</title><link>${link.replaceAll('&', '&amp;')}</link>${
          guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`
        }${date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`}<description>About ${title}.</description></item>`,
    )
    .join('')}</channel></rss>`;
const feedOf = (change: (n: number, fetch: number, now: number) => Partial<Entry>) =>
  ((fetch, now) =>
    rss(
      listed(fetch).map((n) => ({
        ...{ title: titleOf(n), link: `http://harbour.example/n/${n}` },
        ...change(n, fetch, now),
      })),
    )) satisfies History['at'];

export const HISTORIES: Readonly<Record<string, History>> = {
  'a page that gets another markup and other addresses': {
    kind: 'page',
    at: (fetch) =>
      fetch < 5
        ? list(listed(fetch).map((n) => article(`/${slugOf(n)}.html`, titleOf(n), n)))
        : page(
            `<div class="cards">${listed(fetch)
              .map(
                (n) =>
                  `<div class="card"><h3><a href="/stories/${n}/read">${titleOf(n)}</a></h3><p>What the people of the harbour said about number ${n} on that day.</p></div>`,
              )
              .join('')}</div>`,
          ),
    added: everyThird,
  },
  'a page whose editors write slugs anew': {
    kind: 'page',
    at: (fetch) =>
      list(
        listed(fetch).map((n) =>
          n === 10 && fetch >= 4
            ? article(`/other-words-77810${n}.html`, 'The market stays where it was', n)
            : article(`/${slugOf(n)}.html`, titleOf(n), n),
        ),
      ),
    added: everyThird,
    changed: { 4: ['The market stays where it was'] },
  },
  'a front page with two teasers of an article': {
    kind: 'page',
    at: (fetch) => {
      const plain = article(`/${slugOf(9)}.html`, titleOf(9), 9);
      const kicker = article(`/${slugOf(9)}.html`, `Harbour news: all about ferry nine`, 9);
      const [top, below] = fetch % 2 === 0 ? [plain, kicker] : [kicker, plain];
      const rest = listed(fetch).map((n) =>
        n === 9 ? below : article(`/${slugOf(n)}.html`, titleOf(n), n),
      );
      return page(`<section class="top">${top}</section><section>${rest.join('')}</section>`);
    },
    added: everyThird,
  },
  'a page whose titles have kickers at times': {
    kind: 'page',
    at: (fetch) =>
      list(
        listed(fetch).map((n) =>
          article(
            `/${slugOf(n)}.html`,
            n === 8 && fetch % 2 === 1 ? `Exclusive ${titleOf(n)}` : titleOf(n),
            n,
          ),
        ),
      ),
    added: everyThird,
  },
  'a calendar with an event of each year at one address': {
    kind: 'page',
    at: (fetch) => {
      const event = (href: string, title: string, day: string) =>
        `<li class="h-event"><h3><a href="${href}">${title}</a></h3><p><time datetime="${day}">${day}</time> Pier</p></li>`;
      const others = range(9).map((n) =>
        event(
          `https://e${n}.example.org/`,
          `Meeting of the friends of ${titleOf(n)}`,
          `2024-02-1${n}`,
        ),
      );
      const camps = range(fetch < 5 ? 1 : 2).map((n) =>
        event('https://camp.example.org/', `Harbour Camp ${2023 + n}`, `${2023 + n}-01-09`),
      );
      return page(`<h1>Calendar</h1><ul>${[...camps, ...others].join('')}</ul>`);
    },
    added: { 5: ['Harbour Camp 2024'] },
  },
  'a feed that moves to https': {
    kind: 'feed',
    at: feedOf((n, fetch) => ({
      link: `http${fetch < 5 ? '' : 's'}://harbour.example/n/${n}${fetch < 5 ? '' : '/'}`,
    })),
    added: everyThird,
  },
  'a feed that moves to another host and software': {
    kind: 'feed',
    at: feedOf((n, fetch) =>
      fetch < 5
        ? { guid: `old-${n}` }
        : { link: `https://post.example/2024/${slugOf(n)}`, guid: `new-${n}` },
    ),
    added: everyThird,
  },
  'a feed whose dates are the time of the answer': {
    kind: 'feed',
    at: feedOf((_, __, now) => ({ date: now })),
    added: everyThird,
  },
  'a feed with a session in its links': {
    kind: 'feed',
    at: feedOf((n, fetch) => ({ link: `http://harbour.example/n?id=${n}&key=${fetch}f${fetch}` })),
    added: everyThird,
  },
  'a feed with a pinned entry that is dated anew': {
    kind: 'feed',
    at: (fetch, now) =>
      rss([
        { title: 'Welcome to the harbour', link: 'http://harbour.example/welcome', date: now },
        ...listed(fetch).map((n) => ({
          ...{ title: titleOf(n), link: `http://harbour.example/n/${n}` },
          date: FIRST + n * HOUR,
        })),
      ]),
    added: everyThird,
  },
  'a feed of daily builds at one address': {
    kind: 'feed',
    at: (fetch) =>
      rss([
        {
          title: `Build ${100 + Math.floor(fetch / 5)} is ready`,
          link: 'http://harbour.example/build',
          date: FIRST + Math.floor(fetch / 5) * 72 * HOUR,
        },
      ]),
    added: { 5: ['Build 101 is ready'] },
  },
  'a feed that appends to more than 500 entries': {
    kind: 'feed',
    at: (fetch) =>
      rss(
        range(510 + newestAt(fetch) - 14).map((n) => ({
          ...{ title: `Log entry ${n}`, link: `http://harbour.example/log/${n}` },
        })),
      ),
    added: { 3: ['Log entry 510'], 6: ['Log entry 511'], 9: ['Log entry 512'] },
  },
};
