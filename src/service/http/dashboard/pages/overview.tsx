import { type Account, OWNER_ID } from '../../../accounts/account.js';
import { countFeeds, type FeedCounts } from '../../../dashboard/find-feeds.js';
import {
  countFailedDeliveries,
  driftedFeeds,
  failingFeeds,
  newestItems,
  nextFetches,
  silentFeeds,
  troubledWebhooks,
} from '../../../dashboard/overview.js';
import { storeSize } from '../../../dashboard/store-size.js';
import type { Deps } from '../../../feeds/deps.js';
import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { page } from '../views/layout.js';
import { Heading } from '../views/pieces.js';
import { Tile, Tiles } from '../views/tiles.js';
import { Charts, readCharts } from './overview/charts.js';
import { FirstSteps } from './overview/first-steps.js';
import { Attention, FAILED_DELIVERIES, NewestItems, NextFetches } from './overview/lists.js';

/** `/dashboard/overview`: the first page. */
export function overviewPage(app: PageApp, { deps }: HttpDeps): void {
  for (const path of ['/dashboard', '/dashboard/']) {
    app.get(path, (context) => seeOther(context, 'overview'));
  }
  app.get('/dashboard/overview', async (context) => {
    const { account } = context.get('session');
    const counts = await countFeeds(deps.store.db, account);
    const known = counts.all === 0 ? null : await readOverview(deps, account, counts);
    return page(
      context,
      { title: 'Overview', section: 'overview' },
      <>
        <Heading title="Overview">
          <a class="button primary" href="feeds/new">
            Add a feed
          </a>
        </Heading>
        {known === null ? <FirstSteps /> : <Overview {...known} />}
      </>,
    );
  });
}

/**
 * Everything on the page; each query reads a few rows along an index. PostgreSQL runs them at the
 * same time.
 */
async function readOverview({ store, clock }: Deps, account: Account, counts: FeedCounts) {
  const { db } = store;
  const now = clock.now();
  const [charts, newest, failing, drifted, silent, webhooks, failedDeliveries, next, bytes] =
    await Promise.all([
      readCharts(store, account, now),
      newestItems(db, account, now),
      counts.failing === 0 ? [] : failingFeeds(db, account),
      driftedFeeds(db, account),
      silentFeeds(db, account, now),
      troubledWebhooks(db, account),
      countFailedDeliveries(db, account, now),
      nextFetches(db, account, counts.all),
      account.id === OWNER_ID ? storeSize(store) : null,
    ]);
  const troubles = { failing, drifted, silent, webhooks, failedDeliveries };
  return { now, counts, charts, newest, troubles, next, bytes };
}

type OverviewProps = Awaited<ReturnType<typeof readOverview>>;

function Overview({ now, counts, charts, newest, next, bytes, troubles }: OverviewProps) {
  return (
    <>
      <Totals {...{ counts, charts, bytes, troubles }} />
      <div class="columns">
        <NewestItems items={newest} now={now} />
        <div class="stack">
          <Attention {...troubles} now={now} />
          <NextFetches fetches={next} now={now} />
        </div>
      </div>
      <Charts {...charts} />
    </>
  );
}

function Totals({
  counts,
  charts,
  bytes,
  troubles,
}: Pick<OverviewProps, 'counts' | 'charts' | 'bytes' | 'troubles'>) {
  const { all, failing, inactive } = counts;
  const { failedDeliveries } = troubles;
  return (
    <Tiles>
      <Tile value={all} label={all === 1 ? 'Feed' : 'Feeds'} href="feeds" />
      <Tile value={charts.items.items.at(-1) ?? 0} label="Items today (UTC)" />
      <Tile
        value={failing}
        label={failing === 1 ? 'Failing feed' : 'Failing feeds'}
        href="feeds?show=failing"
        tone={failing > 0 ? 'warn' : undefined}
      />
      <Tile
        value={inactive}
        label={inactive === 1 ? 'Feed not active' : 'Feeds not active'}
        href="feeds?show=inactive"
        tone={inactive > 0 ? 'bad' : undefined}
      />
      <Tile
        value={failedDeliveries}
        label={`${failedDeliveries === 1 ? 'Failed delivery' : 'Failed deliveries'} (24\u00a0h)`}
        href={FAILED_DELIVERIES}
        tone={failedDeliveries > 0 ? 'bad' : undefined}
      />
      {bytes !== null && <Tile value={sizeOf(bytes)} label="Database" />}
    </Tiles>
  );
}

function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['MB', bytes / 1e6] : ['GB', bytes / 1e9];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`;
}
