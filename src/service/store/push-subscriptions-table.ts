import type { Fixed } from './schema.js';

/** The subscription of a feed at a hub (W3C WebSub). */
export interface PushSubscriptionsTable {
  /** The unguessable part of the callback address: 32 random bytes, base64url. */
  id: Fixed<string>;
  /** Unique. The feed may be deleted: then the hub is told to stop. */
  feed_id: Fixed<string>;
  /** JSON of one or two addresses, which are tried in turn. */
  hubs: Fixed<string>;
  topic: Fixed<string>;
  /** Kept as it is, because pushes are signed with it. */
  secret: Fixed<string>;
  /** The hub that was asked last. */
  hub: string | null;
  /** The public address that the hub was given. */
  base: string | null;
  /** What the hub was asked for and has not verified. */
  pending: 'subscribe' | 'unsubscribe' | null;
  requested_at: number | null;
  /** Until when the hub pushes; null until it has verified. */
  lease_until: number | null;
  /** Requests since the last verification. */
  failures: number;
  next_attempt_at: number;
  last_push_at: number | null;
  /** Accepted pushes. */
  pushes: number;
  /** Dropped pushes: wrong signature, other topic, unreadable. */
  rejected: number;
  last_error: string | null;
  created_at: Fixed<number>;
}
