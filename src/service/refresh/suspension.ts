import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { PROCESS, PROCESS_LENGTH } from '../core/own-process.js';
import type { Database, RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';

import type { RefreshResult } from './refresh-result.js';

/** A feed that is refreshed only by the holder of its lease. */
export type ClaimedFeed = RowOf<'feeds'> & { lease_token: string };

/**
 * A document that makes V8 abort ends the whole process, and would end it again after each restart.
 * Its source is found and suspended:
 *
 * 1. A lease that expired without being released means that a process died while reading the feed.
 * The next claim counts one crash (without an extra statement). All feeds that were being read are
 * now suspects; most of them are innocent.
 * 2. Suspects are fetched with others, a few at once, but parsed one at a time, and the database
 * records each just before its document is parsed. The first success clears a suspect.
 * 3. If the process dies while parsing a suspect, the feed is suspended until its owner refreshes
 * it by id.
 *
 * Neither kill -9 nor a power failure suspends a feed, unless it happens twice without a success in
 * between, the second time within the milliseconds of parsing that feed.
 */
const DEATHS_TO_SUSPEND = 2;

/**
 * Maximum number of suspects that one process reads at once: documents that wait for others to be
 * parsed stay in memory.
 */
export const MAX_SUSPECTS = 16;

/**
 * The crash count of a claimable feed, including the crash that left its lease. Leases of this
 * process can also expire, if it is slow.
 */
export function deathsAtClaim(): RawBuilder<number> {
  return sql<number>`case
    when lease_token is null or substr(lease_token, 1, ${sql.lit(PROCESS_LENGTH)}) = ${PROCESS} then deaths
    when is_parsing = 1 then deaths + 1
    when deaths = 0 then 1
    else deaths end`;
}

/** True if a process died while reading this claimable feed, and the feed was not read since. */
export function isSuspect(feed: { deaths: number; lease_token: string | null }): boolean {
  return feed.deaths > 0 || feed.lease_token !== null;
}

/** The condition for feeds that are not suspects. */
export function notSuspect(feeds: ExpressionBuilder<Database, 'feeds'>) {
  return feeds.and([feeds('deaths', '=', 0), feeds('lease_token', 'is', null)]);
}

/**
 * True if the feed must be suspended: enough processes died while reading it. A feed that is
 * already suspended was claimed by id, because its owner wants it refreshed.
 */
export function isProven({ deaths, suspended_at }: ClaimedFeed): boolean {
  return deaths >= DEATHS_TO_SUSPEND && suspended_at === null;
}

/** Records durably that the document of a suspect is about to be parsed. */
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

/**
 * The suspect state after a stored result: a success clears the feed, but a failure proves little.
 */
export function suspicionAfter(feed: ClaimedFeed, outcome: RefreshResult['outcome']) {
  return {
    deaths: outcome === 'failed' ? Math.min(feed.deaths, 1) : 0,
    is_parsing: 0,
    suspended_at: null,
  } as const;
}
