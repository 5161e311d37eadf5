import { getFeedDetails, getFeedSummary } from '../../../../dashboard/feed-details.js';
import { type RefreshEntry, refreshHistory } from '../../../../refresh/history.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp } from '../../frame/requests.js';
import { FeedFrame, NextRefresh } from '../../views/feed-frame.js';
import { FetchStrip } from '../../views/fetch-strip.js';
import { page } from '../../views/layout.js';
import { Badge, Empty, Time } from '../../views/pieces.js';
import { Table } from '../../views/table.js';

const SHOWN = 100;

/** `/dashboard/feeds/:id/history`: the last fetches of the source and their results. */
export function feedHistoryPage(app: PageApp, { deps }: HttpDeps): void {
  const { db } = deps.store;
  app.get('/dashboard/feeds/:id/history', async (context) => {
    const { account } = context.get('session');
    const id = context.req.param('id');
    const details = await getFeedDetails(db, account, id);
    const feed = await getFeedSummary(deps, account, id);
    const refreshes = await refreshHistory(db, id, SHOWN);
    const now = deps.clock.now();
    return page(
      context,
      { title: `${feed.title}: refreshes`, section: 'feeds' },
      <FeedFrame feed={feed} details={details} tab="history" now={now}>
        {refreshes.length === 0 ? (
          <Empty title="Not refreshed yet">
            The feed has been read once, when it was created. It is read again{' '}
            <NextRefresh at={details.nextRefreshAt} now={now} soon="soon" />, or when you press
            Refresh now.
          </Empty>
        ) : (
          <FetchStrip refreshes={refreshes} />
        )}
        {refreshes.length > 0 && (
          <div class="table-card">
            <Table
              caption="Refreshes"
              columns={['When', 'Outcome', 'New', 'Changed', 'Took']}
              rows={refreshes.map((refresh) => [
                <Time at={refresh.at} now={now} />,
                <Outcome {...refresh} />,
                <span class="count">{refresh.items_new}</span>,
                <span class="count">{refresh.items_changed}</span>,
                <span class="count nowrap">{refresh.duration_ms} ms</span>,
              ])}
            />
          </div>
        )}
      </FeedFrame>,
    );
  });
}

const OUTCOMES = {
  updated: ['good', 'Updated'],
  unchanged: ['plain', 'Unchanged'],
  failed: ['bad', 'Failed'],
} as const;

function Outcome({ outcome, status, error_message, note, pushed }: RefreshEntry) {
  const [tone, word] = OUTCOMES[outcome];
  return (
    <div>
      <Badge tone={tone}>{word}</Badge>
      {pushed === 1 && <span class="meta"> pushed by a hub</span>}
      {status !== null && <span class="meta"> HTTP {status}</span>}
      {error_message && <span class="why">{error_message}</span>}
      {note && <span class="why">{note}</span>}
    </div>
  );
}
