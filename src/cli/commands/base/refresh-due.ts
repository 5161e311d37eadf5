import { ApiError } from '../../../client/errors.js';
import type { RefreshBatch } from '../../../client/index.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import type { ItemScope } from './item-pages.js';

/** Time for which a reader waits for sources, in seconds. */
const MAX_WAIT_S = 10;

/**
 * Fetches the due feeds of a feed, a bundle or the account before they are shown, if no live
 * `serve` refreshes the embedded service. It takes at most 10 s, and notes what could not be
 * refreshed.
 */
export async function refreshDue(context: Context, scope: ItemScope): Promise<void> {
  if ((await context.credentials()).kind !== EMBEDDED) return;
  const fetched = await context.during('Fetching feeds', () => fetchDue(context, scope));
  if (fetched === null) return;
  const again = `feedctl refresh ${scope ?? '--due'}`;
  const failed = fetched.results.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  if (failed.length === 1 && first?.error) {
    await context.notes.note(
      `${first.title} could not be refreshed; showing stored items: ${first.error.message}`,
    );
  } else if (failed.length > 1) {
    await context.notes.note(
      `${failed.length} feeds could not be refreshed; showing their stored items. To see why: ${again}`,
    );
  }
  const { remaining } = fetched;
  if (remaining > 0) {
    const some = remaining === 1 ? 'A source is' : `${remaining} sources are`;
    await context.notes.note(`${some} slow to respond; showing stored items. To wait: ${again}`);
  }
}

/** The results of all batches within the time; null if the database is not writable. */
async function fetchDue(
  context: Context,
  scope: ItemScope,
): Promise<Pick<RefreshBatch, 'results' | 'remaining'> | null> {
  const client = await context.client();
  await (await context.maintenance())?.repairClock();
  const endsAt = performance.now() + MAX_WAIT_S * 1000;
  const results: RefreshBatch['results'] = [];
  let cursor: string | null | undefined;
  for (;;) {
    const batch = await client
      .refreshFeeds({
        ...(scope !== null && { ids: [scope] }),
        due: true,
        unless_served: true,
        wait_seconds: Math.max(0, (endsAt - performance.now()) / 1000),
        ...(cursor && { cursor }),
      })
      .catch(async (error: unknown) => {
        // Stored items can be read even when nothing can be written: the disk may be full.
        if (!isUnwritable(error)) throw error;
        await context.notes.note(
          `Showing stored items, because the refresh failed: ${error.message}`,
        );
        return null;
      });
    if (batch === null) return null;
    results.push(...batch.results);
    cursor = batch.cursor;
    const { remaining } = batch;
    if (cursor === null || performance.now() >= endsAt) return { results, remaining };
  }
}

function isUnwritable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'STORE_UNAVAILABLE';
}
