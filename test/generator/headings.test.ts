import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../src/service/sources/generate-feed.js';
import { NOW } from './made-sets.js';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);

/** The entries of a page, and those of the same page read again by the rule. */
async function read(html: string) {
  const page = { url: 'https://a.test/news', now: NOW, selectors: null, inline: true };
  const first = await generateFeed({ ...page, html: `<body>${html}</body>`, rule: null });
  const next = await generateFeed({
    ...page,
    html: `<body>${html}<!-- 2 --></body>`,
    rule: first.rule,
  });
  expect(next.document.entries).toEqual(first.document.entries);
  return first.document.entries;
}

const released = (n: number) => `Anvil 3.${n} is out for everybody`;
const text =
  'We are glad to give you another release of Anvil, which mends what you told us about and is a bit faster.';
const further = (n: number) =>
  `<a href="https://lists.a.test/announce/${1000 + n}.html">Read more</a>`;
const titled = (entries: Awaited<ReturnType<typeof read>>) =>
  new Map(entries.map(({ url, title }) => [Number(/(\d+)\.html/.exec(url)?.[1]) - 1000, title]));

describe('headings with the link at the end of their text', () => {
  const section = (n: number, extra = '') =>
    `<h3>${released(n)}</h3><div class="text"><p>${text}${extra}</p><p>${further(n)}</p></div>`;
  const wanted = (of: number[]) => new Map(of.map((n) => [n, released(n)]));

  it.each([
    [
      'each alike',
      numbers(10, 20)
        .map((n) => section(n))
        .join(''),
    ],
    [
      'the first with another link in its text',
      numbers(10, 20)
        .map((n) =>
          section(n, n === 10 ? ' With <a href="https://other.test/v5.html">Tongs 5</a>.' : ''),
        )
        .join(''),
    ],
    [
      'one of them without a link',
      numbers(10, 20)
        .map(
          (n) =>
            section(n) +
            (n === 14
              ? `<h3>A warning about old anvils and hammers</h3><div class="text"><p>${text}</p></div>`
              : ''),
        )
        .join(''),
    ],
    [
      'some with more text',
      numbers(10, 20)
        .map(
          (n) =>
            `<h3>${released(n)}</h3>${`<p>${text}</p>`.repeat(1 + (n % 2))}<p>${further(n)}</p>`,
        )
        .join(''),
    ],
  ])('give each link its own title: %s', async (_, sections) => {
    const intro = `<h2>News</h2><div class="text"><p>The latest news (<a href="/all.html">all of them</a>):</p></div>`;
    const titles = titled(await read(`<main>${intro}${sections}</main>`));
    expect(new Map([...titles].filter(([n]) => n >= 10 && n < 20))).toEqual(
      wanted(numbers(10, 20)),
    );
  });

  it('stay below the pictures that they name', async () => {
    const cards = numbers(10, 20)
      .map(
        (n) =>
          `<a href="/p/${1000 + n}.html"><img src="/${n}.jpg" alt=""></a><h3>Anvil of the year 19${n}, in black</h3>`,
      )
      .join('');
    const titles = titled(await read(`<main><div>${cards}</div></main>`));
    expect(titles.get(12)).toBe('Anvil of the year 1912, in black');
  });

  it('are the titles where the links say an address', async () => {
    const sections = numbers(10, 18)
      .map((n) => {
        const url = `https://lists.a.test/changes/${1000 + n}.html`;
        return `<h2 id="a${n}">${released(n)}</h2><p>${text}</p><p>All changes: <a href="${url}">${url}</a></p>`;
      })
      .join('');
    expect(titled(await read(`<main>${sections}</main>`)).get(12)).toBe(released(12));
  });
});

describe('dated headings without links', () => {
  const dated = (n: number) =>
    `<h2 id="r${n}">${n} March ${2000 + n} - Anvil ${n}.0 available</h2><p>${text}</p><h3>Highlights</h3><ul><li>One thing</li></ul>`;

  it('are an item each, at their place in the page', async () => {
    const entries = await read(
      `<main><h1>News</h1>${numbers(5, 15).reverse().map(dated).join('')}</main>`,
    );
    expect(entries).toHaveLength(10);
    expect(entries[0]).toMatchObject({
      url: 'https://a.test/news#r14',
      title: '14 March 2014 - Anvil 14.0 available',
      datePublished: Date.UTC(2014, 2, 14),
    });
  });
});
