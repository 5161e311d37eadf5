import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { DAY, HOUR, MINUTE, SECOND } from '../core/durations.js';
import type { Clock } from '../core/time.js';
import { DEFAULT_FETCH_COST } from '../schedule/patience.js';
import type { Db, Store } from '../store/store.js';

/** How often a process exchanges its count for the cost of a request, in milliseconds. */
const SYNC_EVERY = MINUTE;

/** How often the cost is adjusted, by one of the processes. */
const ADJUST_EVERY = HOUR;

/** After a longer time something stood still, and the count says nothing. */
const MAX_COUNTED = 3 * HOUR;

/**
 * How fast the cost follows: a twofold excess raises it by 22 % an hour. Twice the cost is up to 30 %
 * fewer requests, so a budget is met after a day or two, and the cost hardly changes between day and
 * night. It follows the difference, so that a busy day and a quiet night add up to the budget.
 */
const GAIN = 0.2;

/** Requests by which an hour may differ from the budget by chance. */
const CHANCE = 2;

/** The most that one adjustment may change. */
const MAX_FACTOR = 2;

/**
 * Requests that feeds may make a day, on average, unless the operator sets another number. Hourly
 * polling makes 24; on posting histories of commits, releases and sites the 12 requests more bring
 * the mean delay of an item from 30 minutes to 11.
 */
export const DEFAULT_REQUESTS_PER_DAY = SERVICE_SETTINGS.requestsPerDay.default;

/**
 * The budget is a limit, not a target: a request is made if it saves at least 2 s of waiting, so a
 * few silent sources are not fetched more often because others leave room for it.
 */
const MIN_COST = 2 * SECOND;

/** Beyond this, all feeds are fetched at the ceiling anyhow. */
const MAX_COST = 1e9 * SECOND;

const ID = 'all';

/** Keeps the requests of all feeds near an average, by changing what a request is worth. */
export interface RequestBudget {
  /** What a request is worth in waiting, in milliseconds; see `patience`. */
  readonly fetchCost: number;
  /** Counts a request that the schedule made. */
  count(): void;
  /** Exchanges what was counted for the current cost, once a minute. Cheap at any other time. */
  sync(): Promise<void>;
  /** Stores what was counted since; for a process that ends. */
  close(): Promise<void>;
}

/**
 * The budget of all processes on a database. None of them reads the feeds for it: each adds its number
 * of requests to one row a minute, and once an hour one of them compares the sum with the number of
 * feeds. All feeds are scheduled with the resulting cost, which shares requests out where each saves
 * the same waiting.
 *
 * @param requestsPerDay an average over all feeds
 */
export function createRequestBudget(
  store: Store,
  clock: Clock,
  requestsPerDay: number,
): RequestBudget {
  let fetchCost = DEFAULT_FETCH_COST;
  let counted = 0;
  let nextSync = Number.NEGATIVE_INFINITY;

  async function send(now: number): Promise<void> {
    const requests = counted;
    counted = 0;
    try {
      fetchCost = await exchange(store, now, { requests, requestsPerDay });
    } catch {
      // The count is not lost. A database that is away is noticed elsewhere.
      counted += requests;
    }
  }

  return {
    get fetchCost() {
      return fetchCost;
    },
    count() {
      counted += 1;
    },
    async sync() {
      const now = clock.now();
      if (now < nextSync && now > nextSync - 2 * SYNC_EVERY) return;
      nextSync = now + SYNC_EVERY;
      await send(now);
    },
    async close() {
      if (counted > 0) await send(clock.now());
    },
  };
}

async function exchange(
  { db }: Store,
  now: number,
  { requests, requestsPerDay }: { requests: number; requestsPerDay: number },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('request_budget')
      .values({ id: ID, fetch_cost: DEFAULT_FETCH_COST, requests: 0, since: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const row = await transaction
      .updateTable('request_budget')
      .set((column) => ({ requests: column('requests', '+', requests) }))
      .where('id', '=', ID)
      .returningAll()
      .executeTakeFirstOrThrow();
    const time = now - row.since;
    if (0 <= time && time < ADJUST_EVERY) return row.fetch_cost;
    const isCounted = 0 <= time && time <= MAX_COUNTED;
    const cost = isCounted
      ? adjustedCost(row.fetch_cost, {
          requests: row.requests,
          expected: requestsPerDay * (time / DAY) * (await countBudgetFeeds(transaction)),
        })
      : row.fetch_cost;
    await transaction
      .updateTable('request_budget')
      .set({ fetch_cost: cost, requests: 0, since: now })
      .where('id', '=', ID)
      .execute();
    return cost;
  });
}

/**
 * The cost after a time with so many requests, where the budget allows the expected number. A few
 * requests more or fewer mean nothing: of one feed that is fetched every 61 minutes, some hours see
 * none.
 */
export function adjustedCost(
  cost: number,
  { requests, expected }: { requests: number; expected: number },
): number {
  const factor = Math.exp((GAIN * (requests - expected)) / (expected + CHANCE));
  const bounded = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor));
  return boundedCost(cost * bounded);
}

/** The nearest cost that a budget can lead to, in milliseconds. */
export function boundedCost(cost: number): number {
  return Math.min(MAX_COST, Math.max(MIN_COST, cost));
}

/** Feeds that tell how many are of the automatic schedule. */
const SAMPLE = 4000;

/**
 * Feeds of the automatic schedule. Where there are many, the share among those with the first ids, which
 * are random, stands for all: to look at each of a million took 0.6 s.
 */
async function countBudgetFeeds(db: Db): Promise<number> {
  const sample = db
    .selectFrom('feeds')
    .select(['is_active', 'refresh_interval'])
    .orderBy('id')
    .limit(SAMPLE);
  const { feeds, automatic, looked } = await db
    .selectFrom(sample.as('sample'))
    .select(({ fn, selectFrom }) => [
      selectFrom('feeds').select(fn.countAll<number>().as('rows')).as('feeds'),
      fn
        .countAll<number>()
        .filterWhere('is_active', '=', 1)
        .filterWhere('refresh_interval', 'is', null)
        .as('automatic'),
      fn.countAll<number>().as('looked'),
    ])
    .executeTakeFirstOrThrow();
  return Math.max(1, (Number(feeds) * Number(automatic)) / Math.max(1, Number(looked)));
}
