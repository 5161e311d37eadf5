import type { Child } from 'hono/jsx';
import type { FeedSummary, FetchReason, MaskedAccess } from '../../../../../contract/index.js';
import {
  type FeedDetails,
  getFeedDetails,
  getFeedSummary,
} from '../../../../dashboard/feed-details.js';
import { Detail } from '../../kit/detail.js';
import type { Shown, Visit } from '../../kit/screen.js';
import { HealthState, KIND_LABELS, NextRefresh, nameOfFeed } from '../../views/feed-parts.js';
import { ActionButton } from '../../views/form.js';
import { Notice, RemoteLink, Time } from '../../views/pieces.js';

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

const TABS = [
  ['', 'Items'],
  ['/history', 'History'],
  ['/filters', 'Filters'],
  ['/list', 'Page layout'],
  ['/settings', 'Settings'],
] as const;

export interface OneFeed {
  id: string;
  feed: FeedSummary;
  details: FeedDetails;
}

/** The feed that the path names. @throws ServiceError FEED_NOT_FOUND */
export async function oneFeed(visit: Visit): Promise<OneFeed> {
  const { deps, db, account } = visit;
  const id = visit.param('id');
  return {
    id,
    details: await getFeedDetails(db, account, id),
    feed: await getFeedSummary(deps, account, id),
  };
}

/** A page about one feed. */
export function feedPage(
  { feed, details, id }: OneFeed,
  { tab, now }: { tab: (typeof TABS)[number][0]; now: number },
  content: Child,
): Shown {
  const at = `feeds/${id}`;
  const [, label] = TABS.find(([path]) => path === tab) ?? TABS[0];
  const { access, region, bundles } = details;
  return {
    title: tab === '' ? nameOfFeed(feed) : `${nameOfFeed(feed)}: ${label.toLowerCase()}`,
    content: (
      <Detail
        title={nameOfFeed(feed)}
        sub={<RemoteLink href={feed.source_url}>{feed.source_url}</RemoteLink>}
        actions={<ActionButton action={`${at}/refresh`} label="Refresh now" tone="primary" />}
        facts={[
          ['State', details.health === 'ok' ? <HealthState feed={details} now={now} /> : null],
          ['Read', <Time at={details.lastRefreshedAt} now={now} />],
          [
            'Next',
            <>
              <NextRefresh at={details.nextRefreshAt} now={now} />
              {details.nextRefreshReason && `: ${FETCH_REASON_WORDS[details.nextRefreshReason]}`}
            </>,
          ],
          ['Source', `${KIND_LABELS[details.kind]}${region === '' ? '' : ` (${region})`}`],
          access && ['Sent', sentValues(access)],
          bundles.length > 0 ? ['Bundles', <BundleLinks bundles={bundles} />] : null,
        ]}
        tabs={{
          label: 'This feed',
          at,
          of: TABS.filter(([path]) => path !== '/list' || hasPage(details)),
          here: tab,
        }}
      >
        <Trouble id={id} details={details} now={now} />
        {content}
      </Detail>
    ),
  };
}

/** Whether it has an address, whose page can be read. */
export function hasPage({ kind }: FeedDetails): boolean {
  return kind === 'feed' || kind === 'page';
}

/** Such as `x-token: ***, cookie: ***`. */
function sentValues({ headers = {}, ...others }: MaskedAccess): string {
  const named = Object.entries({ ...headers, ...others });
  return named.map(([name, value]) => `${name.replace('_', ' ')}: ${value}`).join(', ');
}

function BundleLinks({ bundles }: Pick<FeedDetails, 'bundles'>) {
  return (
    <>
      {bundles.map(({ id, name }, index) => (
        <>
          {index > 0 && ', '}
          <a href={`bundles/${id}`}>{name}</a>
        </>
      ))}
    </>
  );
}

/** What is wrong with a feed, and what to do about it. */
function Trouble({ id, details, now }: { id: string; details: FeedDetails; now: number }) {
  const { driftedAt, health } = details;
  if (driftedAt !== null) {
    return (
      <Notice tone="warn">
        <p>
          The page changed <Time at={driftedAt} now={now} />, and the feed no longer finds its list.
        </p>
        <ActionButton action={`feeds/${id}/repair`} label="Find the new list" />
      </Notice>
    );
  }
  if (health === 'ok') return null;
  return (
    <Notice tone="warn">
      <HealthState feed={details} now={now} />
      {hasPage(details) && (
        <div class="actions">
          <ActionButton
            action={`feeds/${id}/repair`}
            label="Try the feed that the site names now"
          />
          <a href={`feeds/${id}/settings#source`}>Change the address</a>
        </div>
      )}
    </Notice>
  );
}
