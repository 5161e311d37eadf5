import { describe, expect, it } from 'vitest';
import { PollPass } from '../../../../src/cli/commands/watch/poll-pass.js';
import type { Seen } from '../../../../src/cli/commands/watch/seen.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient, Item } from '../../../../src/client/index.js';
import { refusal } from '../../../support/api-error.js';

const item = (title: string, facts: object = {}) =>
  ({
    ...{ title, url: `https://a.example/${title}`, description_text: '', description_html: '' },
    ...{ thumbnail: null, authors: [], date_published: null, ...facts },
  }) as Item;

const HIDDEN = { dropped_by: { list: 'exclude', rule: 'x' } };

/** A service whose list of all items has these pages, and a run of `watch` that polls it. */
function watching(given: Item[][] = [], { version = '1' as string | null } = {}) {
  const state = { pages: given, failure: undefined as Error | undefined, texts: 0 };
  const asked: (string | undefined)[] = [];
  const said: string[] = [];
  const stored = new Map<string, Seen>();
  const saves: string[] = [];
  const store = {
    get: (id: string) => stored.get(id) && new Map(stored.get(id)),
    async save(id: string, seen: Seen) {
      saves.push(id);
      stored.set(id, new Map(seen));
    },
  };
  const client = {
    detectService: async () => ({ version }),
    async listItems({ cursor, ...query }: { cursor?: string; dropped?: string }) {
      if (state.failure !== undefined) throw state.failure;
      asked.push(cursor);
      expect(query).toMatchObject({ sort: 'last_added', dropped: 'include' });
      const at = Number(cursor ?? 0);
      const hasMore = at + 1 < state.pages.length;
      return { items: state.pages[at] ?? [], cursor: hasMore ? `${at + 1}` : null };
    },
    async getFeed(id: string, query: object) {
      if (state.failure !== undefined) throw state.failure;
      expect(query).toEqual(
        version === null ? { sort: 'last_added' } : { sort: 'last_added', dropped: 'include' },
      );
      return { title: `Feed ${id}`, source_url: '', rss_feed_url: '', items: state.pages[0] ?? [] };
    },
  } as unknown as FeedClient;
  const say = async (text: string) => void said.push(text);
  const context = {
    credentials: async () => ({ kind: 'remote' }),
    maintenance: async () => null,
    notes: { note: say, warn: say },
    signal: new AbortController().signal,
  };
  const start = (facts: object = {}) =>
    new PollPass({ ...context, ...facts } as unknown as Context, client, {
      ...{ sinceNow: false, all: false, once: false, exec: undefined, fetcher: null },
      ...{ commits: false, stores: new Map(['all', 'f', 'g'].map((id) => [id, store as never])) },
      ...facts,
    });
  return { state, asked, said, saves, start };
}

async function titles(pass: PollPass, id = 'all'): Promise<string[]> {
  const found: string[] = [];
  for await (const { title, change } of pass.poll(id)) {
    found.push(change === 'new' ? title : `${title} ${change}`);
  }
  return found;
}

const NEWEST = ['6', '5'].map((title) => item(title));
const OLDER = [
  ['4', '3'],
  ['2', '1'],
].map((page) => page.map((title) => item(title)));

describe('a run that prints all items', () => {
  it('prints the oldest first, of as many pages as have new ones', async () => {
    const { state, asked, start } = watching([NEWEST, ...OLDER]);
    const pass = start({ all: true });
    expect(await titles(pass)).toEqual(['1', '2', '3', '4', '5', '6']);
    state.pages = [['8', '7'].map((title) => item(title)), NEWEST, ...OLDER];
    asked.length = 0;
    expect(await titles(pass)).toEqual(['7', '8']);
    // The newest, then the pages up to one that is known, then the one with new items again.
    expect(asked).toEqual([undefined, undefined, '1', '1', undefined]);
    asked.length = 0;
    expect(await titles(pass)).toEqual([]);
    expect(asked).toEqual([undefined]);
  });

  it('prints an item again when it changes', async () => {
    const { state, start } = watching([NEWEST]);
    const pass = start({ all: true });
    await titles(pass);
    state.pages = [[item('6', { description_text: 'More' }), item('5')]];
    expect(await titles(pass)).toEqual(['6 changed']);
  });
});

it('tells changed from new on older pages, too', async () => {
  const { state, start } = watching([[item('8')], [item('1')]]);
  const pass = start({ all: true });
  await titles(pass);
  const edited = (title: string) => item(title, { description_text: 'More' });
  state.pages = [
    [edited('8'), item('9')],
    [edited('1'), item('2')],
  ];
  expect(await titles(pass)).toEqual(['2', '1 changed', '9', '8 changed']);
});

describe('the first run', () => {
  it('takes the items of all pages as seen, and says how many', async () => {
    const { state, said, saves, start } = watching([NEWEST, ...OLDER, [item('hidden', HIDDEN)]]);
    const pass = start();
    expect(await titles(pass)).toEqual([]);
    await pass.noteOlder();
    await pass.noteOlder();
    expect(said).toEqual([
      'All feeds: 6 older items not shown (--all shows them). New ones from now on.',
    ]);
    expect(saves).toEqual(['all']);
    state.pages = [[item('7'), ...NEWEST], ...OLDER, [item('hidden')]];
    expect(await titles(start())).toEqual(['7']);
  });

  it.each([
    [[item('1')], ['Feed f: 1 older item not shown (--all shows it). New ones from now on.']],
    [[], []],
    [[item('1', HIDDEN)], []],
  ])('of one feed with %j says %j', async (items, notes) => {
    const { said, start } = watching([items], { version: null });
    const pass = start();
    await titles(pass, 'f');
    await pass.noteOlder();
    expect(said).toEqual(notes);
  });

  it('says it once for several', async () => {
    const { said, start } = watching([[item('1')]]);
    const pass = start();
    for (const id of ['f', 'g']) await titles(pass, id);
    await pass.noteOlder();
    expect(said).toEqual([
      '2 feeds and bundles: 2 older items not shown (--all shows them). New ones from now on.',
    ]);
  });
});

