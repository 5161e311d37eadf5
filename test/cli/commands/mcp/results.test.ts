import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { boundedList, briefItem, resultText } from '../../../../src/cli/commands/mcp/bounded.js';
import { callTool, toolsFor } from '../../../../src/cli/commands/mcp/call-tool.js';
import { listResources, readResource } from '../../../../src/cli/commands/mcp/resources.js';
import { limitField, offsetField } from '../../../../src/cli/commands/mcp/tool.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient, Item } from '../../../../src/client/index.js';

const item = (text: string): Item => ({
  url: 'https://a.example/1',
  title: 'T',
  description_text: text,
  description_html: '<p>',
  thumbnail: null,
  date_published: null,
  authors: [],
});

describe('a result', () => {
  it('has an item without its HTML, and no more of its text than agents can use', () => {
    const { description_html: _, ...whole } = item('x'.repeat(2000));
    expect(briefItem(item('x'.repeat(2000)))).toEqual(whole);
    expect(briefItem(item('x'.repeat(2001)))).toEqual({ ...whole, text_truncated: true });
  });

  it('has as many entries as make an answer of 256 KiB, as data and as text', () => {
    const entries = Array.from({ length: 100 }, (_, n) => ({ n, a: '"\\n'.repeat(1000) }));
    const answer = (list: readonly object[]) => {
      const text = resultText(boundedList('list', list, {}, 'More.'));
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
    };
    const { structuredContent } = answer(entries);
    const kept = structuredContent.list.length;
    expect(structuredContent).toEqual({
      list: entries.slice(0, kept),
      truncated: `The result is limited to 256 KiB: ${kept} of 100 are included. More.`,
    });
    expect(JSON.stringify(answer(entries)).length).toBeLessThanOrEqual(256 * 1024);
    expect(kept).toBeGreaterThan(10);
    expect(answer(entries.slice(0, kept)).structuredContent).not.toHaveProperty('truncated');
  });

  it('has no characters that people do not see', () => {
    const hidden = 'a\u{e0041}\u202eb\u200b\ufeffc';
    expect(JSON.parse(resultText({ [hidden]: hidden }))).toEqual({ abc: 'abc' });
  });

  it('has as many entries as were asked for, within limits', () => {
    expect(['1', 1, 100, 101, 0].map((limit) => limitField.safeParse(limit).data)).toEqual([
      ...[undefined, 1, 100, 100, undefined],
    ]);
    expect([0, -1, 999_999_999, 1e9].map((offset) => offsetField.safeParse(offset).data)).toEqual([
      ...[0, undefined, 999_999_999, undefined],
    ]);
  });
});

/** A client that answers with as many rows as it is asked for, and notes what that was. */
function fakeClient(rows: number) {
  const asked: object[] = [];
  const list = (name: string) => async (query: { limit: number }) => {
    asked.push({ name, ...query });
    return Array.from({ length: Math.min(rows, query.limit) }, (_, n) => ({ id: `${name}${n}` }));
  };
  const bundle = { id: 'b', name: 'B', feeds: Array.from({ length: 101 }, (_, n) => `f${n}`) };
  const client = {
    listFeeds: list('f'),
    listBundles: async (query: { limit: number }) => {
      asked.push({ name: 'b', ...query });
      return [bundle, { ...bundle, feeds: bundle.feeds.slice(1) }];
    },
    listFeedHistory: async (_: string, query: { limit: number }) => list('h')(query),
    getServiceHealth: async () => ({ status: 'ok' }),
    preview: async () => ({ title: 'P', items: Array(30).fill(item('x')) }),
    listItems: async (query: object) => {
      asked.push({ name: 'i', ...query });
      return { items: [item('x')], cursor: 'c' };
    },
    getFeed: async (id: string) => ({ id, items: Array(30).fill(item('x')) }),
    getBundle: async (id: string) => ({ id, items: [] }),
  } as unknown as FeedClient;
  const context = {
    client: async () => client,
    credentials: async () => undefined,
  } as unknown as Context;
  const call = (name: string, input: unknown = {}) =>
    callTool(context, toolsFor(true), { name, input });
  return { asked, client, call };
}

it('a tool may make the database of this machine', async () => {
  const facts: unknown[] = [];
  const client = async (given: object) => {
    facts.push(given);
    return fakeClient(1).client;
  };
  const context = { client } as unknown as Context;
  await callTool(context, toolsFor(false), { name: 'list_feeds', input: {} });
  expect(facts).toEqual([{ creates: true }]);
});

