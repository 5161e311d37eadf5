import { counted } from '../../../base/text.js';
import type { Backfilled, FeedClient } from '../../../client/index.js';
import { startProgress } from '../../bulk/progress.js';
import { text, UsageError, wholeNumber } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

/** Flags that select older items. */
export const backfillOptions = {
  backfill: wholeNumber('N', 'store up to N older items that the source does not list first', {
    min: 1,
    max: 500,
  }),
  backfillSince: text('DATE', 'store older items from this date on, such as 2026-01-31'),
};

/** The older items to store. */
interface OlderItems {
  limit?: number | undefined;
  /** ISO 8601. */
  since?: string | undefined;
}

/**
 * The older items that the flags select; undefined without flags. @throws {UsageError} for an
 * invalid date
 */
export function olderItems(options: {
  backfill?: number | undefined;
  backfillSince?: string | undefined;
}): OlderItems | undefined {
  const { backfill: limit, backfillSince: since } = options;
  if (since === undefined) return limit === undefined ? undefined : { limit };
  const time = Date.parse(since);
  if (!Number.isNaN(time)) return { limit, since: new Date(time).toISOString() };
  throw new UsageError(`--backfill-since takes a date such as 2026-01-31, not "${since}".`);
}

/** @throws {UsageError} if the service cannot store older items */
export async function requireBackfill(client: FeedClient): Promise<void> {
  if ((await client.detectService()).version !== null) return;
  throw new UsageError('--backfill requires a feedctl service.');
}

const MAX_REQUESTS = 50;

/** Stores older items of a feed until there are no more, and notes their number. */
export async function backfill(
  context: Context,
  client: FeedClient,
  id: string,
  wanted: OlderItems,
): Promise<void> {
  const progress = startProgress(context, 'Reading older items', MAX_REQUESTS);
  let answer: Backfilled | undefined;
  try {
    do {
      const before = answer?.requests ?? 0;
      answer = await client.backfillFeed(
        id,
        answer?.cursor == null ? wanted : { cursor: answer.cursor },
      );
      for (let step = before; step < answer.requests; step += 1) progress.step();
    } while (answer.cursor !== null);
  } finally {
    await progress.end();
  }
  await context.notes.note(backfillSummary(answer));
  if (answer.message !== null) await context.notes.warn(answer.message);
}

function backfillSummary({ items, requests, ended }: Backfilled): string {
  const why: Partial<Record<NonNullable<Backfilled['ended']>, string>> = {
    'no-older-items': ' The source names no documents with older items.',
    limits: ' Reading stopped: its pages repeat, lead to another site, or are more than 50.',
    full: ' The feed keeps no more items.',
  };
  return `${counted(items, 'older item')} stored with ${counted(requests, 'request')}.${(ended !== null && why[ended]) || ''}`;
}
