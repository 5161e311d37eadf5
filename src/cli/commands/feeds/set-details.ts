import { isBlank } from '../../../base/text.js';
import { ApiError } from '../../../client/errors.js';
import type { Feed, FeedClient } from '../../../client/index.js';
import type { Selectors } from '../../../contract/selectors.js';
import { describe } from '../../errors/describe.js';
import { accountFlags, CliError, shellCommand, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { type FilterValues, filterFlags } from '../base/index.js';
import { floorNote, type ScheduleFlags, scheduleSettings } from '../base/read-interval.js';
import type { BackfillSelection } from './backfill.js';

/** Details of a new feed beside its source. */
export interface Details extends ScheduleFlags {
  title?: string | undefined;
  icon?: string | undefined;
  author?: string | undefined;
  fullText?: boolean | undefined;
  /** Texts of initial items to fetch. */
  backfillText?: number | undefined;
  /** Older items to store. */
  backfill?: number | undefined;
  /** Store older items from this date on. */
  since?: string | undefined;
}

function hasDetails(details: Details): boolean {
  const { title, icon, author, every, quietHours, fullText, backfill, since } = details;
  const given = [title, icon, author, every, quietHours, backfill, since];
  return fullText === true || given.some((each) => each !== undefined);
}

/**
 * Rejects invalid details before the feed is created.
 *
 * @throws {UsageError} for blank text, and for `--every` and `--full-text` where the service has no such setting
 */
export async function checkDetails(
  client: FeedClient,
  { title, author, fullText, ...details }: Details,
): Promise<void> {
  for (const [flag, value] of Object.entries({ title, author })) {
    if (value !== undefined && isBlank(value)) throw new UsageError(`--${flag} must not be empty.`);
  }
  const settings = scheduleSettings(details);
  const isScheduled = Object.keys(settings).length > 0;
  const older = olderItems(details);
  if (!isScheduled && !fullText && older === null) return;
  const { version } = await client.detectService();
  if (version !== null) return;
  throw new UsageError(
    isScheduled
      ? '--every and --quiet-hours require a feedctl service; this service sets the interval itself.'
      : `${fullText ? '--full-text' : '--backfill'} requires a feedctl service.`,
  );
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
  details: Details,
): Promise<Feed> {
  if (!hasDetails(details)) return feed;
  const commands = commandsFor(feed.id, details, accountFlags(context.globals));
  if (!created) {
    await context.notes.note(
      `The existing feed was not changed. To change it: ${commands.join(' && ')}`,
    );
    return feed;
  }
  const { title, icon, author: customAuthor, backfillText: limit } = details;
  const changed = {
    ...(customAuthor !== undefined && { customAuthor }),
    ...scheduleSettings(details),
    ...(details.fullText === true && { full_text: true }),
  };
  try {
    if (title !== undefined || icon !== undefined)
      await client.updateFeed(feed.id, { title, icon });
    if (Object.keys(changed).length > 0) {
      const settings = await client.updateFeedSettings(feed.id, changed);
      const note = floorNote(settings);
      if (note !== null) await context.notes.note(note);
    }
    const older = olderItems(details);
    if (older !== null) {
      const { backfill } = await import('./backfill.js');
      await backfill(context, client, feed.id, older);
    }
    if (limit !== undefined) {
      const { fetchAllTexts } = await import('./fetch-all-texts.js');
      await fetchAllTexts(context, client, feed.id, { limit });
    }
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

/** Which older items are wanted; null when none are. @throws {UsageError} for an invalid date */
function olderItems({ backfill: limit, since }: Details): BackfillSelection | null {
  if (since === undefined) return limit === undefined ? null : { limit };
  const time = Date.parse(since);
  if (Number.isNaN(time)) {
    throw new UsageError(`--since takes a date such as 2026-01-31, not "${since}".`);
  }
  return { limit, since: new Date(time).toISOString() };
}

function commandsFor(
  id: string,
  { title, icon, author, every, quietHours, timeZone, fullText, backfillText }: Details,
  account: readonly string[],
): string[] {
  const flag = (name: string, value: string | undefined) =>
    value === undefined ? [] : [name, value];
  const shown = [...flag('--title', title), ...flag('--icon', icon)];
  const set = [...flag('--custom-author', author), ...flag('--every', every)];
  set.push(...flag('--quiet-hours', quietHours), ...flag('--time-zone', timeZone));
  if (fullText) set.push('--full-text');
  return [
    ...(shown.length > 0 ? [['feeds', 'update', id, ...shown]] : []),
    ...(set.length > 0 ? [['settings', 'set', id, ...set]] : []),
    ...(backfillText === undefined
      ? []
      : [['feeds', 'refetch', id, '--limit', String(backfillText)]]),
  ].map((words) => shellCommand(['feedctl', ...words, ...account]));
}

/** Explains FEED_EXISTS with other selectors, filters or secrets in terms of the command line. */
export function explainOther(
  error: unknown,
  { select, ...rules }: FilterValues & { select?: Selectors | undefined },
  access: readonly string[],
): unknown {
  if (!(error instanceof ApiError) || error.code !== 'FEED_EXISTS') return error;
  const id = /\bfeed ([0-9A-Za-z]{16})\b/.exec(error.message)?.[1];
  const other = / with other (selectors|filters|access)\b/.exec(error.message)?.[1];
  if (id === undefined) return error;
  const explained = (message: string, flags: readonly string[]) =>
    new CliError(message, {
      exitCode: 5,
      code: 'FEED_EXISTS',
      hint: `To change ${other === 'access' ? 'them' : `its ${other}`}: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
      cause: error,
    });
  switch (other) {
    case 'selectors':
      return explained(
        `A feed of this page already exists with other selectors: ${id}.`,
        Object.entries(select ?? {}).flatMap(([name, css]) => ['--select', `${name}=${css}`]),
      );
    case 'filters':
      return explained(
        `A feed of this source already exists with other filters: ${id}.`,
        filterFlags(rules),
      );
    case 'access':
      return explained(
        `A feed of this address already exists with other headers or secrets: ${id}. An account has one feed of an address.`,
        access,
      );
    default:
      return error;
  }
}
