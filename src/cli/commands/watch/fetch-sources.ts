import { collect } from '../../../base/collect.js';
import type { FeedClient, RefreshOutcome } from '../../../client/index.js';
import { MAX_REFRESH_IDS } from '../../../contract/sizes.js';
import type { Context } from '../../verbs/context.js';
import { ALL_FEEDS } from './read-watched.js';

/** Time for which one pass waits for slow sources, in seconds. The next pass has their items. */
const WAIT_S = 10;

/** Fetches the sources of watched feeds at the interval of `--interval`. */
export interface SourceFetcher {
  /**
   * Fetches the feed, or the feeds of the bundle, if their last fetch is an interval ago. Does
   * nothing for services other than feedctl's own, which have their own schedule.
   */
  fetch(id: string): Promise<void>;
}

/**
 * Detects the kind of the service at the first fetch: a watch that starts while the service is down
 * retries at the next poll.
 *
 * @param intervalMs milliseconds between two fetches; the service may have a longer minimum
 */
export function sourceFetcher(
  context: Context,
  client: FeedClient,
  intervalMs: number,
): SourceFetcher {
  let canFetch: boolean | undefined;
  const failing = new Set<string>();
  let isNoted = false;

  async function detect(): Promise<boolean> {
    const { version } = await client.detectService();
    if (version !== null) return true;
    await context.notes.note(
      'This service sets its own fetch times; --interval only sets how often its items are polled.',
    );
    return false;
  }

  async function noteFloor(seconds: number | undefined): Promise<void> {
    if (isNoted || seconds === undefined || seconds * 1000 <= intervalMs) return;
    isNoted = true;
    await context.notes.note(
      `The minimum interval of this service is ${seconds} s, so new items may take that long instead of ${intervalMs / 1000} s.`,
    );
  }

  async function noteOutcome({ id, title, outcome, error }: RefreshOutcome): Promise<void> {
    if (outcome !== 'failed') {
      failing.delete(id);
      return;
    }
    if (failing.has(id)) return;
    failing.add(id);
    await context.notes.warn(`${title || id} could not be fetched: ${error?.message ?? outcome}`);
  }

  return {
    async fetch(id) {
      canFetch ??= await detect();
      if (!canFetch) return;
      const ids = id === ALL_FEEDS ? (await collect(client.feeds())).map((feed) => feed.id) : [id];
      for (let start = 0; start < ids.length; start += MAX_REFRESH_IDS) {
        const batch = await client.refreshFeeds({
          ids: ids.slice(start, start + MAX_REFRESH_IDS),
          older_than_seconds: Math.min(intervalMs / 1000, 604_800),
          wait_seconds: WAIT_S,
        });
        await noteFloor(batch.shortest_interval_seconds);
        for (const outcome of batch.results) await noteOutcome(outcome);
      }
    },
  };
}
