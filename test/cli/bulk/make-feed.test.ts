import { describe, expect, it } from 'vitest';
import { type MakeOptions, makeFeed, sendValues } from '../../../src/cli/bulk/make-feed.js';
import { rememberAnswer } from '../../../src/client/answers.js';
import { NetworkError } from '../../../src/client/errors.js';
import type { FeedClient } from '../../../src/client/index.js';

const A = 'https://a.example/';

interface Service {
  version?: string | null;
  /** Status of a creation; 0: its answer is lost. */
  status?: number;
  items?: object[];
  /** Items of the feed when it is read again. */
  later?: object[];
  stored?: object[];
}

/** A service, and what it is asked. */
function service({
  version = '1.0.0',
  status = 201,
  items = [],
  later = [],
  stored = [],
}: Service = {}) {
  const asked: unknown[] = [];
  const client = {
    service: { version },
    async createFeed(body: object) {
      asked.push(['create', body]);
      if (status === 0) throw new NetworkError('Lost.', { kind: 'reset', host: 'a' });
      return rememberAnswer({ id: 'f', source_url: A, items }, { status, body: {} });
    },
    feeds(query: object) {
      asked.push(['list', query]);
      return stored.values();
    },
    async getFeed(id: string) {
      asked.push(['get', id]);
      return { id, items: later };
    },
    deleteFeed: async (id: string) => void asked.push(['delete', id]),
    async updateFeed(id: string, body: object) {
      asked.push(['update', id, body]);
      return { id, title: 'Updated' };
    },
    updateFeedSettings: async (id: string, body: object) => void asked.push(['settings', id, body]),
  } as unknown as FeedClient;
  const make = (options: Partial<MakeOptions> = {}, source: object = { url: A }) => {
    const { signal } = new AbortController();
    return makeFeed(client, source as never, { signal, ...options } as MakeOptions);
  };
  return { asked, client, make };
}

describe('a feed', () => {
  it.each<[Partial<MakeOptions>, object]>([
    [{}, { url: A }],
    [{ announce: false, keepFailing: false }, { url: A }],
    [
      { announce: true, keepFailing: true },
      { url: A, announce: true, keep_failing: true },
    ],
    [{ access: { cookie: 'c' } }, { url: A, access: { cookie: 'c' } }],
  ])('with %j is asked for by %j', async (options, body) => {
    const { asked, make } = service();
    await make(options);
    expect(asked).toEqual([['create', body]]);
  });

  it('of a search is not kept when it fails: the service knows its address', async () => {
    const { asked, make } = service();
    await make({ keepFailing: true }, { mode: 'keyword', text: 'rain', region: 'US:en' });
    expect(asked[0]).not.toEqual(['create', expect.objectContaining({ keep_failing: true })]);
  });

  it.each([
    ['1.0.0', 201, true],
    ['1.0.0', 200, false],
    [null, 200, true],
  ])('of a service %s that answers %i is new: %s', async (version, status, created) => {
    expect(await service({ version, status }).make()).toMatchObject({ created, wasLost: false });
  });

  it.each([
    [[], true],
    [['f'], false],
  ])('is new unless it was in the account before: %j', async (ids, created) => {
    const known = { ids: new Set(ids), find: () => undefined, countNew: () => 0 };
    expect(await service().make({ known })).toMatchObject({ created });
  });

  it('whose answer is lost is looked for in the account', async () => {
    const stored = [
      { id: 'other', source_url: 'https://b.example/' },
      { id: 'f', source_url: A },
    ];
    const { asked, make } = service({ status: 0, stored });
    const made = await make();
    expect(made).toMatchObject({ feed: { id: 'f' }, created: false, wasLost: true });
    expect(asked.slice(1)).toEqual([['list', { limit: 100 }]]);
  });
});

describe('a feed that is there already', () => {
  const stored = { id: 'old', source_url: A, filters: { include: ['a'], exclude: [] } };
  const known = { ids: new Set(['old']), find: () => stored, countNew: () => 0 } as never;

  it('is taken with ensure alone', async () => {
    const { asked, make } = service();
    const ensured = await make({ known, ensure: true, verify: true });
    expect(ensured).toEqual({ feed: stored, created: false, wasLost: false });
    expect(asked).toEqual([]);
    expect((await make({ known })).feed.id).toBe('f');
  });

  it('is refused where other filters are wanted', async () => {
    const ensure = (filters: object, from = stored) =>
      service().make({
        known: { ...(known as object), find: () => from } as never,
        ensure: true,
        values: { filters } as never,
      });
    expect((await ensure({ include: ['a'] })).feed.id).toBe('old');
    await expect(ensure({ include: ['b c'], exclude: ['d'] })).rejects.toMatchObject({
      code: 'FEED_EXISTS',
      exitCode: 5,
      hint: "To change its filters: feedctl feeds update old --include 'b c' --exclude d",
    });
    const { filters: _, ...plain } = stored;
    await expect(ensure({ include: ['b'] }, plain as never)).rejects.toThrow('other filters: old.');
    expect((await ensure({ include: [] }, plain as never)).feed.id).toBe('old');
  });
});

describe('a new feed without items', () => {
  it('is deleted again with verify, after a second look', async () => {
    const { asked, make } = service();
    await expect(make({ verify: true })).rejects.toMatchObject({ code: 'EMPTY_FEED', exitCode: 5 });
    expect(asked.slice(1)).toEqual([
      ['get', 'f'],
      ['delete', 'f'],
    ]);
  });

  it.each<[string, Service, string[]]>([
    ['its items are in the answer', { items: [{}] }, ['create']],
    ['they come later', { later: [{}] }, ['create', 'get']],
    ['it was there before', { status: 200 }, ['create']],
  ])('is kept when %s', async (_, facts, requests) => {
    const { asked, make } = service(facts);
    await make({ verify: true });
    expect(asked.map((each) => (each as string[])[0])).toEqual(requests);
  });
});

it('joins its bundles in their order', async () => {
  const added: string[] = [];
  const bundle = (name: string) => ({
    add: async (id: string) => void added.push(`${name} ${id}`),
  });
  await service().make({ bundles: [bundle('a'), bundle('b')] as never });
  expect(added).toEqual(['a f', 'b f']);
});

describe('the values of a new feed', () => {
  const sent = async (values: object, feed: object = {}) => {
    const { asked, client } = service();
    const after = await sendValues(client, { id: 'f', title: 'T', ...feed } as never, values);
    return [...asked, (after as { title: string }).title];
  };

  it('are sent where it does not have them yet', async () => {
    expect(await sent({})).toEqual(['T']);
    expect(await sent({ title: 'T' })).toEqual(['T']);
    expect(await sent({ title: 'Other' })).toEqual([
      ['update', 'f', { title: 'Other' }],
      'Updated',
    ]);
    expect(await sent({ interval: '1h' })).toEqual([['settings', 'f', { interval: '1h' }], 'T']);
    // What stands for nothing chosen is there without a request.
    expect(await sent({ interval: 'auto', description: '' })).toEqual(['T']);
    expect(await sent({ description: '' }, { description: 'Of the source' })).toEqual([
      ['update', 'f', { description: '' }],
      'Updated',
    ]);
  });
});