it('skips with --since-now what came before the first poll of a run, and says nothing', async () => {
  const { state, said, start } = watching([OLDER[0] ?? []]);
  await titles(start());
  state.pages = [NEWEST];
  const pass = start({ sinceNow: true });
  expect(await titles(pass)).toEqual([]);
  state.pages = [[item('7'), ...NEWEST]];
  expect(await titles(pass)).toEqual(['7']);
  said.length = 0;
  await pass.noteOlder();
  expect(said).toEqual([]);
});

it('never prints what a filter hid when it came', async () => {
  const { state, saves, start } = watching([[item('a', HIDDEN)]]);
  const pass = start({ all: true });
  expect(await titles(pass)).toEqual([]);
  state.pages = [[item('b'), item('a')]];
  expect(await titles(pass)).toEqual(['b']);
  expect(saves).toEqual(['all', 'all']);
});

it('prints what two feeds have once, unless it changes', async () => {
  const { state, start } = watching([[item('A long enough title of a story')]]);
  const pass = start({ all: true });
  expect([await titles(pass, 'f'), await titles(pass, 'g')]).toEqual([
    ['A long enough title of a story'],
    [],
  ]);
  state.pages = [[item('A long enough title of a story', { description_text: 'More' })]];
  expect(await titles(pass, 'g')).toEqual(['A long enough title of a story changed']);
});

describe('an item whose full text is still to come', () => {
  const pending = item('a', { text_pending: true });

  it('is printed when it is there', async () => {
    const { state, start } = watching([[pending]]);
    const pass = start({ all: true });
    expect(await titles(pass)).toEqual([]);
    state.pages = [[item('a')]];
    expect(await titles(pass)).toEqual(['a']);
  });

  it('is not taken as seen by the first run', async () => {
    const { state, start } = watching([[pending]]);
    const pass = start();
    await titles(pass);
    state.pages = [[item('a')]];
    expect(await titles(pass)).toEqual(['a']);
  });

  it('is fetched where the service is this process', async () => {
    const { state, start } = watching([[pending]]);
    const maintenance = async () => ({
      async texts(limitMs: number) {
        expect(limitMs).toBe(20_000);
        state.pages = [[item('a')]];
      },
    });
    expect(await titles(start({ all: true, maintenance }))).toEqual(['a']);
  });
});

it('saves what it printed when that is done, or when it is told', async () => {
  const { saves, start } = watching([NEWEST]);
  const pass = start({ all: true, commits: true });
  expect(await titles(pass)).toEqual(['5', '6']);
  expect(saves).toEqual([]);
  await pass.commit('all');
  await pass.commit('all');
  expect(saves).toEqual(['all']);
  // Nothing is new, so nothing is written.
  await titles(start());
  expect(saves).toEqual(['all']);
});

describe('a poll that fails', () => {
  const down = refusal({ status: 503 });

  it('is told once, and so is the recovery', async () => {
    const { state, said, start } = watching([NEWEST]);
    const pass = start({ all: true });
    state.failure = down;
    for (const _ of [1, 2]) expect(await titles(pass)).toEqual([]);
    state.failure = undefined;
    for (const _ of [1, 2]) await titles(pass);
    expect(said).toEqual(['all: Refused. Retrying at every poll.', 'all can be read again.']);
    expect(pass.outcomes).toEqual([]);
  });

  it('is an outcome of a single poll, which says nothing itself', async () => {
    const { state, said, start } = watching([NEWEST]);
    const pass = start({ once: true });
    state.failure = down;
    await titles(pass, 'f');
    state.failure = undefined;
    await titles(pass, 'g');
    expect(pass.outcomes).toMatchObject([{ id: 'f', failure: { error: down } }, { id: 'g' }]);
    expect(said).toEqual([]);
  });

  it('ends the run where another poll would fail as well', async () => {
    const { state, start } = watching();
    state.failure = refusal({ status: 401 });
    await expect(titles(start())).rejects.toBe(state.failure);
    state.failure = new TypeError('a fault');
    await expect(titles(start())).rejects.toBe(state.failure);
  });

  it('takes what is gone off the list', async () => {
    const { state, said, start } = watching([NEWEST]);
    await titles(start(), 'g');
    const pass = start();
    state.failure = refusal({ status: 404 });
    for (const id of ['f', 'g', 'f']) await titles(pass, id);
    expect(said).toEqual([
      'There is no feed or bundle f; it is not watched.',
      'g no longer exists and is no longer watched.',
    ]);
    expect([...pass.missing]).toEqual(['f', 'g']);
  });
});

it('fetches the sources before it reads them, where it has to', async () => {
  const { state, start } = watching();
  const fetched: string[] = [];
  const fetch = async (id: string) => {
    fetched.push(id);
    state.pages = [NEWEST];
  };
  expect(await titles(start({ all: true, fetcher: { fetch } }))).toEqual(['5', '6']);
  expect(fetched).toEqual(['all']);
});
