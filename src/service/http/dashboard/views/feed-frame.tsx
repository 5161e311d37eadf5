import type { Child } from 'hono/jsx';
import { timeSpan } from '../../../../base/relative-time.js';
import { parseUrl } from '../../../../base/url.js';
import {
  type FeedSummary,
  type FetchReason,
  forEachMode,
  type MaskedAccess,
  MODE_LABELS,
} from '../../../../contract/index.js';
import type { FeedDetails } from '../../../dashboard/feed-details.js';
import type { FeedEntry } from '../../../dashboard/find-feeds.js';
import type { FeedHealth } from '../../../feeds/feed-health.js';
import { ActionButton } from './form.js';
import { FeedIcon } from './picture.js';
import { Badge, Heading, Notice, RemoteLink, Time } from './pieces.js';

interface FeedFrameProps {
  feed: FeedSummary;
  details: FeedDetails;
  tab: 'items' | 'history' | 'filters' | 'list' | 'settings';
  now: number;
  children?: Child;
}

const TABS = [
  ['items', '', 'Items'],
  ['history', '/history', 'History'],
  ['filters', '/filters', 'Filters'],
  ['list', '/list', 'List'],
  ['settings', '/settings', 'Settings'],
] as const;

/** What a feed is made from, in words. */
export const KIND_LABELS = {
  feed: 'Feed of the site',
  page: 'Made from a page',
  ...forEachMode((mode) => MODE_LABELS[mode].name),
};

/** Why a feed is fetched at the time that it is, in words. */
const FETCH_REASON_WORDS: Readonly<Record<FetchReason, string>> = {
  rhythm: 'the source usually has something new then',
  ceiling: 'no feed waits longer',
  floor: 'no feed is fetched more often',
  publisher: 'the source asks for it',
  skip_hours: 'the source names hours without news',
  interval: 'you set the interval',
  quiet_hours: 'you set quiet hours',
  push: 'a hub tells of news before',
  retry: 'the last fetch failed',
  probe: 'it is not active, and tried once a week',
  paused: 'you paused it',
  suspended: 'reading it ended the service; refresh it by hand',
};

/** Such as `x-token: ***, cookie: ***`. */
function sentValues({ headers = {}, ...others }: MaskedAccess): string {
  const named = Object.entries({ ...headers, ...others });
  return named.map(([name, value]) => `${name.replace('_', ' ')}: ${value}`).join(', ');
}

/** What every page about one feed begins with. */
export function FeedFrame({ feed, details, tab, now, children }: FeedFrameProps) {
  const at = `feeds/${feed.id}`;
  return (
    <>
      <Heading
        title={feed.title === '' ? 'Untitled feed' : feed.title}
        sub={<RemoteLink href={feed.source_url}>{feed.source_url}</RemoteLink>}
      >
        <ActionButton action={`${at}/refresh`} label="Refresh now" tone="primary" />
      </Heading>
      <div class="card">
        <dl class="facts">
          <Fact name="Health">
            <HealthBadge feed={details} now={now} />
          </Fact>
          <Fact name="Last refresh">
            <Time at={details.lastRefreshedAt} now={now} />
          </Fact>
          <Fact name="Next refresh">
            <NextRefresh at={details.nextRefreshAt} now={now} />
            {details.nextRefreshReason !== null && (
              <div class="meta">{FETCH_REASON_WORDS[details.nextRefreshReason]}</div>
            )}
          </Fact>
          <Fact name="Kind">
            {KIND_LABELS[details.kind]}
            {details.region !== '' && ` (${details.region})`}
          </Fact>
          {details.access !== null && (
            <Fact name="Sent to the source">{sentValues(details.access)}</Fact>
          )}
          <Fact name="In bundles">
            {details.bundles.length === 0
              ? 'None'
              : details.bundles.map(({ id, name }, index) => (
                  <>
                    {index > 0 && ', '}
                    <a href={`bundles/${id}`}>{name}</a>
                  </>
                ))}
          </Fact>
        </dl>
      </div>
      {details.driftedAt !== null && (
        <Notice tone="warn">
          <p>
            The page changed <Time at={details.driftedAt} now={now} />, and the feed no longer finds
            its list.
          </p>
          <ActionButton action={`${at}/repair`} label="Find the new list" />
        </Notice>
      )}
      {details.driftedAt === null && details.health !== 'ok' && hasPage(details) && (
        <Notice tone="warn">
          <p>The source cannot be read. The site may have another address for it now.</p>
          <ActionButton action={`${at}/repair`} label="Find the feed of the site" />
        </Notice>
      )}
      <nav class="tabs" aria-label="This feed">
        <ul>
          {TABS.filter(([name]) => name !== 'list' || hasPage(details)).map(
            ([name, path, label]) => (
              <li>
                <a href={`${at}${path}`} {...(name === tab ? { 'aria-current': 'page' } : {})}>
                  {label}
                </a>
              </li>
            ),
          )}
        </ul>
      </nav>
      {children}
    </>
  );
}

/** Whether selectors can find its items. */
function hasPage({ kind }: FeedDetails): boolean {
  return kind === 'feed' || kind === 'page';
}

function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A feed in a list, on the way to its page. */
export function FeedName({
  id,
  title,
  sourceUrl,
  icon,
  about,
}: Pick<FeedEntry, 'id' | 'title' | 'sourceUrl' | 'icon'> & { about?: string }) {
  return (
    <div class="who">
      <FeedIcon title={title} sourceUrl={sourceUrl} icon={icon} />
      <div>
        <a href={`feeds/${id}`} dir="auto">
          {title === '' ? 'Untitled feed' : title}
        </a>
        <div class="meta">
          {parseUrl(sourceUrl)?.host ?? sourceUrl}
          {about && ` · ${about}`}
        </div>
      </div>
    </div>
  );
}

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

function failingFor({ failingSince }: FeedHealth, now: number): string {
  return failingSince === null
    ? 'Failing'
    : `Failing for ${timeSpan(Math.max(0, now - failingSince))}`;
}

/** When a feed is read next; `soon` is what to say when it is due. */
export function NextRefresh({
  at,
  now,
  soon = 'Due',
}: {
  /** Milliseconds; null for a suspended feed. */
  at: number | null;
  now: number;
  soon?: string;
}) {
  if (at === null) return <>Only by hand</>;
  return <>{at <= now ? soon : <Time at={at} now={now} />}</>;
}
