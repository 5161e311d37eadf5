import { describe, expect, it } from 'vitest';
import { stateCandidate } from '../../../../src/service/generate/strategies/state.js';
import { surveyPage } from '../../../../src/service/generate/survey.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const stories = [1, 2, 3, 4].map((n) => ({
  id: n,
  title: `A story with a title, number ${n}`,
  url: `/stories/${n}`,
  publishedAt: `2026-03-0${n}T10:00:00Z`,
  author: { name: 'Ada' },
}));
const menu = ['News', 'Sport', 'Video', 'About'].map((title) => ({ title, url: `/${title}` }));
const candidate = (script: string) =>
  stateCandidate(surveyPage(`<body><div id="app"></div>${script}</body>`, 'https://a.test/', NOW));
const found = (script: string) => candidate(script)?.items.map(({ url, date }) => [url, date]);
const EXPECTED = stories.map(({ url, publishedAt }) => [
  `https://a.test${url}`,
  Date.parse(publishedAt),
]);

describe('embedded state', () => {
  it.each([
    [
      'Next',
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { menu, pageProps: { stories } } })}</script>`,
    ],
    [
      'an assignment of JSON',
      `<script>window.__STATE__ = ${JSON.stringify({ menu, list: stories })};</script>`,
    ],
    [
      'an object literal that holds JSON',
      `<script>window.__NUXT__={menu:[{label:"x"}],list:${JSON.stringify(stories)},n:void 0}</script>`,
    ],
    [
      'JSON in a string',
      `<script>window.x = JSON.parse(${JSON.stringify(JSON.stringify({ menu, stories }))})</script>`,
    ],
    [
      'a stream of strings',
      `<script>self.__next_f.push([1,${JSON.stringify(`5:${JSON.stringify(['$', { stories }])}`.padEnd(120))}])</script>`,
    ],
    [
      'edges and nodes',
      `<script type="application/json">${JSON.stringify({ data: { edges: stories.map((node) => ({ node })) } })}</script>`,
    ],
  ])('%s', (_, script) => {
    expect(found(script)).toEqual(EXPECTED);
  });

  it('reads the flat array of Nuxt 3', () => {
    const flat: unknown[] = [['Reactive', 1], { list: 2 }, []];
    const list = flat[2] as number[];
    for (const { title, url, publishedAt } of stories) {
      list.push(flat.length);
      flat.push(
        { title: flat.length + 1, url: flat.length + 2, publishedAt: flat.length + 3 },
        title,
        url,
        publishedAt,
      );
    }
    expect(
      found(`<script id="__NUXT_DATA__" type="application/json">${JSON.stringify(flat)}</script>`),
    ).toEqual(EXPECTED);
  });

  it('takes a menu for no list and other sites for no items', () => {
    expect(
      candidate(`<script type="application/json">${JSON.stringify({ menu })}</script>`),
    ).toBeNull();
    const foreign = stories.map((_, n) => ({ title: 'Ad', url: `https://ads${n}.test/` }));
    expect(
      candidate(`<script type="application/json">${JSON.stringify(foreign)}</script>`),
    ).toBeNull();
  });

  it('gives up on a script of open brackets', () => {
    expect(candidate(`<script>x=${'[{"a":'.repeat(20_000)}</script>`)).toBeNull();
  });
});
