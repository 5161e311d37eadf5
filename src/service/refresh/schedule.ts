import {
  type FetchChoice,
  type FetchFacts,
  nextFetchColumns,
  otherFetchColumns,
} from '../feeds/next-fetch.js';
import { type Activity, afterFailure, HEALTHY, nextProbeAt } from '../schedule/activity.js';
import { backOff } from '../schedule/backoff.js';
import { nextFetchWhilePushed } from '../schedule/push.js';
import { afterReading } from '../schedule/revalidate.js';
import type { Flag } from '../store/schema.js';
import type { FailedAttempt, RefreshAttempt } from './read-source.js';
import type { RefreshDeps } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/** The schedule columns after a success, which also resets the failure state. */
export function scheduleAfterSuccess(deps: RefreshDeps, feed: FetchChoice, facts: FetchFacts) {
  const { now, freshForMs } = facts;
  return {
    ...nextFetchColumns(deps, feed, facts),
    fresh_until: freshForMs === null ? null : now + freshForMs,
    last_error: null,
    ...activityColumns(HEALTHY),
  };
}

/**
 * The schedule of a feed while its hub pushes: see `nextFetchWhilePushed`. An interval that its
 * owner set is kept, as are quiet hours.
 */
export function whilePushed<Columns extends { next_refresh_at: number }>(
  deps: RefreshDeps,
  feed: FetchChoice,
  columns: Columns,
  { now, pushUntil }: { now: number; pushUntil: number | null },
) {
  if (feed.refresh_interval !== null) return columns;
  const { random } = deps;
  const at = nextFetchWhilePushed(columns.next_refresh_at, { now, pushUntil, random });
  if (at === columns.next_refresh_at) return columns;
  return { ...columns, ...otherFetchColumns(deps, feed, { at, reason: 'push' }) };
}

/**
 * The schedule after a failure, the domain that is blocked until the next attempt, and whether the
 * source refused because of too many requests.
 */
export function scheduleAfterFailure(
  deps: RefreshDeps,
  feed: ClaimedFeed,
  { failure, now }: FailedAttempt,
) {
  const { random } = deps;
  const activity = afterFailure(activityOf(feed), failure, now);
  const { retryAt, block, isTooFast } = backOff({
    url: feed.poll_url || feed.source_url,
    status: failure.status,
    retryAfterMs: failure.retryAfterMs,
    failures: activity.failures,
    now,
    random,
  });
  const columns = {
    ...otherFetchColumns(
      deps,
      feed,
      activity.isActive
        ? { at: retryAt, reason: 'retry' }
        : { at: nextProbeAt(now, random), reason: 'probe' },
    ),
    last_error: failure.message,
    ...activityColumns(activity),
  };
  return { columns, block, isTooFast };
}

function activityOf(feed: ClaimedFeed): Activity {
  return {
    // A suspended feed whose source was read and failed is an ordinary feed again.
    isActive: feed.is_active === 1 || feed.suspended_at !== null,
    reason: feed.suspended_at === null ? feed.inactive_reason : null,
    failures: feed.failures,
    failingSince: feed.failing_since,
    goneAnswers: feed.gone_answers,
  };
}

function activityColumns(activity: Activity) {
  const isActive: Flag = activity.isActive ? 1 : 0;
  return {
    is_active: isActive,
    inactive_reason: activity.reason,
    failures: activity.failures,
    failing_since: activity.failingSince,
    gone_answers: activity.goneAnswers,
  };
}

/** The time for which the feed has received only "not modified", including this fetch. */
export function revalidationColumns(
  feed: ClaimedFeed,
  { conditional, reading, now }: RefreshAttempt,
) {
  const before = { notModified: feed.not_modified, documentAt: feed.document_at };
  const { notModified, documentAt } = afterReading(
    before,
    { conditional, kind: reading.kind },
    now,
  );
  return { not_modified: notModified, document_at: documentAt };
}
