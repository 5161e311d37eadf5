import type { endpoints } from '../../contract/index.js';
import { listBundles } from '../bundles/bundle.js';
import { createBundle, deleteBundle, updateBundle } from '../bundles/edit-bundle.js';
import { addFeedToBundle, removeFeedFromBundle } from '../bundles/membership.js';
import { getBundleJson } from '../bundles/read-bundle.js';
import { pageOf } from '../core/time.js';
import { deleteFeed, updateFeed } from '../feeds/edit-feed.js';
import { getFeedSettings } from '../feeds/feed-settings.js';
import { getFeedJson, listFeeds } from '../feeds/read-feeds.js';
import { checkFilters } from '../filters/check-filters.js';
import { accountHandlers } from './account-handlers.js';
import type { HandlersOf } from './handler.js';
import {
  backfillHandlers,
  healthHandlers,
  itemHandlers,
  previewHandlers,
  refreshHandlers,
  repairHandlers,
  textHandlers,
} from './refresh-handlers.js';
import { webhookHandlers } from './webhook-handlers.js';

/** One use case for each row of the endpoint table. */
export const handlers: HandlersOf<typeof endpoints> = {
  async createFeed(deps, { account, body }) {
    // Brings schedules and comparisons along, which a command that only lists would load for nothing.
    const { createFeed } = await import('../feeds/create-feed.js');
    const { feed, created } = await createFeed(deps, account, body);
    return { body: feed, status: created ? 201 : 200 };
  },
  async getFeed(deps, { account, params, query }, http) {
    return { parts: await getFeedJson(deps, http.answers, account, params.id, query) };
  },
  async listFeeds(deps, { account, query }) {
    return { body: await listFeeds(deps, account, { ...query, ...pageOf(query) }) };
  },
  async updateFeed(deps, { account, params, body }) {
    const { url, selectors, access, render, steps, ...shown } = body;
    if (url !== undefined) {
      // Before the address changes anything.
      await checkFilters(body.filters ?? null);
      const { changeSource } = await import('../refresh/change-source.js');
      await changeSource(deps, account, params.id, { url, selectors });
    }
    if (render !== undefined || steps !== undefined) {
      const { changeRendering } = await import('../feeds/change-rendering.js');
      await changeRendering(deps, account, params.id, { render, steps });
    }
    if (access !== undefined) {
      const { changeAccess } = await import('../feeds/change-access.js');
      await changeAccess(deps, account, params.id, access);
    }
    if (selectors !== undefined && url === undefined) {
      // Before the selectors change anything.
      await checkFilters(body.filters ?? null);
      const { changeSelectors } = await import('../feeds/change-selectors.js');
      await changeSelectors(deps, account, params.id, selectors);
    }
    return { body: await updateFeed(deps, account, params.id, shown) };
  },
  async getFeedSettings(deps, { account, params }) {
    return { body: await getFeedSettings(deps, account, params.id) };
  },
  async updateFeedSettings(deps, { account, params, body }) {
    const { updateFeedSettings } = await import('../feeds/feed-settings.js');
    return { body: await updateFeedSettings(deps, account, params.id, body) };
  },
  async deleteFeed(deps, { account, params }) {
    return { body: await deleteFeed(deps, account, params.id) };
  },
  async createBundle(deps, { account, body }) {
    return { body: await createBundle(deps, account, body) };
  },
  async getBundle(deps, { account, params, query }, http) {
    return { parts: await getBundleJson(deps, http.answers, account, params.id, query) };
  },
  async listBundles(deps, { account, query }) {
    return { body: await listBundles(deps, account, pageOf(query)) };
  },
  async updateBundle(deps, { account, params, body }) {
    return { body: await updateBundle(deps, account, params.id, body) };
  },
  async addFeedToBundle(deps, { account, params }) {
    return { body: await addFeedToBundle(deps, account, params.id, params.feedId) };
  },
  async removeFeedFromBundle(deps, { account, params }) {
    return { body: await removeFeedFromBundle(deps, account, params.id, params.feedId) };
  },
  async deleteBundle(deps, { account, params }) {
    return { body: await deleteBundle(deps, account, params.id) };
  },
  ...accountHandlers,
  ...webhookHandlers,
  ...refreshHandlers,
  ...itemHandlers,
  ...textHandlers,
  ...repairHandlers,
  ...backfillHandlers,
  ...previewHandlers,
  ...healthHandlers,
};
