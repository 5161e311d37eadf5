import { ApiError } from '../../../client/errors.js';
import type { RefreshBatch } from '../../../client/index.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';

/** How long a reader waits for sources, in seconds. */
const PATIENCE_S = 10;

/**
 * Where nothing refreshes feeds by itself - the embedded service without a live `serve` - fetches what
 * is due of a feed or bundle before it is shown, for 10 s at most, and says what stayed old.
 */
export async function freshen(context: Context, id: string): Promise<void> {
  if ((await context.credentials()).kind !== EMBEDDED) return;
  const fetched = await context.during('Fetching', () => fetchDue(context, id));
  if (fetched === null) return;
  const failed = fetched.results.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  if (failed.length === 1 && first?.error) {
    await context.notes.note(
      `${first.title} could not be refreshed, so this is what is stored: ${first.error.message}`,
    );
  } else if (failed.length > 1) {
    await context.notes.note(
      `${failed.length} feeds could not be refreshed, so this is what is stored of them. To see why: feedctl refresh ${id}`,
    );
  }
  const { remaining } = fetched;
  if (remaining > 0) {
    const some = remaining === 1 ? 'A source is' : `${remaining} sources are`;
    await context.notes.note(
      `${some} slow to answer, so this is what is stored. To wait: feedctl refresh ${id}`,
    );
  }
}

/** What all the batches brought within the time; null when nothing can be written. */
async function fetchDue(
  context: Context,
  id: string,
): Promise<Pick<RefreshBatch, 'results' | 'remaining'> | null> {
  const client = await context.client();
  const endsAt = performance.now() + PATIENCE_S * 1000;
  const results: RefreshBatch['results'] = [];
  let cursor: string | null | undefined;
  for (;;) {
    const batch = await client
      .refreshFeeds({
        ids: [id],
        due: true,
        unless_served: true,
        wait_seconds: Math.max(0, (endsAt - performance.now()) / 1000),
        ...(cursor && { cursor }),
      })
      .catch(async (error: unknown) => {
        // What is stored can be read when nothing can be written: the disk may be full.
        if (!isUnwritable(error)) throw error;
        await context.notes.note(
          `Nothing could be refreshed, so this is what is stored: ${error.message}`,
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
