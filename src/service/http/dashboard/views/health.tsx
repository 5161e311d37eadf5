import type { FeedHealth } from '../../../feeds/feed-health.js';
import { Badge } from './pieces.js';
import { span } from './relative-time.js';

/** How a feed is doing, and why when it is not doing well. */
export function HealthBadge({ feed, now }: { feed: FeedHealth; now: number }) {
  if (feed.health === 'ok') return <Badge tone="good">Fine</Badge>;
  return (
    <div>
      {feed.health === 'failing' ? (
        <Badge tone="warn">{failingFor(feed, now)}</Badge>
      ) : (
        <Badge tone="bad">Not active</Badge>
      )}
      {feed.reason && <span class="why">{feed.reason}</span>}
    </div>
  );
}

export function failingFor({ failingSince }: FeedHealth, now: number): string {
  return failingSince === null ? 'Failing' : `Failing for ${span(Math.max(0, now - failingSince))}`;
}