describe('the tools that read', () => {
  it('read 20 unless another number is given', async () => {
    const { asked, call } = fakeClient(500);
    const count = async (tool: string, list: string, input: object = {}) => {
      const { structuredContent } = await call(tool, input);
      return (Reflect.get(structuredContent ?? {}, list) as object[]).length;
    };
    expect(await count('list_feeds', 'feeds', { query: 'words' })).toBe(20);
    expect(await count('feed_history', 'fetches', { id: 'a' })).toBe(20);
    expect(await count('health', 'unhealthy_feeds')).toBe(20);
    expect(await count('preview', 'items', { url: 'https://a.example/' })).toBe(20);
    expect(await count('preview', 'items', { url: 'https://a.example/', limit: 3 })).toBe(3);
    await call('search_items', { query: 'words', limit: 1000 });
    await call('list_bundles', { offset: 5 });
    expect(asked).toMatchObject([
      { name: 'f', search: 'words', limit: 20 },
      { name: 'h', limit: 20 },
      { name: 'f', health: 'unhealthy', sort: 'health', limit: 20 },
      { name: 'i', search: 'words', limit: 100 },
      { name: 'b', offset: 5, limit: 20 },
    ]);
  });

  it('name up to 100 members of a bundle', async () => {
    const { call } = fakeClient(1);
    const { structuredContent } = await call('list_bundles');
    const { bundles } = z
      .object({ bundles: z.array(z.looseObject({ feeds: z.array(z.string()) })) })
      .parse(structuredContent);
    const [large, whole] = bundles;
    expect(large).toMatchObject({ feeds: { length: 100 }, total_feeds: 101 });
    expect(whole?.feeds).toHaveLength(100);
    expect(whole).not.toHaveProperty('total_feeds');
  });

  it('take numbers in quotes and null as an agent means them, and name their keys', async () => {
    const { asked, call } = fakeClient(10);
    await call('list_feeds', { limit: '5', offset: null, search: 'x' });
    expect(asked).toMatchObject([{ name: 'f', search: 'x', limit: 5 }]);
    for (const input of [{ limit: 'five' }, { limit: '0' }, { limit: '' }, { limit: {} }]) {
      expect(await call('list_feeds', input)).toMatchObject({ isError: true });
    }
    const wrong = await call('get_items', { feed_id: 'x' });
    expect(JSON.parse(JSON.stringify(wrong.structuredContent)).error.message).toMatch(
      /"feed_id". The keys are "id", "sort", "since", "limit", "cursor"\.$/,
    );
  });

  it('end a page that is too large with the cursor behind its last item', async () => {
    const { asked, client, call } = fakeClient(1);
    const large = { ...item('x'), tags: Array(3000).fill('tag of an item') };
    Object.assign(client, {
      listItems: async ({ limit }: { limit: number }) => {
        asked.push({ limit });
        return { items: Array(limit).fill(large), cursor: `behind ${limit}` };
      },
    });
    const { structuredContent } = await call('search_items', { query: 'x', limit: 50 });
    const { items, cursor, truncated } = z
      .object({ items: z.array(z.unknown()), cursor: z.string(), truncated: z.string() })
      .parse(structuredContent);
    expect(asked).toEqual([{ limit: 50 }, { limit: items.length }]);
    expect(cursor).toBe(`behind ${items.length}`);
    expect(truncated).toContain('call again with the cursor');
    expect(structuredContent).toHaveProperty('items_are', expect.stringContaining('strangers'));
  });

  it('say what is wrong with their input', async () => {
    const { call } = fakeClient(1);
    const wrong = await call('list_feeds', { limit: 0 });
    expect(wrong).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'INVALID_FIELD' } },
    });
    expect(JSON.stringify(wrong.structuredContent)).toContain('is invalid: \\"limit\\": ');
    expect(JSON.stringify((await call('nothing')).structuredContent)).toContain('no tool nothing');
  });
});

it('lists what writes only where that is allowed, and tells what deletes', () => {
  const [reading, all] = [toolsFor(false), toolsFor(true)];
  expect(reading.filter(({ writes, destroys }) => writes || destroys)).toEqual([]);
  expect(all.slice(reading.length).every(({ writes }) => writes)).toBe(true);
  expect(all.filter(({ destroys }) => destroys).map(({ name }) => name)).toEqual(
    all.map(({ name }) => name).filter((name) => name.startsWith('delete_')),
  );
  expect(all[0]?.inputSchema).toMatchObject({ type: 'object', required: ['url'] });
});

describe('resources', () => {
  it('are the feeds, a hundred at a time, then the bundles', async () => {
    const page = async (rows: number, cursor?: string) => {
      const { resources, nextCursor } = await listResources(fakeClient(rows).client, cursor);
      return [resources.length, nextCursor];
    };
    expect(await page(100)).toEqual([100, 'feeds:100']);
    expect(await page(99, 'feeds:100')).toEqual([99, 'bundles:0']);
    expect(await page(1, 'bundles:0')).toEqual([2, undefined]);
    for (const wrong of ['bundles', 'feeds:-1', 'feeds:1000000000', 'items:0']) {
      await expect(page(1, wrong)).rejects.toThrow('The cursor is invalid.');
    }
  });

  it('are read with their newest 20 items', async () => {
    const { client } = fakeClient(1);
    const { contents } = await readResource(client, 'feedctl://feeds/x');
    const [content] = contents;
    expect(JSON.parse(content && 'text' in content ? content.text : '')).toMatchObject({
      id: 'x',
      items: { length: 20 },
      total_items: 30,
    });
    await readResource(client, 'feedctl://bundles/_b');
    for (const wrong of ['feedctl://items/x', 'feedctl://feeds/', 'https://feeds/x']) {
      await expect(readResource(client, wrong)).rejects.toThrow('feedctl://feeds/ID');
    }
  });
});
