import { counted } from '../../../base/text.js';
import { ApiError } from '../../../client/errors.js';
import type { Backfilled, Feed, FeedClient } from '../../../client/index.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import type { Fields } from '../../../resources/field.js';
import { fetchAllTexts } from '../../bulk/fetch-all-texts.js';
import { startProgress } from '../../bulk/progress.js';
import { describe } from '../../errors/describe.js';
import { accountFlags, CliError, shellCommand, UsageError } from '../../kit/index.js';
import type { FeedValues } from '../../sources/model.js';
import type { Context } from '../../verbs/context.js';
import { fieldFlags } from '../base/index.js';
import { sendChanges } from '../base/send-changes.js';

/** Details of a new feed beside its source. */
export interface Details {
  values: FeedValues;
  /** Texts of initial items to fetch. */
  backfillText?: number | undefined;
  /** Older items to store. */
  backfill?: BackfillSelection | undefined;
}

/** Rows that POST takes: they are set when the feed is new. */
const CREATED: readonly string[] = Object.entries(FEED_FIELDS as Fields).flatMap(
  ([name, { creates, request }]) => (creates && request !== 'settings' ? [name] : []),
);

/** Which older items are wanted. @throws {UsageError} for an invalid date */
export function olderItems(options: {
  backfill?: number | undefined;
  backfillSince?: string | undefined;
}): Pick<Details, 'backfill'> {
  const { backfill: limit, backfillSince: since } = options;
  if (since === undefined) return limit === undefined ? {} : { backfill: { limit } };
  const time = Date.parse(since);
  if (!Number.isNaN(time)) return { backfill: { limit, since: new Date(time).toISOString() } };
  throw new UsageError(`--backfill-since takes a date such as 2026-01-31, not "${since}".`);
}

/** @throws {UsageError} for older items at a service that does not store them */
export async function requireBackfill(client: FeedClient, { backfill }: Details): Promise<void> {
  if (backfill === undefined || (await client.detectService()).version !== null) return;
  throw new UsageError('--backfill requires a feedctl service.');
}

/**
 * Applies the details to a new feed. An existing feed is not changed; a note prints the commands
 * that change it.
 *
 * @throws {CliError} with the id of the created feed when a detail could not be set
 */
export async function setDetails(
  context: Context,
  client: FeedClient,
  { feed, created }: { feed: Feed; created: boolean },
  { values, backfill: older, backfillText: limit }: Details,
): Promise<Feed> {
  const given = Object.entries(values).filter(([name]) => !CREATED.includes(name));
  if (given.length === 0 && older === undefined && limit === undefined) return feed;
  const left: FeedValues = Object.fromEntries(given);
  const commands = [
    ...(given.length > 0 ? [['feeds', 'update', feed.id, ...fieldFlags(left)]] : []),
    ...(limit === undefined ? [] : [['refresh', feed.id, '--texts', '--limit', String(limit)]]),
  ].map((words) => shellCommand(['feedctl', ...words, ...accountFlags(context.globals)]));
  if (!created) {
    await context.notes.note(
      `The existing feed was not changed. To change it: ${commands.join(' && ')}`,
    );
    return feed;
  }
  try {
    const { note } = await sendChanges(client, feed.id, left);
    if (note !== null) await context.notes.note(note);
    if (older !== undefined) await backfill(context, client, feed.id, older);
    if (limit !== undefined) await fetchAllTexts(context, client, feed.id, { limit });
    return await client.getFeed(feed.id);
  } catch (error) {
    const { message, code, exitCode } = describe(error);
    throw new CliError(
      `Feed ${feed.id} was created, but not all its details could be set: ${message}`,
      {
        exitCode,
        code,
        hint: `To set them: ${commands.join(' && ')}`,
        cause: error,
      },
    );
  }
}

/** Explains FEED_EXISTS with other selectors, filters or secrets in terms of the command line. */
export function explainOther(
  error: unknown,
  values: FeedValues,
  access: readonly string[],
): unknown {
  if (!(error instanceof ApiError) || error.code !== 'FEED_EXISTS') return error;
  const id = /\bfeed ([0-9A-Za-z]{16})\b/.exec(error.message)?.[1];
  const other = / with other (selectors|filters|access)\b/.exec(error.message)?.[1];
  if (id === undefined || other === undefined) return error;
  const { selectors, filters } = values;
  const known = {
    selectors: [
      `of this page already exists with other selectors: ${id}.`,
      fieldFlags({ selectors }),
    ],
    filters: [`of this source already exists with other filters: ${id}.`, fieldFlags({ filters })],
    access: [
      `of this address already exists with other headers or secrets: ${id}. An account has one feed of an address.`,
      access,
    ],
  } as const;
  const [message, flags] = known[other as keyof typeof known];
  const what = other === 'access' ? 'them' : `its ${other}`;
  return new CliError(`A feed ${message}`, {
    exitCode: 5,
    code: 'FEED_EXISTS',
    hint: `To change ${what}: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
    cause: error,
  });
}

/** Which older items are wanted. */
export interface BackfillSelection {
  limit?: number | undefined;
  /** ISO 8601. */
  since?: string | undefined;
}

const MAX_REQUESTS = 50;

/** Stores older items of a feed until there are no more, and notes how many there were. */
async function backfill(
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
