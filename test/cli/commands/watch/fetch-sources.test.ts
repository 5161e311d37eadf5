import { expect, it } from 'vitest';
import { sourceFetcher } from '../../../../src/cli/commands/watch/fetch-sources.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { FeedClient, RefreshOutcome } from '../../../../src/client/index.js';
import { MAX_REFRESH_IDS } from '../../../../src/contract/sizes.js';

interface Service {
  version?: string | null;
  feeds?: number;
  floor?: number;
  /** What the fetches give, one after the other. */
  outcomes?: Partial<RefreshOutcome>[][];
}

/** A fetcher with this interval, what it asks a service for, and what it says. */
function fetching(
  intervalMs: number,
  { version = '1', feeds = 0, floor, outcomes = [] }: Service = {},
) {
  const asked: { ids: string[]; older_than_seconds: number; wait_seconds: number }[] = [];
  const said: string[] = [];
  let detections = 0;
  const client = {
    async detectService() {
      detections += 1;
      return { version };
    },
    feeds: () => Array.from({ length: feeds }, (_, at) => ({ id: `f${at}` })).values(),
    async refreshFeeds(request: (typeof asked)[number]) {
      asked.push(request);
      return { shortest_interval_seconds: floor, results: outcomes.shift() ?? [] };
    },
  } as unknown as FeedClient;
  const say = async (text: string) => void said.push(text);
  const context = { notes: { note: say, warn: say } } as unknown as Context;
  const { fetch } = sourceFetcher(context, client, intervalMs);
  return { fetch, asked, said, detections: () => detections };
}

it('fetches a feed whose last fetch is an interval ago, at most a week', async () => {
  for (const [interval, seconds] of [
    [300_000, 300],
    [1_209_600_000, 604_800],
  ] as const) {
    const { fetch, asked } = fetching(interval);
    await fetch('a');
    expect(asked).toEqual([{ ids: ['a'], older_than_seconds: seconds, wait_seconds: 10 }]);
  }
});

it('fetches all feeds, as many as fit into each request', async () => {
  const { fetch, asked } = fetching(1000, { feeds: MAX_REFRESH_IDS + 1 });
  await fetch('all');
  expect(asked.map(({ ids }) => ids.length)).toEqual([MAX_REFRESH_IDS, 1]);
  expect(asked[1]?.ids).toEqual([`f${MAX_REFRESH_IDS}`]);
});

it('leaves other services alone, and says so once', async () => {
  const { fetch, asked, said, detections } = fetching(1000, { version: null });
  await fetch('a');
  await fetch('a');
  expect({ asked, detections: detections() }).toEqual({ asked: [], detections: 1 });
  expect(said).toEqual([
    'This service sets its own fetch times; --interval only sets how often its items are polled.',
  ]);
});

it.each([
  [undefined, []],
  [60, []],
  [
    61,
    [
      'The minimum interval of this service is 61 s, so new items may take that long instead of 60 s.',
    ],
  ],
])('a minimum interval of %s s is noted once where it is longer', async (floor, notes) => {
  const { fetch, said } = fetching(60_000, floor === undefined ? {} : { floor });
  await fetch('a');
  await fetch('a');
  expect(said).toEqual(notes);
});

it('warns of a source that fails once per outage', async () => {
  const failed = { id: 'a', title: 'A', outcome: 'failed' as const };
  const down = [{ ...failed, error: { code: 'X', message: 'It is down.' } }];
  const { fetch, said } = fetching(1000, {
    outcomes: [down, down, [{ ...failed, outcome: 'updated' }], [{ ...failed, title: '' }]],
  });
  for (let times = 0; times < 4; times += 1) await fetch('a');
  expect(said).toEqual(['A could not be fetched: It is down.', 'a could not be fetched: failed']);
});
