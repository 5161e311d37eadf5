import type { Child } from 'hono/jsx';
import type { FeedSummary } from '../../../../contract/index.js';
import type { FeedDetails } from '../../../dashboard/feed-details.js';
import { ActionButton } from './form.js';
import { HealthBadge } from './health.js';
import { NextRefresh } from './next-refresh.js';
import { Heading, RemoteLink, Time } from './pieces.js';

export interface FeedFrameProps {
  feed: FeedSummary;
  details: FeedDetails;
  tab: 'items' | 'history' | 'settings';
  now: number;
  children?: Child;
}

const TABS = [
  ['items', '', 'Items'],
  ['history', '/history', 'Refreshes'],
  ['settings', '/settings', 'Settings'],
] as const;

const KINDS = {
  feed: 'Feed of the site',
  page: 'Made from a page',
  keyword: 'Keyword search',
  headline: 'Headline search',
} as const;

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
          </Fact>
          <Fact name="Kind">
            {KINDS[details.kind]}
            {details.region !== '' && ` (${details.region})`}
          </Fact>
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
      <nav class="tabs" aria-label="This feed">
        <ul>
          {TABS.map(([name, path, label]) => (
            <li>
              <a href={`${at}${path}`} {...(name === tab ? { 'aria-current': 'page' } : {})}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}

function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
