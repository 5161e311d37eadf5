import { describe, expect, it } from 'vitest';
import { type GeneratedFeed, generateFeed } from '../../src/service/sources/generate-feed.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const COUNT = 12;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const title = (n: number) => `Story number ${n} about the things that happened`;
const menu = (count: number) =>
  Array.from({ length: count }, (_, n) => `<li><a href="/topics/t${n}">Topic ${n}</a></li>`).join(
    '',
  );

const before = `<body><div class="nav"><ul>${menu(8)}</ul></div><main class="list"><ul>${numbers
  .map(
    (n) =>
      `<li><a href="/2026/story-number-${n}-about">${title(n)}</a> <time datetime="2026-03-0${(n % 8) + 1}">x</time></li>`,
  )
  .join('')}</ul></main></body>`;

const run = (html: string, rule: unknown, withKnown: GeneratedFeed | null = null) =>
  generateFeed({
    url: 'https://a.test/',
    html,
    now: NOW,
    selectors: null,
    rule,
    ...(withKnown !== null && {
      known: async () => withKnown.document.entries.map(({ url, title }) => ({ url, title })),
    }),
  });
const titles = ({ document }: GeneratedFeed) => document.entries.map(({ title }) => title);
const guids = ({ document }: GeneratedFeed) => document.entries.map(({ guid }) => guid);

const cards = (href: (n: number) => string, from = 0) =>
  numbers
    .map((n) => n + from)
    .map(
      (n) =>
        `<section class="tile-${n % 3}"><div><p><a class="more" href="${href(n)}"><b>${title(n)}</b></a></p></div></section>`,
    )
    .join('');

describe('a page that was redesigned', () => {
  it.each<[string, string]>([
    [
      'other class names and a wrapper',
      before
        .replace(/class="list"/, 'class="x-91ab"')
        .replace(/<main/, '<div class="y"><main')
        .replace(/<\/main>/, '</main></div>'),
    ],
    [
      'the blocks in another order',
      before.replace(/(<div class="nav">.*?<\/div>)(<main.*<\/main>)/, '$2$1'),
    ],
    [
      'another component for the list',
      `<body><nav><ul>${menu(20)}</ul></nav><div id="app">${cards((n) => `/2026/story-number-${n}-about`)}</div></body>`,
    ],
  ])('has the same items: %s', async (_, html) => {
    const first = await run(before, null);
    const after = await run(html, first.rule, first);
    expect(guids(after)).toEqual(guids(first));
    expect(titles(after)).toEqual(titles(first));
  });

  it('is found again by its titles when the addresses changed too', async () => {
    const first = await run(before, null);
    const html = `<body><ul>${menu(20)}</ul><div id="app">${cards((n) => `/read?id=${1000 + n}`, 3)}</div></body>`;
    expect(titles(await run(html, first.rule))).toEqual([]);
    const after = await run(html, first.rule, first);
    expect(titles(after)).toEqual(numbers.map((n) => title(n + 3)));
    expect(after.explanation.foundAgain).toBe('9 of its items are known');
    const next = await run(html, after.rule);
    expect(next.explanation.replayed).toBe(true);
  });

  describe('with short titles at other addresses', () => {
    const names = [...'ABCDEFGHIJKL'].map((letter) => `${letter}da ${letter}ovelace`);
    const people = (all: string[], tag = 'section') =>
      all
        .map(
          (name, n) => `<${tag}><div><a href="/who?id=${n + 70}"><b>${name}</b></a></div></${tag}>`,
        )
        .join('');
    const rows = names.map(
      (name, n) =>
        `<li><h3><a href="/people/${name.replace(' ', '-')}-${n}">${name}</a></h3><p>Says something about the work of year ${n}.</p></li>`,
    );
    const list = `<body><ul>${menu(8)}</ul><main><ul>${rows.join('')}</ul></main></body>`;

    it('is found again where many of them agree in their order', async () => {
      const first = await run(list, null);
      expect(titles(first)).toEqual(names);
      const now = ['Zed Zovelace', ...names.slice(0, -2)];
      const html = `<body><ul>${menu(20)}</ul><div id="app">${people(now)}</div></body>`;
      const after = await run(html, first.rule, first);
      expect(titles(after)).toEqual(now);
      expect(after.explanation.foundAgain).toBe('10 of its items are known');
    });

    it.each<[string, string]>([
      ['a menu has them', `<nav>${people(names)}</nav>`],
      [
        'too few are known',
        people([...names.slice(0, 5), ...[...'mnopqrs'].map((one) => `${one}om ${one}ones`)]),
      ],
      [
        'their order is another one',
        people([7, 2, 9, 0, 11, 4, 1, 10, 5, 3, 8, 6].map((n) => names[n] ?? '')),
      ],
    ])('is not found again where %s', async (_, content) => {
      const first = await run(list, null);
      const after = await run(`<body><div>${content}</div></body>`, first.rule, first);
      expect(titles(after)).toEqual([]);
      expect(after.rule).toMatchObject({ count: COUNT, misses: 1 });
    });
  });

  it.each<[string, string]>([
    ['a menu where the list was', `<main class="list"><ul>${menu(COUNT)}</ul></main>`],
    [
      'another list of articles',
      `<main class="list"><ul>${numbers
        .map(
          (n) =>
            `<li><a href="/shop/offer-${n}">Offer number ${n} for the things you may want</a></li>`,
        )
        .join('')}</ul></main>`,
    ],
    [
      'only two of the items',
      `<main><div>${cards((n) => `/x/${n}`).slice(0, 300)}</div><ul>${menu(9)}</ul></main>`,
    ],
  ])('never gives the items of %s', async (_, list) => {
    const first = await run(before, null);
    let { rule } = first;
    for (let run_ = 1; run_ <= 4; run_ += 1) {
      const after = await run(`<body><p>${run_}</p>${list}</body>`, rule, first);
      const known = new Set(titles(first));
      expect(titles(after).filter((each) => !known.has(each))).toEqual([]);
      expect(after.rule).toMatchObject({ count: COUNT, misses: run_ });
      rule = after.rule;
    }
  });

  it('does not take the names of its sections for items once their classes are renamed', async () => {
    const story = (n: number) =>
      `<article class="card"><header class="card-head"><h2 class="card-title"><a href="/${'abcdefghij'[n % 10]}-news/2026-03-10/story-number-${n}.html">${title(n)}</a></h2></header><p>What is said of it.</p></article>`;
    const section = (name: string, from: number) =>
      `<section><header class="box-head"><h2 class="box-title"><a href="/${name}/">${name}</a></h2></header><div>${[0, 1, 2, 3].map((n) => story(from + n)).join('')}</div></section>`;
    const lead = section('world', 8).replace(/<article.*?<\/article>/g, '<div>$&</div>');
    const html = `<main>${lead}${section('opinion', 0)}${section('local', 4)}</main>`;
    const first = await run(html, null);
    const after = await run(html.replace(/ class="[^"]*"/g, ''), first.rule, first);
    expect(titles(first)).toHaveLength(COUNT);
    expect(guids(after)).toEqual(guids(first));
  });

  it('keeps to a list of links to anywhere', async () => {
    const links = (from: number) =>
      `<body><main>${numbers
        .map(
          (n) =>
            `<article><h2><a href="https://site${n + from}.test/a/${n}">${title(n + from)}</a></h2></article>`,
        )
        .join('')}</main></body>`;
    const first = await run(links(0), null);
    const after = await run(links(50), first.rule, first);
    expect(titles(after)).toEqual(numbers.map((n) => title(n + 50)));
    expect(after.explanation.replayed).toBe(true);
  });
});
