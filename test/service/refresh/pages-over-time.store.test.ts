import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/service/core/durations.js';
import { startSetup } from '../../support/refresh-setup.js';

const page = (list: string) =>
  `<!doctype html><html lang="en"><head><title>The Post</title></head><body><nav><a href="/">Home</a></nav><main>${list}</main></body></html>`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => count - at);
const titleOf = (n: number) => `The council of the town decides on question ${n}`;

/** What subscribers are told at each version after the first one. */
async function told(versions: readonly string[]) {
  const { sources, clock, create, refresh, events, titles } = await startSetup();
  let html = versions[0] ?? '';
  const url = sources.on('/list', (_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(html);
  });
  const id = await create(url);
  const first = await titles(id);
  for (const version of versions.slice(1)) {
    html = version;
    clock.advance(HOUR);
    await refresh(id);
  }
  const all = await events();
  return {
    first: first.length,
    added: all.flatMap(({ data }) => data.items_new.map(({ title }) => title)),
    changed: all.flatMap(({ data }) => data.items_changed.map(({ title }) => title)),
  };
}

describe('a page', () => {
  const article = (
    href: string,
    title: string,
    text = `What was said about it at length, in the town hall.`,
  ) => `<article><h2><a href="${href}">${title}</a></h2><p>${text}</p></article>`;
  const list = (change: (n: number) => string | undefined = () => undefined, count = 14) =>
    page(
      `<section>${numbers(count)
        .map(
          (n) => change(n) ?? article(`/town/decision-${n}-of-it-4551${100 + n}.html`, titleOf(n)),
        )
        .join('')}</section>`,
    );

  it.each<[string, string, Awaited<ReturnType<typeof told>>]>([
    [
      'tells another slug and title with the same id as a change',
      list((n) =>
        n === 6
          ? article('/town/a-vote-is-off-4551106.html', 'A vote that was planned is off')
          : undefined,
      ),
      { first: 14, added: [], changed: ['A vote that was planned is off'] },
    ],
    [
      'says nothing of another address with the same id',
      list((n) => (n === 6 ? article('/region/other-words-4551106.html', titleOf(6)) : undefined)),
      { first: 14, added: [], changed: [] },
    ],
    [
      'says nothing of a kicker',
      list((n) =>
        n === 6
          ? article(`/town/decision-6-of-it-4551106.html`, `Votes: ${titleOf(6)}`)
          : undefined,
      ),
      { first: 14, added: [], changed: [] },
    ],
    [
      'tells an article under two addresses once',
      list((n) =>
        n === 14
          ? article('/town/a-new-one-comes-4551999.html', 'A new decision is to come soon') +
            article('/region/town/a-new-one-comes-4551999.html', 'A new decision is to come soon') +
            article(`/town/decision-14-of-it-4551114.html`, titleOf(14))
          : undefined,
      ),
      { first: 14, added: ['A new decision is to come soon'], changed: [] },
    ],
  ])('%s', async (_, after, expected) => {
    expect(await told([list(), after])).toEqual(expected);
  });

  it('takes the teaser that says what is known', async () => {
    const [plain, kicker] = [
      article('/town/decision-6-of-it-4551106.html', titleOf(6)),
      article(
        '/town/decision-6-of-it-4551106.html',
        `It is about votes in ${titleOf(6).replace('The', 'a')}`,
      ),
    ];
    const front = (top: string, below: string) =>
      page(
        `<section class="top">${top}</section><section>${numbers(14)
          .map((n) =>
            n === 6 ? below : article(`/town/decision-${n}-of-it-4551${100 + n}.html`, titleOf(n)),
          )
          .join('')}</section>`,
      );
    const result = await told([front(plain, kicker), front(kicker, plain), front(plain, kicker)]);
    expect(result).toMatchObject({ added: [], changed: [] });
  });

  it('tells the event of another year at the address of the old one', async () => {
    const event = (year: number) =>
      `<li class="h-event"><h3><a href="https://camp.example.org/">Winter Camp ${year}</a></h3><p><time datetime="${year}-02-04">${year}-02-04</time> Harbour</p></li>`;
    const other = (n: number) =>
      `<li class="h-event"><h3><a href="https://e${n}.example.org/">Meeting of friends of birds ${'abcdefghij'[n]}</a></h3><p><time datetime="2024-03-1${n}">2024-03-1${n}</time> Harbour</p></li>`;
    const events = (...more: string[]) =>
      page(
        `<h1>Calendar</h1><ul class="events">${event(2024)}${numbers(9)
          .map((n) => other(n))
          .join('')}${more.join('')}</ul>`,
      );
    const result = await told([events(), events(event(2025)), events(event(2025))]);
    expect(result).toEqual({ first: 10, added: ['Winter Camp 2025'], changed: [] });
  });

  it('tells a release beside the beta at the same address', async () => {
    const row = (n: number, what: string) =>
      `<tr><td><b>${n} May 2024</b></td><td><a href="/notes-${n}.html">harp-3${n} is out for ${what}</a><br>The notes say more about what it does.</td></tr>`;
    const rows = (top: string) =>
      page(
        `<table>${top}${numbers(9)
          .map((n) => row(n, 'everybody') + row(n, 'testing'))
          .join('')}</table>`,
      );
    const result = await told([
      rows(''),
      rows(row(10, 'testing')),
      rows(row(10, 'everybody') + row(10, 'testing')),
    ]);
    expect(result).toEqual({
      ...{ first: 18, changed: [] },
      added: ['harp-310 is out for testing', 'harp-310 is out for everybody'],
    });
  });
});
