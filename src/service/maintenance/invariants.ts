import { type RawBuilder, sql } from 'kysely';
import { DAY, HOUR } from '../core/durations.js';

/** A condition that holds in every valid database, on both stores. */
export interface Invariant {
  finding: string;
  /** Selects the violating rows as one column `id`. `now`: milliseconds since the epoch. */
  broken(now: number): RawBuilder<{ id: string }>;
  /** Describes such rows. */
  detail: string;
  /** How to fix it. */
  fix: string;
}

/** Maximum wait: the longest interval is a week plus 10 % jitter, plus hours and days to skip. */
const MAX_WAIT_MS = 30 * DAY;

/** Leases last at most a minute; an hour allows for clock differences. */
const MAX_LEASE_MS = HOUR;

/** A later time in the future was written under a wrong clock. */
const CLOCK_ERROR_MS = DAY;

const RESTART = 'The next refresh repairs it: feedctl refresh --all';
const WAITS = 'No action needed once the clock of the machine is correct: the lease then expires.';

/** Conditions that foreign keys cannot express. */
export const INVARIANTS: readonly Invariant[] = [
  {
    finding: 'foreign-member',
    broken: () => sql`
      select bundle_feeds.feed_id as id from bundle_feeds
      join bundles on bundles.id = bundle_feeds.bundle_id
      join feeds on feeds.id = bundle_feeds.feed_id
      where bundles.account_id <> feeds.account_id
    `,
    detail: 'Feeds in a bundle of another account',
    fix: 'Remove them: feedctl bundles remove BUNDLE FEED',
  },
  {
    finding: 'never-due',
    broken: (now) => sql`
      select feeds.id from feeds join accounts on accounts.id = feeds.account_id
      where accounts.disabled_at is null and feeds.suspended_at is null
        and feeds.next_refresh_at > cast(${now + MAX_WAIT_MS} as bigint)
    `,
    detail: 'Feeds that are due only in more than 30 days',
    fix: RESTART,
  },
  {
    finding: 'endless-lease',
    broken: (now) => sql`
      select id from feeds where lease_expires_at > cast(${now + MAX_LEASE_MS} as bigint)
    `,
    detail: 'Feeds with a lease that expires in more than an hour',
    fix: WAITS,
  },
  {
    finding: 'half-lease',
    broken: () => sql`
      select id from feeds where (lease_token is null) <> (lease_expires_at is null)
    `,
    detail: 'Feeds with an incomplete lease',
    fix: RESTART,
  },
  {
    finding: 'lost-delivery',
    broken: () => sql`
      select id from deliveries where (status = 'pending') <> (next_attempt_at is not null)
    `,
    detail: 'Pending deliveries without an attempt time, or finished deliveries with one',
    fix: 'Send them again: feedctl webhooks resend DELIVERY',
  },
  {
    finding: 'wrong-account',
    broken: () => sql`
      select deliveries.id from deliveries
      join webhooks on webhooks.id = deliveries.webhook_id
      join events on events.id = deliveries.event_id
      where webhooks.account_id <> deliveries.account_id or events.account_id <> deliveries.account_id
    `,
    detail: 'Deliveries whose webhook or event belongs to another account',
    fix: 'Stop feedctl serve and restore a backup: feedctl service restore FILE',
  },
  {
    finding: 'late-batch',
    broken: () => sql`
      select feeds.id from feeds where feeds.last_batch_at < (
        select max(items.added_at) from items where items.feed_id = feeds.id
      )
    `,
    detail: 'Feeds with items newer than their newest batch',
    fix: RESTART,
  },
  {
    finding: 'late-count',
    broken: () => sql`
      select feeds.id from feeds where feeds.refresh_count < (
        select max(refreshes.number) from refreshes where refreshes.feed_id = feeds.id
      )
    `,
    detail: 'Feeds whose history has more fetches than their counter',
    fix: 'Restore a backup: feedctl service restore FILE',
  },
  {
    finding: 'future',
    broken: (now) => sql`
      select id from feeds where last_refreshed_at > cast(${now + CLOCK_ERROR_MS} as bigint)
    `,
    detail: 'Feeds last fetched in the future',
    fix: 'Set the clock of the machine (timedatectl set-ntp true), then: feedctl refresh --all',
  },
];
