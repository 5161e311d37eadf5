import { expect, it } from 'vitest';
import type { Feed, Item, Preview } from '../../src/contract/index.js';
import { expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const post = (n: number) => ({
  id: `p${n}`,
  headline: `Story number ${n} about the things that happened`,
  link: `/news/${n}`,
  date: `2026-01-0${n}T10:00:00Z`,
});

function document(setup: Setup, name: string, body: () => string, type: string) {
  return setup.sources.on(`/${name}`, (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body()),
  );
}

async function itemsOf(setup: Setup, id: string): Promise<Item[]> {
  const { body } = await setup.api.get(`/v1/items?scope=${id}`);
  return (body as { items: Item[] }).items;
}

const refresh = (setup: Setup, id: string) => setup.api.post(`/v1/feeds/${id}/refresh`, {});

describeConformance('extension: documents of records', (setup) => {
  it('makes a feed of JSON, tells what is new, and keeps its list', async () => {
    let posts: unknown = { total: 4, results: [1, 2, 3, 4].map(post) };
    const url = document(setup, 'data.json', () => JSON.stringify(posts), 'application/json');
    const explained = await setup.api.post('/v1/preview', { url, explain: true });
    expect(explained.body).toMatchObject({
      from: 'page',
      explanation: {
        strategy: 'json',
        evidence: [
          'records at results: 4',
          expect.stringContaining('title: headline'),
          expect.anything(),
          'link: link',
        ],
        suggestions: [{ list: 'winner', selectors: { items: 'results', title: 'headline' } }],
      },
    } satisfies Record<keyof Pick<Preview, 'from' | 'explanation'>, unknown>);
    const created = await setup.api.post('/v1/feeds', { url });
    expect(created.status).toBe(201);
    const { id } = created.body as Feed;
    posts = { total: 5, results: [5, 1, 2, 3, 4].map(post) };
    expect((await refresh(setup, id)).body).toMatchObject({ items_new: 1 });
    expect((await itemsOf(setup, id)).map(({ title }) => title)[0]).toBe(post(5).headline);
    posts = { error: 'maintenance' };
    expect((await refresh(setup, id)).body).toMatchObject({
      outcome: 'failed',
      error: { code: 'NO_ITEMS_FOUND', message: expect.stringContaining('no list at results') },
    });
    posts = { total: 4, articles: [5, 1, 2, 3].map(post) };
    const repair = await setup.api.get(`/v1/feeds/${id}/repair`);
    expect(repair.body).toMatchObject({ state: 'found', known: { found: 4 } });
    const { proposal } = repair.body as { proposal: string };
    expect((await setup.api.post(`/v1/feeds/${id}/repair`, { proposal })).status).toBe(200);
    expect((await refresh(setup, id)).body).toMatchObject({ items_new: 0, error: null });
  });

  it('takes paths as selectors, and names those that are not there', async () => {
    const body = () => JSON.stringify({ data: [{ name: 'Chair', sku: 'c/1' }] });
    const url = document(setup, 'shop.json', body, 'application/json');
    const selectors = { items: 'data', title: 'name', link: 'https://shop.example/{sku}' };
    const created = await setup.api.post('/v1/feeds', { url, selectors });
    const items = await itemsOf(setup, (created.body as Feed).id);
    expect(items).toMatchObject([{ title: 'Chair', url: 'https://shop.example/c/1' }]);
    const wrong = await setup.api.post('/v1/preview', { url, selectors: { items: 'posts' } });
    expectError(wrong, 'INVALID_FIELD', /It has: data/);
  });

  it('reads a calendar, whose moved event is a changed item', async () => {
    let hour = '18';
    const body = () =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a@x\r\nSUMMARY:Meeting\r\nDTSTART:20260110T${hour}0000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const url = document(setup, 'council.ics', body, 'text/calendar');
    const { id } = (await setup.api.post('/v1/feeds', { url })).body as Feed;
    expect(await itemsOf(setup, id)).toMatchObject([{ title: 'Meeting' }]);
    hour = '19';
    expect((await refresh(setup, id)).body).toMatchObject({ items_new: 0, items_changed: 1 });
  });

  it('reads a change log in Markdown: an item a version', async () => {
    const version = (n: number) =>
      `## [1.${n}.0] - 2026-01-0${n}\n\n### Fixed\n\n- A thing that was broken ${n}\n\n`;
    let log = `# Changelog\n\n${version(3)}${version(2)}${version(1)}`;
    const url = document(setup, 'CHANGELOG.md', () => log, 'text/plain; charset=utf-8');
    const { id } = (await setup.api.post('/v1/feeds', { url })).body as Feed;
    const items = await itemsOf(setup, id);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      title: expect.stringContaining('1.3.0'),
      url: expect.stringMatching(/\/CHANGELOG\.md#130---2026-01-03$/),
    });
    log = log.replace('## [1.3.0]', `${version(4)}## [1.3.0]`);
    expect((await refresh(setup, id)).body).toMatchObject({ items_new: 1 });
  });

  it.each([
    ['broken.json', '{"a": [\n{"b": x}]}', 'application/json', /line 2/],
    [
      'broken.xml',
      '<?xml version="1.0"?>\n<a>\n<b>\n</a>',
      'application/xml',
      /line 3: <b> has no/,
    ],
    ['broken.ics', 'BEGIN:VCALENDAR\r\nfoo\r\nEND:VCALENDAR', 'text/calendar', /line 2/],
  ])('names the line of %s', async (name, body, type, line) => {
    const url = document(setup, name, () => body, type);
    expectError(await setup.api.post('/v1/feeds', { url }), 'SOURCE_INVALID', line);
  });
});
