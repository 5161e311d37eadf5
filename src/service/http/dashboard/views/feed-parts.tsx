import { timeSpan } from '../../../../base/relative-time.js';
import { parseUrl } from '../../../../base/url.js';
import { forEachMode, MODE_LABELS } from '../../../../contract/index.js';
import type { FeedEntry } from '../../../dashboard/find-feeds.js';
import type { FeedHealth } from '../../../feeds/feed-health.js';
import { FeedIcon } from './picture.js';
import { Dot, Time } from './pieces.js';

/** What a feed is made from, in words. */
export const KIND_LABELS = {
  feed: 'Feed of the site',
  page: 'Made from a page',
  changes: 'Changes of a page',
  ...forEachMode((mode) => MODE_LABELS[mode].name),
};

export function nameOfFeed({ title }: { title: string }): string {
  return title === '' ? 'Untitled feed' : title;
}

/** A feed in a list, on the way to its page. */
export function FeedName(
  props: Pick<FeedEntry, 'id' | 'title' | 'sourceUrl' | 'icon'> & { about?: string },
) {
  const { id, title, sourceUrl, icon, about } = props;
  return (
    <div class="who">
      <FeedIcon title={title} sourceUrl={sourceUrl} icon={icon} />
      <div>
        <a href={`feeds/${id}`} dir="auto">
          {nameOfFeed(props)}
        </a>
        <div class="meta">
          {parseUrl(sourceUrl)?.host ?? sourceUrl}
          {about && ` · ${about}`}
        </div>
      </div>
    </div>
  );
}

/** How a feed is doing: a dot, and words when it is not doing well. */
export function HealthState({ feed, now }: { feed: FeedHealth; now: number }) {
  const { health, reason, nextRefreshReason } = feed;
  if (health === 'ok') {
    const isPaused = nextRefreshReason === 'paused';
    return isPaused ? <Dot tone="plain">Paused</Dot> : <Dot tone="good" unseen="Fine" />;
  }
  return (
    <div>
      <Dot tone={health === 'failing' ? 'warn' : 'bad'}>{stateWords(feed, now)}</Dot>
      {reason && <span class="why">{reason}</span>}
    </div>
  );
}

function stateWords({ health, failingSince }: FeedHealth, now: number): string {
  if (health === 'inactive') return 'Not active';
  return failingSince === null
    ? 'Failing'
    : `Failing for ${timeSpan(Math.max(0, now - failingSince))}`;
}

/** When a feed is read next; `soon` is what to say when it is due. */
export function NextRefresh(props: { at: number | null; now: number; soon?: string }) {
  const { at, now, soon = 'due' } = props;
  if (at === null) return <>only by hand</>;
  return <>{at <= now ? soon : <Time at={at} now={now} />}</>;
}
