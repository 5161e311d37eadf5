import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { DAY, HOUR, MINUTE, SECOND } from '../core/durations.js';
import type { Clock } from '../core/time.js';
import { DEFAULT_FETCH_COST } from '../schedule/patience.js';
import type { Db, Store } from '../store/store.js';

/**
 * Interval at which a process reports its count and receives the cost of a request, in
 * milliseconds.
 */
const SYNC_EVERY = MINUTE;

/** Interval at which one of the processes adjusts the cost, in milliseconds. */
const ADJUST_EVERY = HOUR;

/**
 * Maximum time that a count may cover, in milliseconds. After a longer one the service was stopped,
 * and the count is not meaningful.
 */
const MAX_COUNTED = 3 * HOUR;

/**
 * Speed at which the cost is adjusted: twice the budgeted requests raise it by 22 % an hour. Twice
 * the cost means up to 30 % fewer requests, so a budget is met after a day or two, and the cost
 * hardly changes between day and night. The adjustment depends on the difference, so that a busy
 * day and a quiet night add up to the budget.
 */
const GAIN = 0.2;

/** Number of requests by which an hour may differ from the budget by chance. */
const CHANCE = 2;

/** Maximum factor of one adjustment. */
const MAX_FACTOR = 2;

/**
 * Average number of requests per feed and day, unless the operator sets another number. Hourly
 * polling makes 24; on posting histories of commits, releases and sites the 12 additional requests
 * reduce the mean delay of an item from 30 minutes to 11.
 */
export const DEFAULT_REQUESTS_PER_DAY = SERVICE_SETTINGS.requestsPerDay.default;

/**
 * Minimum cost of a request. The budget is a limit, not a target: a request is made if it saves at
 * least 2 s of waiting, so a few silent sources are not fetched more often because other feeds
 * leave a part of the budget.
 */
const MIN_COST = 2 * SECOND;

/** Maximum cost of a request: above it, all feeds are fetched at the ceiling. */
const MAX_COST = 1e9 * SECOND;

const ID = 'all';

/** Keeps the number of requests of all feeds near an average, by changing the cost of a request. */
export interface RequestBudget {
  /** The waiting that a request must save, in milliseconds; see `patience`. */
  readonly fetchCost: number;
  /** Counts a request that was made by the schedule. */
  count(): void;
  /**
   * Reports the count and receives the current cost, once a minute. Calls at other times are cheap.
   */
  sync(): Promise<void>;
  /** Stores the requests counted since the last report; called before the process ends. */
  close(): Promise<void>;
}

/**
 * The budget of all processes on a database. No process reads the feeds for it: each adds its
 * number of requests to one row a minute, and once an hour one of them compares the sum with the
 * number of feeds. All feeds are scheduled with the resulting cost, which distributes requests so
 * that each saves the same waiting.
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
      // The count is kept. Other code reports an unavailable database.
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
 * The cost after a period with this number of requests, of which the budget allows `expected`. A
 * difference of a few requests is ignored: a feed that is fetched every 61 minutes has no request
 * in some hours.
 */
export function adjustedCost(
  cost: number,
  { requests, expected }: { requests: number; expected: number },
): number {
  const factor = Math.exp((GAIN * (requests - expected)) / (expected + CHANCE));
  const bounded = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor));
  return boundedCost(cost * bounded);
}

/** Limits a cost to the range that a budget can lead to, in milliseconds. */
export function boundedCost(cost: number): number {
  return Math.min(MAX_COST, Math.max(MIN_COST, cost));
}

/** Number of feeds from which the share of feeds with the automatic schedule is estimated. */
const SAMPLE = 4000;

/**
 * Counts the feeds with the automatic schedule. If there are many feeds, their share is estimated
 * from the feeds with the first ids, which are random: a check of each of a million took 0.6 s.
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
