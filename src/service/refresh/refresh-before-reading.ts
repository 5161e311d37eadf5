import type { Account } from '../accounts/account.js';
import { isRefreshed } from '../instances/liveness.js';
import { isDue } from './is-due.js';
import { Pause } from './loop.js';
import type { RefreshPool } from './pool.js';
import { type FeedOutcome, refreshFeeds } from './refresh-feeds.js';
import type { RefreshDeps } from './refresh-result.js';
import { selectFeeds } from './select-feeds.js';

/** How long a reader waits for sources, in milliseconds. */
const PATIENCE_MS = 10_000;

export interface BeforeReading {
  /** Feeds whose source could not be read: what is stored of them may be old. */
  failed: FeedOutcome[];
  /** Feeds that took longer than a reader waits. */
  unfinished: number;
}

/**
 * Refreshes what is due of a feed or bundle before it is shown, for 10 s at most. Nothing is done
 * while a `serve` sees to it: DESIGN, section 1. Ids that do not exist are for the reading to refuse.
 */
export async function refreshBeforeReading(
  deps: RefreshDeps,
  pool: RefreshPool,
  account: Account,
  id: string,
): Promise<BeforeReading> {
  const due = await dueOf(deps, account, id);
  const failed: FeedOutcome[] = [];
  if (due.length === 0) return { failed, unfinished: 0 };
  let unfinished = due.length;
  const work = async () => {
    for await (const outcome of refreshFeeds(deps, pool, account, due)) {
      unfinished -= 1;
      if (outcome.outcome === 'failed') failed.push(outcome);
    }
  };
  const patience = new Pause(PATIENCE_MS);
  await Promise.race([work(), patience.over]).finally(() => patience.end());
  return { failed, unfinished };
}

async function dueOf(deps: RefreshDeps, account: Account, id: string): Promise<string[]> {
  const { store, clock } = deps;
  const now = clock.now();
  const ids = await selectFeeds(store.db, account, { ids: [id] }, now);
  const due = await store.db
    .selectFrom('feeds')
    .select('id')
    .where('account_id', '=', account.id)
    .where('id', 'in', ids)
    .where(isDue(now, deps.refreshFloorMs))
    .execute();
  if (due.length === 0 || (await isRefreshed(store, clock))) return [];
  return due.map((feed) => feed.id);
}
