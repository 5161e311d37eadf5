import {
  countFeeds,
  type FeedCounts,
  type FeedEntry,
  findFeeds,
} from '../../../../dashboard/find-feeds.js';
import { itemsPerDay, RHYTHM_DAYS } from '../../../../dashboard/items-per-day.js';
import type { Health } from '../../../../feeds/feed-health.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp } from '../../frame/requests.js';
import { address } from '../../views/bundle-frame.js';
import { FeedName, HealthBadge, NextRefresh } from '../../views/feed-frame.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Time } from '../../views/pieces.js';
import { Sparkline } from '../../views/sparkline.js';
import { type PageOf, Pager, pageNumber, Search, Table } from '../../views/table.js';

const FEEDS_PER_PAGE = 25;

interface Query {
  search: string;
  health: Health | null;
}

/** `/dashboard/feeds`: every feed and how it is doing. */
export function feedListPage(app: PageApp, { deps }: HttpDeps): void {
  const { db } = deps.store;
  app.get('/dashboard/feeds', async (context) => {
    const { account } = context.get('session');
    const query: Query = {
      search: (context.req.query('q') ?? '').trim().slice(0, 200),
      health: healthOf(context.req.query('show')),
    };
    const number = pageNumber(context.req.query('page'));
    const offset = (number - 1) * FEEDS_PER_PAGE;
    const counts = await countFeeds(db, account);
    const { feeds, hasMore } = await findFeeds(db, account, query, {
      limit: FEEDS_PER_PAGE,
      offset,
    });
    const now = deps.clock.now();
    const ids = feeds.map(({ id }) => id);
    return page(
      context,
      { title: 'Feeds', section: 'feeds' },
      <FeedList
        counts={counts}
        query={query}
        feeds={feeds}
        rhythm={await itemsPerDay(db, ids, now)}
        pageOf={{ number, hasNext: hasMore }}
        now={now}
      />,
    );
  });
}

function healthOf(asked: string | undefined): Health | null {
  return asked === 'ok' || asked === 'failing' || asked === 'inactive' ? asked : null;
}

interface FeedListProps {
  counts: FeedCounts;
  query: Query;
  feeds: FeedEntry[];
  rhythm: Map<string, number[]>;
  pageOf: PageOf;
  now: number;
}

function FeedList(props: FeedListProps) {
  const { counts, query, feeds } = props;
  return (
    <>
      <Heading title="Feeds">
        <a class="button primary" href="feeds/new">
          Add a feed
        </a>
      </Heading>
      {counts.all === 0 ? (
        <Empty title="No feeds yet">
          <a href="feeds/new">Add a feed</a> from a website, an RSS address or a search, or run{' '}
          <code>feedctl feeds create --url https://…</code>
        </Empty>
      ) : (
        <>
          <HealthTabs counts={counts} query={query} />
          <Search
            action="feeds"
            label="Search titles and addresses"
            value={query.search}
            hidden={query.health === null ? {} : { show: query.health }}
          />
          {feeds.length === 0 ? <NothingFound {...query} /> : <FeedTable {...props} />}
        </>
      )}
    </>
  );
}

const TABS = [
  [null, 'All', 'all'],
  ['ok', 'Fine', 'ok'],
  ['failing', 'Failing', 'failing'],
  ['inactive', 'Not active', 'inactive'],
] as const;

function HealthTabs({ counts, query }: { counts: FeedCounts; query: Query }) {
  return (
    <nav class="tabs" aria-label="Feeds by health">
      <ul>
        {TABS.map(([health, label, count]) => (
          <li>
            <a
              href={address('feeds', addressed({ ...query, health }))}
              {...(health === query.health ? { 'aria-current': 'page' } : {})}
            >
              {label} <span class="count">{counts[count].toLocaleString('en')}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FeedTable({ feeds, rhythm, query, pageOf, now }: FeedListProps) {
  return (
    <>
      <div class="table-card">
        <Table
          caption="Feeds"
          columns={['Feed', 'Health', 'Items a day', 'Last refresh', 'Next refresh']}
          rows={feeds.map((feed) => [
            <FeedName {...feed} />,
            <HealthBadge feed={feed} now={now} />,
            <Rhythm days={rhythm.get(feed.id) ?? []} />,
            <Time at={feed.lastRefreshedAt} now={now} />,
            <NextRefresh at={feed.nextRefreshAt} now={now} />,
          ])}
        />
      </div>
      <Pager path="feeds" query={addressed(query)} page={pageOf} />
    </>
  );
}

function Rhythm({ days }: { days: readonly number[] }) {
  const perDay = days.reduce((sum, count) => sum + count, 0) / RHYTHM_DAYS;
  return (
    <span class="rhythm">
      <Sparkline days={days} />
      <span class="count">{perDay >= 10 ? Math.round(perDay) : perDay.toFixed(1)}</span>
    </span>
  );
}

function NothingFound({ search, health }: Query) {
  if (search === '') {
    return (
      <Empty title={health === 'ok' ? 'No feed is fine right now' : 'No such feeds'}>
        {health === 'ok' ? 'The other lists say what is wrong.' : 'That is good news.'}{' '}
        <a href="feeds">Show all feeds</a>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing found">
      No {health === null ? '' : 'such '}feed has “{search}” in its title or address.{' '}
      <a href="feeds">Show all feeds</a>
    </Empty>
  );
}

/** What the address of the list says, without what is usual. */
function addressed({ search, health }: Query): Record<string, string> {
  return { ...(search === '' ? {} : { q: search }), ...(health === null ? {} : { show: health }) };
}
