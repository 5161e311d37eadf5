import { expect, it } from 'vitest';
import { encodeCursor } from '../../src/service/core/paging.js';
import { numberedItems } from '../support/rss.js';
import { type Api, expectError } from './api.js';
import { describeAnyWay } from './forms.js';

type List = 'feeds' | 'bundles';

describeAnyWay('Paging by cursor', (setup) => {
  let made = 0;

  async function create(list: List, count = 1): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      made += 1;
      // Two are made at each time.
      if (made % 2 === 0) setup.clock.advance(1000);
      const title = `Paged ${made}`;
      ids.push(
        list === 'bundles'
          ? (await setup.api.createBundle(title)).id
          : (
              await setup.api.createFeed(
                setup.sources.publish(`/paged/${made}.xml`, { title, items: numberedItems(1) }),
              )
            ).id,
      );
    }
    return ids;
  }

  /** The ids of a page, and the address of the next one. */
  async function read(path: string, api: Api = setup.api) {
    const { status, headers, body } = await api.raw('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    const link = /^<([^>]*)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
    const url = new URL(path, 'https://feeds.example.com');
    const next = link && new URL(link, url).href.replace(url.origin, '');
    return { ids: (body as { id: string }[]).map(({ id }) => id), next };
  }

  /** All pages from this one on. */
  async function walk(path: string, afterPage = async (_page: number) => {}): Promise<string[]> {
    const all: string[] = [];
    let at: string | undefined = path;
    for (let page = 1; at !== undefined; page += 1) {
      const { ids, next }: Awaited<ReturnType<typeof read>> = await read(at);
      all.push(...ids);
      await afterPage(page);
      at = next;
    }
    return all;
  }

  const cursorOf = (next = '') => new URLSearchParams(next.split('?')[1]).get('cursor') ?? '';

  const LISTS: List[] = ['feeds', 'bundles'];

  it.each(LISTS)('leads through all %s in the order of the list', async (list) => {
    await create(list, 7);
    const all = (await read(`/v1/${list}?limit=100`)).ids;
    expect(all.length).toBeGreaterThanOrEqual(7);
    for (const limit of [1, 2, 3, all.length, all.length + 1]) {
      expect(await walk(`/v1/${list}?limit=${limit}`)).toEqual(all);
    }
    expect(await walk(`/v1/${list}?limit=2&offset=3`)).toEqual(all.slice(3));
    expect((await read(`/v1/${list}?limit=100`)).next).toBeUndefined();
  });

  it.each(LISTS)('loses and doubles none of the %s when others come and go', async (list) => {
    const own = await create(list, 6);
    const before = (await read(`/v1/${list}?limit=100`)).ids;
    const gone = before[1] ?? '';
    const walked = await walk(`/v1/${list}?limit=2`, async (page) => {
      // The row that the cursor names, and new ones in front.
      if (page === 1) expect((await setup.api.delete(`/v1/${list}/${gone}`)).status).toBe(200);
      if (page === 2) {
        setup.clock.advance(1000);
        await create(list, 3);
      }
    });
    expect(walked).toEqual(before);
    expect(walked).toEqual(expect.arrayContaining(own));
  });

  it('keeps the rest of the query', async () => {
    await create('feeds', 5);
    const path = '/v1/feeds?limit=2&search=paged%20&include=settings&health=ok';
    const { next } = await read(path);
    const query = Object.fromEntries(new URLSearchParams(next?.split('?')[1]));
    expect(query).toMatchObject({ limit: '2', search: 'paged ', include: 'settings' });
    const all = (await read(path.replace('limit=2', 'limit=100'))).ids;
    expect(await walk(path)).toEqual(all);
  });

  it.each(['title', 'last_item', 'health'])('pages by offset in the order %s', async (sort) => {
    await create('feeds', 3);
    expect((await read(`/v1/feeds?limit=1&sort=${sort}`)).next).toBeUndefined();
    const cursor = cursorOf((await read('/v1/feeds?limit=1')).next);
    const reply = await setup.api.raw('GET', `/v1/feeds?limit=1&sort=${sort}&cursor=${cursor}`);
    expectError(reply, 'INVALID_FIELD', /Omit "sort"/);
  });

  it.each(LISTS)('refuses a cursor that is none of its %s', async (list) => {
    await create(list, 3);
    const cursor = cursorOf((await read(`/v1/${list}?limit=1`)).next);
    const other = list === 'feeds' ? 'bundles' : 'feeds';
    const refused = [
      `/v1/${list}?cursor=`,
      `/v1/${list}?cursor=garbage`,
      `/v1/${list}?cursor=${'a'.repeat(2000)}`,
      `/v1/${list}?cursor=${encodeCursor([list, 'owner', 'now', 'x'])}`,
      `/v1/${list}?cursor=${encodeCursor([list, 'owner', 1.5, 'x'])}`,
      `/v1/${list}?cursor=${encodeCursor({ list })}`,
      `/v1/${other}?cursor=${cursor}`,
    ];
    for (const path of refused) expectError(await setup.api.get(path), 'INVALID_FIELD');
    const strangers = await setup.stranger.get(`/v1/${list}?cursor=${cursor}`);
    expectError(strangers, 'INVALID_FIELD', /Omit it to start again/);
    const both = await setup.api.get(`/v1/${list}?offset=2&cursor=${cursor}`);
    expectError(both, 'INVALID_FIELD', /Omit "offset"/);
  });
});
