import {
  type backfillEndpoints,
  type healthEndpoints,
  type itemEndpoints,
  type previewEndpoints,
  REFRESH_WAIT,
  type RefreshFeedsBody,
  type RefreshOutcome,
  type refreshEndpoints,
  type repairEndpoints,
  type textEndpoints,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { isoTimeOrNull, pageOf } from '../core/time.js';
import type { Deps } from '../feeds/deps.js';
import { findFeed } from '../feeds/feed.js';
import { withCreationSlot } from '../limits/creations.js';
import type { BatchRequest } from '../refresh/refresh-batch.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { FeedSelection } from '../refresh/select-feeds.js';
import type { HandlersOf } from './handler.js';
import type { HttpDeps } from './http-deps.js';

/** How long the refresh of one feed is waited for; less than clients wait. Milliseconds. */
const ONE_FEED_MS = 45_000;

/** Everything that reads sources holds a place of the account's limit, as creating a feed does. */
export const refreshHandlers: HandlersOf<typeof refreshEndpoints> = {
  async refreshFeed(deps, { account, params: { id } }, http) {
    return { body: await refreshOne(deps, account, id, http) };
  },
  async refreshFeeds(deps, { account, body }, http) {
    const refresher = await http.refresher();
    const { wait_seconds: seconds = REFRESH_WAIT.default, cursor } = body;
    const request = batchOf(selectionOf(body), {
      waitMs: Math.round(seconds * 1000),
      cursor,
      unlessServed: body.unless_served,
      reread: body.reread,
    });
    const batch = await withCreationSlot(deps, account, () =>
      refresher.refreshBatch(account, request),
    );
    const { outcomes, floorMs, ...rest } = batch;
    const results = outcomes.map(outcomeJson);
    return { body: { results, ...rest, shortest_interval_seconds: floorMs / 1000 } };
  },
  async listFeedHistory({ store }, { account, params, query }) {
    const { listFeedHistory } = await import('../refresh/history.js');
    return { body: await listFeedHistory(store.db, account, params.id, pageOf(query)) };
  },
};

export const itemHandlers: HandlersOf<typeof itemEndpoints> = {
  async listItems(deps, { account, query: { search, ...query } }) {
    if (search === undefined) {
      const { listItems } = await import('../search/list-items.js');
      return { body: await listItems(deps, account, query) };
    }
    const { searchItems } = await import('../search/search-items.js');
    return { body: await searchItems(deps, account, { ...query, search }) };
  },
};

export const textHandlers: HandlersOf<typeof textEndpoints> = {
  async fetchTexts(deps, { account, params: { id }, body }, http) {
    const refresher = await http.refresher();
    const fetching = () => refresher.refetchTexts(account, id, body);
    return { body: await withCreationSlot(deps, account, fetching) };
  },
};

export const repairHandlers: HandlersOf<typeof repairEndpoints> = {
  async getFeedRepair(deps, { account, params: { id } }) {
    const { proposeFeedRepair } = await import('../refresh/repair-feed.js');
    const proposing = () => proposeFeedRepair(deps, account, id);
    return { body: await withCreationSlot(deps, account, proposing) };
  },
  async repairFeed(deps, { account, params: { id }, body }, http) {
    const { acceptFeedRepair } = await import('../refresh/repair-feed.js');
    await withCreationSlot(deps, account, () => acceptFeedRepair(deps, account, id, body));
    return { body: await refreshOne(deps, account, id, http) };
  },
};

export const backfillHandlers: HandlersOf<typeof backfillEndpoints> = {
  async backfillFeed(deps, { account, params: { id }, body }) {
    const { backfillFeed } = await import('../feeds/backfill.js');
    const reading = () => backfillFeed(deps, account, id, body);
    return { body: await withCreationSlot(deps, account, reading) };
  },
};

export const previewHandlers: HandlersOf<typeof previewEndpoints> = {
  async preview(deps, { account, body }) {
    // Brings every parser along.
    const { previewSource } = await import('../feeds/preview.js');
    return {
      body: await withCreationSlot(deps, account, () => previewSource(deps, account, body)),
    };
  },
};

export const healthHandlers: HandlersOf<typeof healthEndpoints> = {
  async getServiceHealth(deps, { account }) {
    const { serviceHealth } = await import('../dashboard/service-health.js');
    return { body: await serviceHealth(deps, account) };
  },
};

async function refreshOne(
  deps: Deps,
  account: Account,
  id: string,
  http: Pick<HttpDeps, 'refresher'>,
): Promise<RefreshOutcome> {
  const feed = await findFeed(deps.store.db, account, id);
  const refresher = await http.refresher();
  const request = batchOf({ ids: [id] }, { waitMs: ONE_FEED_MS });
  const { outcomes } = await withCreationSlot(deps, account, () =>
    refresher.refreshBatch(account, request),
  );
  const [outcome] = outcomes;
  if (outcome !== undefined) return outcomeJson(outcome);
  return { ...RUNNING, id, title: feed.title_override ?? feed.title };
}

/** Its source has not answered yet: the fetch goes on by itself. */
const RUNNING: Omit<RefreshOutcome, 'id' | 'title'> = {
  outcome: 'running',
  items_new: 0,
  items_changed: 0,
  error: null,
  next_refresh_at: null,
};

function batchOf(
  selection: FeedSelection,
  {
    waitMs,
    cursor,
    unlessServed = false,
    reread,
  }: Pick<BatchRequest, 'waitMs' | 'reread'> & {
    cursor?: string | undefined;
    unlessServed?: boolean | undefined;
  },
): BatchRequest {
  return { selection, waitMs, cursor, unlessServed, reread };
}

function selectionOf(body: RefreshFeedsBody): FeedSelection {
  const { ids, due, all, older_than_seconds: age } = body;
  const olderThanMs = age === undefined ? undefined : age * 1000;
  if (ids !== undefined) return { ids, due, olderThanMs };
  return all === true ? 'all' : 'due';
}

function outcomeJson(outcome: FeedOutcome): RefreshOutcome {
  return {
    id: outcome.feedId,
    title: outcome.title,
    outcome: outcome.outcome,
    items_new: outcome.itemsNew,
    items_changed: outcome.itemsChanged,
    error: outcome.error,
    next_refresh_at: isoTimeOrNull(outcome.nextRefreshAt),
  };
}
