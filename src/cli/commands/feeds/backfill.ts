import { counted } from '../../../base/text.js';
import type { Backfilled, FeedClient } from '../../../client/index.js';
import { startProgress } from '../../bulk/progress.js';
import type { Context } from '../../verbs/context.js';

/** Which older items are wanted. */
export interface BackfillSelection {
  limit?: number | undefined;
  /** ISO 8601. */
  since?: string | undefined;
}

const MAX_REQUESTS = 50;

/** Stores older items of a feed until there are no more, and notes how many there were. */
export async function backfill(
  context: Context,
  client: FeedClient,
  id: string,
  selection: BackfillSelection,
): Promise<void> {
  const progress = startProgress(context, 'Reading older items', MAX_REQUESTS);
  let answer: Backfilled | undefined;
  try {
    do {
      const before = answer?.requests ?? 0;
      answer = await client.backfillFeed(
        id,
        answer?.cursor == null ? selection : { cursor: answer.cursor },
      );
      for (let step = before; step < answer.requests; step += 1) progress.step();
    } while (answer.cursor !== null);
  } finally {
    await progress.end();
  }
  await context.notes.note(summary(answer));
  if (answer.message !== null) await context.notes.warn(answer.message);
}

function summary({ items, requests, ended }: Backfilled): string {
  const why: Partial<Record<NonNullable<Backfilled['ended']>, string>> = {
    'no-older-items': ' The source names no documents with older items.',
    limits: ' Reading stopped: its pages repeat, lead to another site, or are more than 50.',
    full: ' The feed keeps no more items.',
  };
  return `${counted(items, 'older item')} stored with ${counted(requests, 'request')}.${(ended !== null && why[ended]) || ''}`;
}
