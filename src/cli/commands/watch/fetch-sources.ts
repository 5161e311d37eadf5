import type { FeedClient, RefreshOutcome } from '../../../client/index.js';
import type { Context } from '../../verbs/context.js';

/** How long one pass waits for slow sources, in seconds. Their items come with the next pass. */
const WAIT_S = 10;

/** Fetches the sources of what is watched, at the interval that `--interval` names. */
export interface SourceFetcher {
  /** Fetches the feed, or the feeds of the bundle, whose last fetch is an interval ago. */
  fetch(id: string): Promise<void>;
}

/**
 * A fetcher for a service of feedctl; null for another service, which decides by itself.
 *
 * @param intervalMs milliseconds between two fetches; the service may have a longer minimum
 */
export async function sourceFetcher(
  context: Context,
  client: FeedClient,
  intervalMs: number,
): Promise<SourceFetcher | null> {
  const { version } = await client.detectService();
  if (version === null) {
    await context.notes.note(
      'This service decides by itself when it fetches; --interval is only how often it is asked for items.',
    );
    return null;
  }
  const failing = new Set<string>();
  let isNoted = false;

  async function noteFloor(seconds: number | undefined): Promise<void> {
    if (isNoted || seconds === undefined || seconds * 1000 <= intervalMs) return;
    isNoted = true;
    await context.notes.note(
      `This service fetches a source every ${seconds} s at most, so new items may take that long, not ${intervalMs / 1000} s.`,
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
      const batch = await client.refreshFeeds({
        ids: [id],
        older_than_seconds: Math.min(intervalMs / 1000, 604_800),
        wait_seconds: WAIT_S,
      });
      await noteFloor(batch.shortest_interval_seconds);
      for (const outcome of batch.results) await noteOutcome(outcome);
    },
  };
}
