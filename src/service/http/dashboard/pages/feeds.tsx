import { ServiceError } from '../../../core/errors.js';
import { getFeedDetails, getFeedSummary } from '../../../dashboard/feed-details.js';
import { feedItems } from '../../../dashboard/feed-items.js';
import { deleteFeed } from '../../../feeds/edit-feed.js';
import { findFeed } from '../../../feeds/feed.js';
import type { HttpDeps } from '../../http-deps.js';
import { readForm } from '../frame/read-form.js';
import type { PageApp } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { Addresses } from '../views/addresses.js';
import { FeedFrame } from '../views/feed-frame.js';
import { Items } from '../views/items.js';
import { page } from '../views/layout.js';
import { Empty } from '../views/pieces.js';
import { Pager, pageNumber } from '../views/table.js';
import { feedFiltersPage } from './feeds/filters.js';
import { feedHistoryPage } from './feeds/history.js';
import { feedListPage } from './feeds/list.js';
import { pageListPage } from './feeds/page-list.js';
import { readItemPages } from './feeds/read-item.js';
import { repairPages } from './feeds/repair.js';
import { feedSettingsPage } from './feeds/settings.js';
import { newFeedPage } from './new-feed/new-feed.js';

/** `/dashboard/feeds` and what is below it. */
export function feedPages(app: PageApp, http: HttpDeps): void {
  feedListPage(app, http);
  newFeedPage(app, http);
  feedPage(app, http);
  feedHistoryPage(app, http);
  feedFiltersPage(app, http);
  pageListPage(app, http);
  readItemPages(app, http);
  repairPages(app, http);
  feedSettingsPage(app, http);
}

const ITEMS_PER_PAGE = 50;

const REFRESHED = {
  updated: 'feed-updated',
  unchanged: 'feed-unchanged',
  failed: 'feed-refresh-failed',
} as const;

/** `/dashboard/feeds/:id`: the items, and actions on the feed. */
function feedPage(app: PageApp, { deps, refresher }: HttpDeps): void {
  app.get('/dashboard/feeds/:id', async (context) => {
    const { account } = context.get('session');
    const id = context.req.param('id');
    const details = await getFeedDetails(deps.store.db, account, id);
    const feed = await getFeedSummary(deps, account, id);
    const now = deps.clock.now();
    const number = pageNumber(context.req.query('page'));
    const offset = (number - 1) * ITEMS_PER_PAGE;
    const { db } = deps.store;
    const { items, total } = await feedItems(db, account, id, {
      limit: ITEMS_PER_PAGE,
      offset,
      now,
    });
    return page(
      context,
      { title: feed.title, section: 'feeds' },
      <FeedFrame feed={feed} details={details} tab="items" now={now}>
        <Addresses rss={feed.rss_feed_url} />
        {items.length === 0 ? (
          <Empty title="No items">
            The source lists nothing at the moment, or the filters drop all of it. New items show
            here as they come.
          </Empty>
        ) : (
          <div class="card">
            <h2>
              Items <span class="count">{total}</span>
            </h2>
            <Items
              items={items}
              now={now}
              pathOf={(index) => `feeds/${id}/items/${items[index]?.place ?? ''}`}
            />
          </div>
        )}
        <Pager path={`feeds/${id}`} page={{ number, hasNext: offset + ITEMS_PER_PAGE < total }} />
      </FeedFrame>,
    );
  });

  app.post('/dashboard/feeds/:id/refresh', async (context) => {
    await readForm(context);
    const { account } = context.get('session');
    const id = context.req.param('id');
    // A feed of another account is an error here, not an outcome.
    await findFeed(deps.store.db, account, id);
    for await (const { outcome, error } of (await refresher()).refresh(account, [id])) {
      if (outcome === 'skipped') throw new ServiceError('RATE_LIMITED', error?.message ?? '');
      return seeOther(context, `feeds/${id}/history`, REFRESHED[outcome]);
    }
    throw new ServiceError('NOT_READY', 'The service is stopping. Try again later.');
  });

  app.post('/dashboard/feeds/:id/delete', async (context) => {
    await readForm(context);
    await deleteFeed(deps, context.get('session').account, context.req.param('id'));
    return seeOther(context, 'feeds', 'feed-deleted');
  });
}
