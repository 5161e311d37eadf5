import { hash } from 'node:crypto';
import { type Histories, type Replay, randomNumbers } from '../../../bench/freshness-replay.js';
import { openService } from '../../../src/service/app/service.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { nextDueAt } from '../../../src/service/refresh/due.js';
import { startRefreshLoop } from '../../../src/service/refresh/loop.js';
import { RefreshPool } from '../../../src/service/refresh/pool.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import {
  createRequestBudget,
  DEFAULT_REQUESTS_PER_DAY,
} from '../../../src/service/refresh/request-budget.js';
import { DEFAULT_FETCH_COST } from '../../../src/service/schedule/patience.js';
import type { SourceReader } from '../../../src/service/sources/source-reader.js';
import type { Store } from '../../../src/service/store/store.js';
import { ManualClock } from '../clock.js';

export interface FollowOptions {
  /** When the feeds are created, and until when they are followed, in milliseconds. */
  from: number;
  until: number;
  /** Items that a document shows. */
  documentItems: number;
  /** Sets the budget of the service; without it, a request has the default cost. */
  requestsPerDay?: number;
  random?: () => number;
}

/** When each source was fetched: times in milliseconds by its name. */
type Fetches = Map<string, number[]>;

/**
 * Follows posting histories with the loop of `serve`, its database and its budget. Only the clock and
 * the network are not real: where the loop sleeps, the clock moves to the next due feed.
 */
export async function followHistories(
  histories: Histories,
  options: FollowOptions,
): Promise<{ replays: Replay[]; fetches: Fetches }> {
  const { from, until, random = randomNumbers(1, 'loop') } = options;
  const clock = new ManualClock(from);
  const requestsPerDay = options.requestsPerDay ?? DEFAULT_REQUESTS_PER_DAY;
  const service = await openService({
    ...{ databasePath: ':memory:', clock, publicUrl: 'https://feeds.example.com', requestsPerDay },
  });
  const { deps: domain } = service.http;
  const fetches: Fetches = new Map();
  const reader = readerOf(histories, clock, options.documentItems, fetches);
  const { store } = domain;
  const budget =
    options.requestsPerDay === undefined
      ? undefined
      : createRequestBudget(store, clock, requestsPerDay);
  const fetchCost = () => budget?.fetchCost ?? DEFAULT_FETCH_COST;
  const deps: RefreshDeps = {
    ...{ ...domain, reader, fetchCost, budget, random },
    logger: silentLogger,
  };
  try {
    // With the same random numbers as later: a feed is created with its first wait.
    const creating = { ...domain, reader, fetchCost, random };
    for (const name of Object.keys(histories)) {
      const url = `https://${name.replaceAll(/[^a-z0-9]/gi, '-')}.example/feed`;
      await createFeed(creating, { id: 'owner' }, { url });
    }
    await runLoop(deps, clock, until);
  } finally {
    await service.close();
  }
  const replays = Object.entries(histories).map(([name, times]) =>
    outcome(name, times, fetches.get(name) ?? [], { from, until }),
  );
  return { replays, fetches };
}

/** The loop of `serve`, until the clock reaches the end. */
async function runLoop(deps: RefreshDeps, clock: ManualClock, until: number): Promise<void> {
  const pool = new RefreshPool(deps, { shareMs: 0 });
  let atEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    atEnd = resolve;
  });
  const loop = startRefreshLoop(deps, pool, () => {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    // The clock stands still while fetches run.
    if (pool.isIdle) void moveOn(deps.store, clock, until).then((is) => (is ? end() : atEnd()));
    else void pool.drained().then(end);
    return { over, end };
  });
  await ended;
  await loop.stop(0);
}

/** @returns false at the end */
async function moveOn(store: Store, clock: ManualClock, until: number): Promise<boolean> {
  const due = (await nextDueAt(store, clock.now())) ?? until;
  clock.advance(Math.max(1, Math.min(due, until) - clock.now()));
  return clock.now() < until;
}

function readerOf(
  histories: Histories,
  clock: ManualClock,
  documentItems: number,
  fetches: Fetches,
): SourceReader {
  const names = new Map(
    Object.keys(histories).map((name) => [`${name.replaceAll(/[^a-z0-9]/gi, '-')}.example`, name]),
  );
  const none = () => Promise.reject(new Error('These sources have feeds only.'));
  return {
    readOlder: none,
    readArticle: none,
    readSheets: none,
    close: async () => undefined,
    async read({ sourceUrl }, state) {
      const name = names.get(new URL(sourceUrl).hostname) ?? '';
      const shown = (histories[name] ?? []).filter((time) => time * 1000 <= clock.now());
      fetches.set(name, [...(fetches.get(name) ?? []), clock.now()]);
      const etag = `"${shown.length}"`;
      const next = {
        ...{ pollUrl: sourceUrl, etag, lastModified: null, bodyHash: null },
        ...{ origin: 'feed' as const, rule: null },
      };
      if (state?.etag === etag) return { kind: 'unchanged', state: next, freshForMs: null };
      const first = Math.max(0, shown.length - documentItems);
      const entries = shown.slice(first).map((time, index) => entry(name, first + index, time));
      const document = {
        ...{ title: name, description: '', icon: '', language: null, siteUrl: null },
        entries: entries.reverse(),
        schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
      };
      return { kind: 'document', document, state: next, freshForMs: null };
    },
  };
}

function entry(name: string, number: number, seconds: number): SourceEntry {
  const title = `${hash('sha1', `${name}/${number}`)} of ${name}`;
  return {
    ...{ guid: `${number}`, url: `https://posts.example/${number}`, title, descriptionText: '' },
    ...{ descriptionHtml: '', thumbnail: null, datePublished: seconds * 1000, authors: [] },
    sourceHash: title,
  };
}

/** What the fetches of one source showed of its posts. */
function outcome(
  name: string,
  seconds: readonly number[],
  fetches: readonly number[],
  { from, until }: { from: number; until: number },
): Replay {
  const posts = seconds.map((time) => time * 1000).filter((time) => from < time && time <= until);
  const end = posts.at(-1) ?? from;
  const delays = posts.flatMap((post) => {
    const at = fetches.find((time) => time >= post);
    return at === undefined ? [] : [at - post];
  });
  const requests = fetches.filter((time) => from < time && time <= end).length;
  return { name, delays, missed: 0, requests, duration: end - from };
}
