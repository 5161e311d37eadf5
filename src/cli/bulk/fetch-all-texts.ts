import type { FeedClient, FetchedTexts } from '../../client/index.js';
import { followCursor } from '../../client/paging.js';
import type { Context } from '../verbs/context.js';

/** The sum of all answers for the texts of a feed. */
type AllTexts = Omit<FetchedTexts, 'cursor'>;

/** Maximum number of failures that are printed one by one. */
const MAX_NOTES = 5;

/** Fetches the full texts of a feed until all are done, and notes why pages had none. */
export async function fetchAllTexts(
  context: Context,
  client: FeedClient,
  id: string,
  selection: { limit?: number | undefined; missing?: boolean },
): Promise<AllTexts> {
  const all: AllTexts = { fetched: 0, failed: 0, failures: [] };
  await context.during('Fetching the texts', async () => {
    const next = (cursor?: string) => client.fetchTexts(id, cursor ? { cursor } : selection);
    for await (const { fetched, failed, failures } of followCursor(next)) {
      all.fetched += fetched;
      all.failed += failed;
      all.failures.push(...failures);
    }
  });
  for (const { message } of all.failures.slice(0, MAX_NOTES)) await context.notes.note(message);
  const more = all.failures.length - MAX_NOTES;
  if (more > 0) await context.notes.note(`${more} more pages gave no text; --json lists them.`);
  return all;
}
