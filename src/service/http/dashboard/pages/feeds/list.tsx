import {
  countFeeds,
  type FeedCounts,
  type FeedEntry,
  findFeeds,
} from '../../../../dashboard/find-feeds.js';
import { itemsPerDay, RHYTHM_DAYS } from '../../../../dashboard/items-per-day.js';
import { bundleNames } from '../../../../dashboard/names.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { address } from '../../views/bundle-frame.js';
import { FeedName, HealthBadge, KIND_LABELS, NextRefresh } from '../../views/feed-frame.js';
import { Form } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Notice, Time } from '../../views/pieces.js';
import { Sparkline } from '../../views/sparkline.js';
import { type PageOf, Pager, pageNumber, Table } from '../../views/table.js';
import { HealthTabs, ListFilters } from './list-filters.js';
import { isNarrowed, type ListQuery, listAddress, readListQuery } from './list-query.js';
import { postSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';

/** `/dashboard/feeds`: every feed and how it is doing, and actions on the selected ones. */
export function feedListPage(app: PageApp, http: HttpDeps): void {
  const { deps } = http;
  app.get('/dashboard/feeds', (context) => {
    const given = new URL(context.req.url).searchParams;
    return answer(context, readListQuery(given), pageNumber(given.get('page') ?? undefined));
  });
  postSelection(app, http, (context, query, error) => answer(context, query, 1, error));

  async function answer(context: PageContext, query: ListQuery, number: number, error?: string) {
    const { account } = context.get('session');
    const { db } = deps.store;
    const [counts, { feeds, hasMore }, bundles] = await Promise.all([
      countFeeds(db, account),
      findFeeds(db, account, query, { limit: query.size, offset: (number - 1) * query.size }),
      bundleNames(db, account),
    ]);
    const now = deps.clock.now();
    const ids = feeds.map(({ id }) => id);
    return page(
      context,
      { title: 'Feeds', section: 'feeds', status: error === undefined ? 200 : 400 },
      <FeedListing
        counts={counts}
        query={query}
        feeds={feeds}
        bundles={bundles.map(({ id, name }) => [id, name] as const)}
        rhythm={await itemsPerDay(db, ids, now)}
        pageOf={{ number, hasNext: hasMore }}
        hasFiles={http.files !== undefined}
        error={error}
        now={now}
      />,
    );
  }
}

interface ListProps {
  counts: FeedCounts;
  query: ListQuery;
  feeds: FeedEntry[];
  bundles: readonly (readonly [id: string, name: string])[];
  rhythm: Map<string, number[]>;
  pageOf: PageOf;
  /** Whether files can be imported and exported. */
  hasFiles: boolean;
  error: string | undefined;
  now: number;
}

function FeedListing(props: ListProps) {
  const { counts, query, feeds, bundles, hasFiles, error } = props;
  return (
    <>
      <Heading title="Feeds">
        {hasFiles && (
          <a class="button quiet" href="transfer">
            Import and export
          </a>
        )}
        <a class="button primary" href="feeds/new">
          Add a feed
        </a>
      </Heading>
      {error && (
        <Notice tone="bad">
          <p>{error}</p>
        </Notice>
      )}
      {counts.all === 0 ? (
        <Empty title="No feeds yet">
          <a href="feeds/new">Add a feed</a> from a website, an RSS address or a search,{' '}
          {hasFiles && (
            <>
              <a href="transfer">import a list</a>,{' '}
            </>
          )}
          or run <code>feedctl feeds create https://…</code>
        </Empty>
      ) : (
        <>
          <HealthTabs counts={counts} query={query} />
          <ListFilters query={query} bundles={bundles} />
          {feeds.length === 0 ? <NothingFound {...query} /> : <FeedTable {...props} />}
        </>
      )}
    </>
  );
}

function FeedTable({ feeds, rhythm, query, bundles, pageOf, now }: ListProps) {
  const isWhole = pageOf.number === 1 && !pageOf.hasNext;
  const matching = isWhole ? null : isNarrowed(query) ? 'found' : 'all';
  return (
    <>
      <Form action="feeds/selection" class="stack">
        <input
          type="hidden"
          name="query"
          value={new URLSearchParams(listAddress(query)).toString()}
        />
        <SelectionBar bundles={bundles} matching={matching} />
        <div class="table-card">
          <Table
            caption="Feeds"
            columns={['Feed', 'Health', 'Items a day', 'Last refresh', 'Next refresh']}
            rows={feeds.map((feed) => [
              <div class="pick">
                <input
                  type="checkbox"
                  name="feed"
                  value={feed.id}
                  aria-label={`Select ${feed.title || 'untitled feed'}`}
                />
                <FeedName {...feed} about={KIND_LABELS[feed.kind]} />
              </div>,
              <HealthBadge feed={feed} now={now} />,
              <Rhythm days={rhythm.get(feed.id) ?? []} />,
              <Time at={feed.lastRefreshedAt} now={now} />,
              <NextRefresh at={feed.nextRefreshAt} now={now} />,
            ])}
          />
        </div>
      </Form>
      <Pager path="feeds" query={listAddress(query)} page={pageOf} />
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

function NothingFound(query: ListQuery) {
  const { search, health } = query;
  const others = { ...query, search: '', health: null };
  if (search === '' && health !== null && !isNarrowed(others)) {
    return (
      <Empty title={health === 'ok' ? 'No feed is fine right now' : 'No such feeds'}>
        {health === 'ok' ? 'The other lists say what is wrong.' : 'That is good news.'}{' '}
        <a href="feeds">Show all feeds</a>
      </Empty>
    );
  }
  const what = isNarrowed({ ...query, search: '' }) ? 'such feed' : 'feed';
  return (
    <Empty title="Nothing found">
      {search === ''
        ? 'No feed has all of these properties. '
        : `No ${what} has “${search}” in its title or address. `}
      <a href={address('feeds')}>Show all feeds</a>
    </Empty>
  );
}
