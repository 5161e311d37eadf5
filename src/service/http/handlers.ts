import {
  type endpoints,
  REFRESH_WAIT,
  type RefreshFeedsBody,
  type RefreshOutcome,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { accountAdmin } from '../accounts/account-admin.js';
import { keyAdmin } from '../accounts/key-admin.js';
import { listBundles } from '../bundles/bundle.js';
import { createBundle, deleteBundle, updateBundle } from '../bundles/edit-bundle.js';
import { addFeedToBundle, removeFeedFromBundle } from '../bundles/membership.js';
import { getBundleJson } from '../bundles/read-bundle.js';
import { isoTimeOrNull, pageOf } from '../core/time.js';
import { serviceHealth } from '../dashboard/service-health.js';
import { backfillFeed } from '../feeds/backfill.js';
import { changeAccess } from '../feeds/change-access.js';
import { changeRendering } from '../feeds/change-rendering.js';
import { changeSelectors } from '../feeds/change-selectors.js';
import { createFeed } from '../feeds/create-feed.js';
import type { Deps } from '../feeds/deps.js';
import { deleteFeed, updateFeed } from '../feeds/edit-feed.js';
import { findFeed } from '../feeds/feed.js';
import { getFeedSettings, updateFeedSettings } from '../feeds/feed-settings.js';
import { previewSource } from '../feeds/preview.js';
import { getFeedJson, listFeeds } from '../feeds/read-feeds.js';
import { checkFilters } from '../filters/check-filters.js';
import { withCreationSlot } from '../limits/creations.js';
import { changeSource } from '../refresh/change-source.js';
import { listFeedHistory } from '../refresh/history.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import { acceptFeedRepair, proposeFeedRepair } from '../refresh/repair-feed.js';
import type { FeedSelection } from '../refresh/select-feeds.js';
import { listItems } from '../search/list-items.js';
import { searchItems } from '../search/search-items.js';
import type { HandlersOf } from './handler.js';
import type { HttpDeps } from './http-deps.js';

/**
 * One use case for each row of the endpoint table. Everything that reads sources holds a place of the
 * account's limit, as creating a feed does.
 */
export const handlers: HandlersOf<typeof endpoints> = {
  async createFeed(deps, { account, body }) {
    const { feed, created } = await createFeed(deps, account, body);
    return { body: feed, status: created ? 201 : 200 };
  },
  getFeed: async (deps, { account, params, query }, { answers }) => ({
    parts: await getFeedJson(deps, answers, account, params.id, query),
  }),
  listFeeds: async (deps, { account, query }) => ({
    body: await listFeeds(deps, account, { ...query, ...pageOf(query) }),
  }),
  async updateFeed(deps, { account, params: { id }, body }) {
    const { url, selectors, access, render, steps, ...shown } = body;
    if (url !== undefined) {
      // Before the address changes anything.
      await checkFilters(body.filters ?? null);
      await changeSource(deps, account, id, { url, selectors });
    }
    if (render !== undefined || steps !== undefined) {
      await changeRendering(deps, account, id, { render, steps });
    }
    if (access !== undefined) await changeAccess(deps, account, id, access);
    if (selectors !== undefined && url === undefined) {
      // Before the selectors change anything.
      await checkFilters(body.filters ?? null);
      await changeSelectors(deps, account, id, selectors);
    }
    return { body: await updateFeed(deps, account, id, shown) };
  },
  getFeedSettings: async (deps, { account, params }) => ({
    body: await getFeedSettings(deps, account, params.id),
  }),
  updateFeedSettings: async (deps, { account, params, body }) => ({
    body: await updateFeedSettings(deps, account, params.id, body),
  }),
  deleteFeed: async (deps, { account, params }) => ({
    body: await deleteFeed(deps, account, params.id),
  }),

  createBundle: async (deps, { account, body }) => ({
    body: await createBundle(deps, account, body),
  }),
  getBundle: async (deps, { account, params, query }, { answers }) => ({
    parts: await getBundleJson(deps, answers, account, params.id, query),
  }),
  listBundles: async (deps, { account, query }) => ({
    body: await listBundles(deps, account, pageOf(query)),
  }),
  updateBundle: async (deps, { account, params, body }) => ({
    body: await updateBundle(deps, account, params.id, body),
  }),
  addFeedToBundle: async (deps, { account, params }) => ({
    body: await addFeedToBundle(deps, account, params.id, params.feedId),
  }),
  removeFeedFromBundle: async (deps, { account, params }) => ({
    body: await removeFeedFromBundle(deps, account, params.id, params.feedId),
  }),
  deleteBundle: async (deps, { account, params }) => ({
    body: await deleteBundle(deps, account, params.id),
  }),

  listKeys: async (deps, { account, query }) => ({
    body: await keysOf(deps, account).list(pageOf(query)),
  }),
  createKey: async (deps, { account, body }) => ({
    body: await keysOf(deps, account).create(body),
  }),
  revokeKey: async (deps, { account, params }) => ({
    body: await keysOf(deps, account).revoke(params.id),
  }),

  listAccounts: async (deps, { query }) => ({ body: await accounts(deps).list(pageOf(query)) }),
  createAccount: async (deps, { body }) => ({ body: await accounts(deps).create(body) }),
  getAccount: async (deps, { params }) => ({ body: await accounts(deps).get(params.id) }),
  updateAccount: async (deps, { params, body }) => ({
    body: await accounts(deps).update(params.id, body),
  }),
  listAccountKeys: async (deps, { params, query }) => ({
    body: await (await accounts(deps).keysOf(params.id)).list(pageOf(query)),
  }),
  createAccountKey: async (deps, { params, body }) => ({
    body: await (await accounts(deps).keysOf(params.id)).create(body),
  }),
  revokeAccountKey: async (deps, { params }) => ({
    body: await (await accounts(deps).keysOf(params.id)).revoke(params.keyId),
  }),

  createWebhook: async (_, { account, body }, { webhooks }) => ({
    body: await webhooks.of(account).create(body),
  }),
  listWebhooks: async (_, { account, query }, { webhooks }) => ({
    body: await webhooks.of(account).list(pageOf(query)),
  }),
  getWebhook: async (_, { account, params }, { webhooks }) => ({
    body: await webhooks.of(account).get(params.id),
  }),
  async updateWebhook(_, { account, params: { id }, body }, { webhooks }) {
    const { enabled, ...input } = body;
    const own = webhooks.of(account);
    if (Object.keys(input).length > 0) await own.update(id, input);
    if (enabled === undefined) return { body: await own.get(id) };
    return { body: await (enabled ? own.enable(id) : own.disable(id)) };
  },
  deleteWebhook: async (_, { account, params }, { webhooks }) => ({
    body: await webhooks.of(account).delete(params.id),
  }),
  testWebhook: async (_, { account, params }, { webhooks }) => ({
    body: await webhooks.of(account).test(params.id),
  }),
  rotateWebhookSecret: async (_, { account, params }, { webhooks }) => ({
    body: await webhooks.of(account).rotate(params.id),
  }),
  async resendDeliveries(_, { account, params, body }, { webhooks }) {
    const resent = await webhooks.of(account).resend(params.id, Date.parse(body.since));
    webhooks.eventsPublished();
    return { body: resent };
  },
  async listDeliveries(_, { account, query }, { webhooks }) {
    const { webhook: webhookId, status, since } = query;
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    const selection = { webhookId, status, since: sinceMs, ...pageOf(query) };
    return { body: await webhooks.of(account).deliveries(selection) };
  },
  getDelivery: async (_, { account, params }, { webhooks }) => ({
    body: await webhooks.of(account).delivery(params.id),
  }),
  async replayDelivery(_, { account, params }, { webhooks }) {
    const replayed = await webhooks.of(account).replay(params.id);
    webhooks.eventsPublished();
    return { body: replayed };
  },

  refreshFeed: async (deps, { account, params }, http) => ({
    body: await refreshOne(deps, account, params.id, http),
  }),
  async refreshFeeds(deps, { account, body }, http) {
    const { wait_seconds = REFRESH_WAIT.default, cursor, unless_served = false, reread } = body;
    const refresher = await http.refresher();
    const { outcomes, floorMs, ...rest } = await withCreationSlot(deps, account, () =>
      refresher.refreshBatch(account, {
        selection: selectionOf(body),
        waitMs: Math.round(wait_seconds * 1000),
        cursor,
        unlessServed: unless_served,
        reread,
      }),
    );
    const results = outcomes.map(outcomeJson);
    return { body: { results, ...rest, shortest_interval_seconds: floorMs / 1000 } };
  },
  listFeedHistory: async ({ store }, { account, params, query }) => ({
    body: await listFeedHistory(store.db, account, params.id, pageOf(query)),
  }),
  listItems: async (deps, { account, query: { search, ...query } }) => ({
    body: await (search === undefined
      ? listItems(deps, account, query)
      : searchItems(deps, account, { ...query, search })),
  }),
  async fetchTexts(deps, { account, params, body }, http) {
    const refresher = await http.refresher();
    const fetching = () => refresher.refetchTexts(account, params.id, body);
    return { body: await withCreationSlot(deps, account, fetching) };
  },
  backfillFeed: async (deps, { account, params, body }) => ({
    body: await withCreationSlot(deps, account, () => backfillFeed(deps, account, params.id, body)),
  }),
  getFeedRepair: async (deps, { account, params }) => ({
    body: await withCreationSlot(deps, account, () => proposeFeedRepair(deps, account, params.id)),
  }),
  async repairFeed(deps, { account, params: { id }, body }, http) {
    await withCreationSlot(deps, account, () => acceptFeedRepair(deps, account, id, body));
    return { body: await refreshOne(deps, account, id, http) };
  },
  preview: async (deps, { account, body }) => ({
    body: await withCreationSlot(deps, account, () => previewSource(deps, account, body)),
  }),
  getServiceHealth: async (deps, { account }) => ({ body: await serviceHealth(deps, account) }),
};

function keysOf({ store, clock }: Deps, account: Account) {
  return keyAdmin(store, clock, account);
}

function accounts({ store, clock, newAccountLimits }: Deps) {
  return accountAdmin(store, clock, newAccountLimits);
}

/** How long the refresh of one feed is waited for; less than clients wait. Milliseconds. */
const ONE_FEED_MS = 45_000;

/** Its source has not answered yet: the fetch goes on by itself. */
const RUNNING: Omit<RefreshOutcome, 'id' | 'title'> = {
  outcome: 'running',
  items_new: 0,
  items_changed: 0,
  error: null,
  next_refresh_at: null,
};

async function refreshOne(
  deps: Deps,
  account: Account,
  id: string,
  http: Pick<HttpDeps, 'refresher'>,
): Promise<RefreshOutcome> {
  const feed = await findFeed(deps.store.db, account, id);
  const refresher = await http.refresher();
  const request = { selection: { ids: [id] }, waitMs: ONE_FEED_MS, cursor: undefined };
  const { outcomes } = await withCreationSlot(deps, account, () =>
    refresher.refreshBatch(account, { ...request, unlessServed: false }),
  );
  const [outcome] = outcomes;
  if (outcome !== undefined) return outcomeJson(outcome);
  return { ...RUNNING, id, title: feed.title_override ?? feed.title };
}

function selectionOf({ ids, due, all, older_than_seconds: age }: RefreshFeedsBody): FeedSelection {
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
