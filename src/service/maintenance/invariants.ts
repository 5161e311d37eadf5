import { type RawBuilder, sql } from 'kysely';

/** Something that is true of every sound database, whatever the store. */
export interface Invariant {
  finding: string;
  /** The rows that break it, as one column `id`. Times are compared with `now`, in milliseconds. */
  broken(now: number): RawBuilder<{ id: string }>;
  /** What such rows are. */
  detail: string;
  /** What to do. */
  mend: string;
}

/** No policy waits longer than a week, a tenth on top of it, and the hours and days to skip. */
const MAX_WAIT_MS = 30 * 86_400_000;

/** Leases are of a minute at most; an hour allows for clocks that differ. */
const MAX_LEASE_MS = 3_600_000;

/** What is dated in the future beyond this was written under a wrong clock. */
const CLOCK_ERROR_MS = 86_400_000;

const RESTART = 'It is put right by the next look at the feed: feedctl refresh --all';
const WAITS = 'Nothing to do: it becomes due by itself when the clock of the machine is right.';

/** Whatever foreign keys cannot say. */
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
    mend: 'Take them out: feedctl bundles remove BUNDLE FEED',
  },
  {
    finding: 'never-due',
    broken: (now) => sql`
      select feeds.id from feeds join accounts on accounts.id = feeds.account_id
      where accounts.disabled_at is null and feeds.suspended_at is null
        and feeds.next_refresh_at > cast(${now + MAX_WAIT_MS} as bigint)
    `,
    detail: 'Feeds that are due in more than 30 days only',
    mend: RESTART,
  },
  {
    finding: 'endless-lease',
    broken: (now) => sql`
      select id from feeds where lease_expires_at > cast(${now + MAX_LEASE_MS} as bigint)
    `,
    detail: 'Feeds claimed for more than an hour to come',
    mend: WAITS,
  },
  {
    finding: 'half-lease',
    broken: () => sql`
      select id from feeds where (lease_token is null) <> (lease_expires_at is null)
    `,
    detail: 'Feeds claimed by nobody, or for no time',
    mend: RESTART,
  },
  {
    finding: 'lost-delivery',
    broken: () => sql`
      select id from deliveries where (status = 'pending') <> (next_attempt_at is not null)
    `,
    detail: 'Deliveries that wait without a time, or have a time and do not wait',
    mend: 'Send them again: feedctl webhooks replay DELIVERY',
  },
  {
    finding: 'wrong-account',
    broken: () => sql`
      select deliveries.id from deliveries
      join webhooks on webhooks.id = deliveries.webhook_id
      join events on events.id = deliveries.event_id
      where webhooks.account_id <> deliveries.account_id or events.account_id <> deliveries.account_id
    `,
    detail: 'Deliveries that mix what belongs to several accounts',
    mend: 'Stop feedctl serve and restore a backup: feedctl service restore FILE',
  },
  {
    finding: 'late-batch',
    broken: () => sql`
      select feeds.id from feeds where feeds.last_batch_at < (
        select max(items.added_at) from items where items.feed_id = feeds.id
      )
    `,
    detail: 'Feeds with items newer than their newest batch',
    mend: RESTART,
  },
  {
    finding: 'late-count',
    broken: () => sql`
      select feeds.id from feeds where feeds.refresh_count < (
        select max(refreshes.number) from refreshes where refreshes.feed_id = feeds.id
      )
    `,
    detail: 'Feeds whose history has more looks than they count',
    mend: 'Restore a backup: feedctl service restore FILE',
  },
  {
    finding: 'future',
    broken: (now) => sql`
      select id from feeds where last_refreshed_at > cast(${now + CLOCK_ERROR_MS} as bigint)
    `,
    detail: 'Feeds last looked at in the future',
    mend: 'Set the clock of the machine (timedatectl set-ntp true), then: feedctl refresh --all',
  },
];
