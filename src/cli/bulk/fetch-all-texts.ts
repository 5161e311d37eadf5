import type { FeedClient, FetchedTexts } from '../../client/index.js';
import type { Context } from '../verbs/context.js';

/** What all requests for the texts of a feed brought. */
type AllTexts = Omit<FetchedTexts, 'cursor'>;

/** Failures that are printed one by one. */
const MAX_NOTES = 5;

/** Fetches the full texts of a feed until all are done, and notes why pages gave none. */
export async function fetchAllTexts(
  context: Context,
  client: FeedClient,
  id: string,
  selection: { limit?: number | undefined; missing?: boolean },
): Promise<AllTexts> {
  const all: AllTexts = { fetched: 0, failed: 0, failures: [] };
  await context.during('Fetching the texts', async () => {
    let cursor: string | null | undefined;
    do {
      const texts: FetchedTexts = await client.fetchTexts(
        id,
        cursor === undefined || cursor === null ? selection : { cursor },
      );
      all.fetched += texts.fetched;
      all.failed += texts.failed;
      all.failures = [...all.failures, ...texts.failures];
      cursor = texts.cursor;
    } while (cursor !== null);
  });
  for (const { message } of all.failures.slice(0, MAX_NOTES)) await context.notes.note(message);
  const more = all.failures.length - MAX_NOTES;
  if (more > 0) await context.notes.note(`${more} more pages gave no text; --json lists them.`);
  return all;
}
