import { countFeeds, type FeedCounts } from '../../../dashboard/find-feeds.js';
import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/requests.js';
import { seeOther } from '../frame/responses.js';
import { page } from '../views/layout.js';
import { Heading } from '../views/pieces.js';
import { Tile, Tiles } from '../views/tiles.js';
import { FirstSteps } from './overview/first-steps.js';

/** `/dashboard/overview`: the first page. */
export function overviewPage(app: PageApp, { deps }: HttpDeps): void {
  for (const path of ['/dashboard', '/dashboard/']) {
    app.get(path, (context) => seeOther(context, 'overview'));
  }
  app.get('/dashboard/overview', async (context) => {
    const counts = await countFeeds(deps.store.db, context.get('session').account);
    return page(
      context,
      { title: 'Overview', section: 'overview' },
      <>
        <Heading title="Overview">
          <a class="button primary" href="feeds/new">
            Add a feed
          </a>
        </Heading>
        {counts.all === 0 ? <FirstSteps /> : <Totals {...counts} />}
      </>,
    );
  });
}

function Totals({ all, failing, inactive }: FeedCounts) {
  return (
    <Tiles>
      <Tile value={all} label="Feeds" href="feeds" />
      <Tile
        value={failing}
        label="Failing"
        href="feeds?show=failing"
        tone={failing > 0 ? 'warn' : undefined}
      />
      <Tile
        value={inactive}
        label="Not active"
        href="feeds?show=inactive"
        tone={inactive > 0 ? 'bad' : undefined}
      />
    </Tiles>
  );
}
