import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { randomBase62 } from '../core/ids.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { ClaimedFeed } from './claim.js';
import type { RefreshResult } from './refresh-result.js';

/**
 * A document that makes V8 abort ends the whole process, and would end it again after each restart.
 * So the source that does it is found and suspended:
 *
 * 1. A lease that ran out without being given back is a process that died with the feed in hand. The
 *    next claim sees it and counts one death (no statement of its own). All feeds that were in hand
 *    are suspects now; most of them are innocent.
 * 2. Suspects are read one at a time, and the database is told just before the document of one is
 *    parsed. The first success clears it.
 * 3. A process that dies while a suspect is parsed proves it: the feed is suspended, until its owner
 *    has it read again by name.
 *
 * Neither kill -9 nor a power failure suspends a feed, unless it strikes twice without a success
 * between, the second time within the milliseconds of parsing that very feed.
 */
const DEATHS_TO_SUSPEND = 2;

const PROCESS_LENGTH = 11;

/** What the lease tokens of this process begin with: its own leases run out, too, when it is slow. */
const PROCESS = randomBase62(PROCESS_LENGTH);

export function newLeaseToken(): string {
  return PROCESS + randomBase62(PROCESS_LENGTH);
}

/** The deaths of a feed that can be claimed, counting the one that left its lease behind. */
export function deathsAtClaim(): RawBuilder<number> {
  return sql<number>`case
    when lease_token is null or substr(lease_token, 1, ${sql.lit(PROCESS_LENGTH)}) = ${PROCESS} then deaths
    when is_parsing = 1 then deaths + 1
    when deaths = 0 then 1
    else deaths end`;
}

/** Of a feed that can be claimed: a process died with it in hand, and it was not read since. */
export function isSuspect(feed: { deaths: number; lease_token: string | null }): boolean {
  return feed.deaths > 0 || feed.lease_token !== null;
}

/** Feeds that are no suspects. */
export function notSuspect(feeds: ExpressionBuilder<Database, 'feeds'>) {
  return feeds.and([feeds('deaths', '=', 0), feeds('lease_token', 'is', null)]);
}

/** One that is suspended already was claimed by name: its owner wants it read. */
export function isProven({ deaths, suspended_at }: ClaimedFeed): boolean {
  return deaths >= DEATHS_TO_SUSPEND && suspended_at === null;
}

/** Notes, durably, that the document of a suspect is parsed from now on. */
export async function noteParsing(
  db: Db,
  { id, lease_token }: Pick<ClaimedFeed, 'id' | 'lease_token'>,
): Promise<void> {
  await db
    .updateTable('feeds')
    .set({ is_parsing: 1 })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}

/** What a stored reading leaves of all this: a success clears a feed, a failure proves little. */
export function suspicionAfter(feed: ClaimedFeed, outcome: RefreshResult['outcome']) {
  return {
    deaths: outcome === 'failed' ? Math.min(feed.deaths, 1) : 0,
    is_parsing: 0,
    suspended_at: null,
  } as const;
}
