import { timeSpan } from '../../../base/relative-time.js';
import { parseUrl } from '../../../base/url.js';
import { forEachMode, MODE_LABELS } from '../../../contract/index.js';
import type { OwnFeed } from '../../feeds/feed.js';
import type { FeedKind } from '../../feeds/list-feeds.js';
import { useHere } from './here.js';
import { Who } from './list.js';
import { Card, Copyable, Dot, Time, type Tone } from './parts.js';
import { FeedIcon } from './pictures.js';

/** Labels of the kinds of feeds. */
export const KIND_LABELS = {
  feed: 'Feed of the site',
  page: 'Made from a page',
  changes: 'Changes to a page',
  ...forEachMode((mode) => MODE_LABELS[mode].name),
};

export function nameOfFeed({ title }: { title: string }): string {
  return title === '' ? 'Untitled feed' : title;
}

/** Returns the kind of source that the feed is made from. */
export function feedKind({ mode, document }: OwnFeed): FeedKind {
  return mode ?? (document?.kind === 'feed' ? 'feed' : 'page');
}

/** True if the feed has a source address, whose page can be read. */
export function hasPage(feed: OwnFeed): boolean {
  return feed.mode === undefined;
}

/** The state of a feed as a word, which is "" if the feed is healthy, with the reason. */
function stateOf(feed: OwnFeed, now: number): { tone: Tone; word: string; why?: string | null } {
  const { health, last_error: why, failing_since: from, next_fetch_reason: reason } = feed;
  if (health === 'inactive') return { tone: 'bad', word: 'Inactive', why };
  if (health === 'ok') {
    return reason === 'paused' ? { tone: 'plain', word: 'Paused' } : { tone: 'good', word: '' };
  }
  const since = from === null ? '' : ` for ${timeSpan(Math.max(0, now - Date.parse(from)))}`;
  return { tone: 'warn', word: `Failing${since}`, why };
}

/**
 * A feed in a list, with a link to its page.
 * @param props.hasState shows a dot for the state of the feed, and describes the state instead of
 * the host if the feed is not healthy
 */
export function FeedName({ feed, hasState }: { feed: OwnFeed; hasState?: boolean }) {
  const { tone, word, why } = stateOf(feed, useHere().now);
  const host = parseUrl(feed.source_url)?.host ?? feed.source_url;
  const kind = feedKind(feed);
  const source = kind === 'feed' ? host : `${host} · ${KIND_LABELS[kind]}`;
  const isTold = hasState && word !== '';
  return (
    <Who
      href={`feeds/${feed.id}`}
      name={nameOfFeed(feed)}
      icon={
        <>
          {hasState && <span class={`dot ${tone}`} />}
          <FeedIcon {...feed} />
        </>
      }
      meta={isTold ? [word, why].filter(Boolean).join(': ') : source}
    />
  );
}

/** The state of a feed: a dot, with text if the feed is not healthy. */
export function HealthState({ feed }: { feed: OwnFeed }) {
  const { tone, word, why } = stateOf(feed, useHere().now);
  return (
    <Dot tone={tone} unseen={word === ''} why={why}>
      {word || 'OK'}
    </Dot>
  );
}

/** The time of the next fetch of a feed; `soon` is the text for a feed that is due. */
export function NextRefresh({ at, soon = 'due' }: { at: string | null; soon?: string }) {
  if (at !== null && Date.parse(at) <= useHere().now) return <>{soon}</>;
  return <Time at={at} none="only when you refresh it" />;
}

const OTHERS = { Atom: 'atom', 'JSON Feed': 'json', CSV: 'csv', 'web page': 'html' };

/** All public addresses of a feed or a bundle, for readers and programs. */
export function Addresses({ rss }: { rss: string }) {
  return (
    <div class="stack">
      <Copyable label="Address for feed readers (RSS)" value={rss} />
      <p class="hint">
        Also as
        {Object.entries(OTHERS).map(([label, extension], index) => (
          <>
            {index > 0 && ','} <a href={rss.replace(/xml$/, extension)}>{label}</a>
          </>
        ))}
      </p>
    </div>
  );
}

/** A link from a feed or a bundle to the form of a webhook for it alone. */
export function WebhookHint({ scope, what }: { scope: string; what: 'feed' | 'bundle' }) {
  return (
    <Card
      title="Send items to a program or chat"
      text={`A webhook gets each new item of this ${what} as soon as it is found.`}
    >
      <p>
        <a href={`webhooks/new?scope=${scope}`}>Add a webhook for this {what}</a>
      </p>
    </Card>
  );
}
