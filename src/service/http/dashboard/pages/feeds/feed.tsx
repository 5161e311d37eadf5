import { ServiceError } from '../../../../core/errors.js';
import { feedItems } from '../../../../dashboard/feed-items.js';
import { deleteFeed } from '../../../../feeds/edit-feed.js';
import { findFeed } from '../../../../feeds/feed.js';
import { type RefreshEntry, refreshHistory } from '../../../../refresh/history.js';
import { Listing, Pager } from '../../kit/list.js';
import type { Screen } from '../../kit/screen.js';
import { Addresses } from '../../views/addresses.js';
import { TimeBars } from '../../views/charts.js';
import { NextRefresh } from '../../views/feed-parts.js';
import { Items } from '../../views/items.js';
import { Dot, Empty, Time } from '../../views/pieces.js';
import { feedPage, oneFeed } from './feed-frame.js';

const ITEMS_PER_PAGE = 50;

const REFRESHED = {
  updated: 'feed-updated',
  unchanged: 'feed-unchanged',
  failed: 'feed-refresh-failed',
} as const;

/** `/dashboard/feeds/:id`: its items, and actions on it. */
export const FEED: Screen = {
  section: 'feeds',
  async show(visit) {
    const { db, account, now, page: number } = visit;
    const one = await oneFeed(visit);
    const { id, feed } = one;
    const offset = (number - 1) * ITEMS_PER_PAGE;
    const { items, total } = await feedItems(db, account, id, {
      limit: ITEMS_PER_PAGE,
      offset,
      now,
    });
    return feedPage(
      one,
      { tab: '', now },
      <>
        <Addresses rss={feed.rss_feed_url} />
        {items.length === 0 ? (
          <Empty title="No items">
            The source lists nothing at the moment, or the filters drop all of it. New items show
            here as they come.
          </Empty>
        ) : (
          <div class="card list">
            <h2>
              Items <span class="count">{total.toLocaleString('en')}</span>
            </h2>
            <Items
              items={items}
              now={now}
              pathOf={(index) => `feeds/${id}/items/${items[index]?.place ?? ''}`}
            />
          </div>
        )}
        <Pager path={`feeds/${id}`} page={{ number, hasNext: offset + ITEMS_PER_PAGE < total }} />
      </>,
    );
  },
  actions: {
    async 'feeds/:id/refresh'(visit) {
      const { db, account, http } = visit;
      const id = visit.param('id');
      // A feed of another account is an error here, not an outcome.
      await findFeed(db, account, id);
      for await (const { outcome, error } of (await http.refresher()).refresh(account, [id])) {
        if (outcome === 'skipped') throw new ServiceError('RATE_LIMITED', error?.message ?? '');
        return { to: `feeds/${id}/history`, done: REFRESHED[outcome] };
      }
      throw new ServiceError('NOT_READY', 'The service is stopping. Try again later.');
    },
    async 'feeds/:id/delete'(visit) {
      await deleteFeed(visit.deps, visit.account, visit.param('id'));
      return { to: 'feeds', done: 'feed-deleted' };
    },
  },
};

const FETCHES = 100;

/** `/dashboard/feeds/:id/history`: the last fetches of the source and their results. */
export const FEED_HISTORY: Screen = {
  section: 'feeds',
  async show(visit) {
    const one = await oneFeed(visit);
    const refreshes = await refreshHistory(visit.db, one.id, FETCHES);
    const { now } = visit;
    return feedPage(
      one,
      { tab: '/history', now },
      refreshes.length === 0 ? (
        <Empty title="Not refreshed yet">
          The feed has been read once, when it was created. It is read again{' '}
          <NextRefresh at={one.details.nextRefreshAt} now={now} soon="soon" />, or when you press
          Refresh now.
        </Empty>
      ) : (
        <>
          <FetchTimes refreshes={refreshes} />
          <Listing
            caption="Refreshes"
            rows={refreshes}
            columns={[
              { name: 'When', cell: ({ at }) => <Time at={at} now={now} /> },
              { name: 'Outcome', cell: (refresh) => <Outcome {...refresh} /> },
              { name: 'New', isNumber: true, cell: (refresh) => refresh.items_new },
              { name: 'Changed', isNumber: true, cell: (refresh) => refresh.items_changed },
              { name: 'Took', isNumber: true, cell: (refresh) => `${refresh.duration_ms} ms` },
            ]}
          />
        </>
      ),
    );
  },
};

const OUTCOMES = {
  updated: { tone: 'good', word: 'Updated', colour: 'c1' },
  unchanged: { tone: 'plain', word: 'Unchanged', colour: 'c-none' },
  failed: { tone: 'bad', word: 'Failed', colour: 'c-bad' },
} as const;

/** How long the last fetches took, the oldest first. */
function FetchTimes({ refreshes }: { refreshes: readonly RefreshEntry[] }) {
  const failed = refreshes.filter(({ outcome }) => outcome === 'failed').length;
  const slowest = Math.max(...refreshes.map(({ duration_ms: ms }) => ms));
  const fetches = refreshes.length === 1 ? '1 fetch' : `${refreshes.length} fetches`;
  return (
    <TimeBars
      title="Last fetches"
      summary={`${fetches}, ${failed} failed, the slowest took ${slowest.toLocaleString('en')} ms`}
      bars={refreshes.toReversed().map(({ at, outcome, duration_ms: ms }) => ({
        name: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        word: OUTCOMES[outcome].word,
        colour: OUTCOMES[outcome].colour,
        ms,
      }))}
    />
  );
}

function Outcome({ outcome, status, error_message, note, pushed }: RefreshEntry) {
  const { tone, word } = OUTCOMES[outcome];
  return (
    <div>
      <Dot tone={tone}>{word}</Dot>
      {pushed === 1 && <span class="meta"> pushed by a hub</span>}
      {status !== null && <span class="meta"> HTTP {status}</span>}
      {error_message && <span class="why">{error_message}</span>}
      {note && <span class="why">{note}</span>}
    </div>
  );
}
