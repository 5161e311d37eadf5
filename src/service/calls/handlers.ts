import type { z } from 'zod';
import {
  type Endpoint,
  type endpoints,
  type PathParams,
  REFRESH_WAIT,
  type RefreshFeedsBody,
  type RefreshOutcome,
} from '../../contract/index.js';
import { type Account, OWNER_ID } from '../accounts/account.js';
import { accountAdmin } from '../accounts/account-admin.js';
import { withCreationSlot } from '../accounts/creations.js';
import { keyAdmin } from '../accounts/key-admin.js';
import { listBundles } from '../bundles/bundle.js';
import { createBundle, deleteBundle, updateBundle } from '../bundles/edit-bundle.js';
import { addFeedToBundle, removeFeedFromBundle } from '../bundles/membership.js';
import { getBundle, getBundleJson } from '../bundles/read-bundle.js';
import type { AnswerBytes } from '../core/answers.js';
import { ServiceError } from '../core/errors.js';
import { pageOf } from '../core/paging.js';
import { isoTimeOrNull } from '../core/time.js';
import { backfillFeed } from '../feeds/backfill.js';
import { changeReading } from '../feeds/change-reading.js';
import { changeSelectors } from '../feeds/change-selectors.js';
import { createFeed } from '../feeds/create-feed.js';
import type { Deps } from '../feeds/deps.js';
import { deleteFeed, updateFeed } from '../feeds/edit-feed.js';
import { findFeed } from '../feeds/feed.js';
import { getFeedSettings, updateFeedSettings } from '../feeds/feed-settings.js';
import { listFeeds } from '../feeds/list-feeds.js';
import { getMute, updateMute } from '../feeds/mute.js';
import { previewSource } from '../feeds/preview.js';
import { getFeed, getFeedJson } from '../feeds/read-feeds.js';
import { serviceHealth } from '../feeds/service-health.js';
import { checkFilters } from '../filters/check-filters.js';
import { changeSource } from '../refresh/change-source.js';
import { listFeedHistory } from '../refresh/history.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import { acceptFeedRepair, proposeFeedRepair } from '../refresh/repair-feed.js';
import type { FeedSelection } from '../refresh/select-feeds.js';
import { listItems } from '../search/list-items.js';
import { searchItems } from '../search/search-items.js';
import { getDelivery, listDeliveries } from '../webhooks/deliveries/deliveries.js';
import { replayDelivery, resendDeliveries } from '../webhooks/deliveries/replay.js';
import type { CallTools } from './tools.js';

type Checked<E extends Endpoint, Part extends 'query' | 'body'> = E extends {
  [P in Part]: () => infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

/** A call of an account whose parts have passed the endpoint's schemas. */
interface CheckedCall<E extends Endpoint> {
  account: Account;
  params: PathParams<E['path']>;
  query: Checked<E, 'query'>;
  body: Checked<E, 'body'>;
  isOnThisMachine(): boolean;
}

/** The answer to a call. */
export class Reply<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly status: number,
    /** The cursor of the next page of a list; null without one. */
    readonly next: string | null = null,
  ) {}
}

/** An answer that is JSON already, in consecutive parts that other answers may share. */
export class EncodedReply {
  constructor(readonly parts: readonly AnswerBytes[]) {}
}

type BodyOf<E extends Endpoint> = z.input<ReturnType<E['response']>>;

/**
 * Handles calls of an endpoint; `tools` has the parts of the service besides feeds and bundles. A
 * body without a status gets the usual one of the endpoint.
 */
type Handler<E extends Endpoint> = (
  deps: Deps,
  request: CheckedCall<E>,
  tools: CallTools,
) => Promise<BodyOf<E> | Reply<BodyOf<E>> | EncodedReply>;

/** One handler for each row of a table of endpoints. */
type HandlersOf<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: Handler<Table[Name]>;
};

/**
 * One use case per row of the endpoint table. Those that read sources hold a creation slot of the
 * account, as creating a feed does.
 */
export const handlers: HandlersOf<typeof endpoints> = {
  async createFeed(deps, { account, body }) {
    const { feed, created } = await createFeed(deps, account, body);
    return new Reply(feed, created ? 201 : 200);
  },
  getFeed: async (deps, { account, params, query }, { answers }) =>
    answers === undefined
      ? getFeed(deps, account, params.id, query)
      : new EncodedReply(await getFeedJson(deps, answers, account, params.id, query)),
  async listFeeds(deps, { account, query }) {
    const { rows, next } = await listFeeds(deps, account, { ...query, ...pageOf(query) });
    return new Reply(rows, 200, next);
  },
  async updateFeed(deps, { account, params: { id }, body }) {
    const { url, selectors, access, render, steps, ...shown } = body;
    if (url !== undefined) {
      // Checked before the address changes anything.
      await checkFilters(body.filters ?? null);
      await changeSource(deps, account, id, { url, selectors });
    }
    if (render !== undefined || steps !== undefined || access !== undefined) {
      await changeReading(deps, account, id, { render, steps, access });
    }
    if (selectors !== undefined && url === undefined) {
      // Checked before the selectors change anything.
      await checkFilters(body.filters ?? null);
      await changeSelectors(deps, account, id, selectors);
    }
    return updateFeed(deps, account, id, shown);
  },
  getFeedSettings: (deps, { account, params }) => getFeedSettings(deps, account, params.id),
  updateFeedSettings: (deps, { account, params, body }) =>
    updateFeedSettings(deps, account, params.id, body),
  deleteFeed: (deps, { account, params }) => deleteFeed(deps, account, params.id),

  createBundle: (deps, { account, body }) => createBundle(deps, account, body),
  getBundle: async (deps, { account, params, query }, { answers }) =>
    answers === undefined
      ? getBundle(deps, account, params.id, query)
      : new EncodedReply(await getBundleJson(deps, answers, account, params.id, query)),
  async listBundles(deps, { account, query }) {
    const { rows, next } = await listBundles(deps, account, { ...query, ...pageOf(query) });
    return new Reply(rows, 200, next);
  },
  updateBundle: (deps, { account, params, body }) => updateBundle(deps, account, params.id, body),
  addFeedToBundle: (deps, { account, params }) =>
    addFeedToBundle(deps, account, params.id, params.feedId),
  removeFeedFromBundle: (deps, { account, params }) =>
    removeFeedFromBundle(deps, account, params.id, params.feedId),
  deleteBundle: (deps, { account, params }) => deleteBundle(deps, account, params.id),

  listKeys: (deps, { account, query }) => ownKeys(deps, account).list(pageOf(query)),
  createKey: (deps, { account, body }) => ownKeys(deps, account).create(body),
  revokeKey: (deps, { account, params }) => ownKeys(deps, account).revoke(params.id),

  listAccounts: (deps, { query }) => accounts(deps).list(pageOf(query)),
  createAccount: (deps, { body }) => accounts(deps).create(body),
  getAccount: (deps, { params }) => accounts(deps).get(params.id),
  updateAccount: async (deps, { params, body }) => accounts(deps).update(params.id, body),
  listAccountKeys: async (deps, { params, query }) =>
    (await accounts(deps).keysOf(params.id)).list(pageOf(query)),
  createAccountKey: async (deps, { params, body }) =>
    (await accounts(deps).keysOf(params.id)).create(body),
  revokeAccountKey: async (deps, { params }) =>
    (await accounts(deps).keysOf(params.id)).revoke(params.keyId),

  async createWebhook(_, request, { webhooks }) {
    const { account, body } = request;
    refuseListening(request);
    return webhooks.of(account).create(body);
  },
  listWebhooks: (_, { account, query }, { webhooks }) => webhooks.of(account).list(pageOf(query)),
  getWebhook: (_, { account, params }, { webhooks }) => webhooks.of(account).get(params.id),
  async updateWebhook(_, request, { webhooks }) {
    const { account, params, body } = request;
    const { id } = params;
    const { enabled, ...input } = body;
    refuseListening(request);
    const own = webhooks.of(account);
    if (Object.keys(input).length > 0) await own.update(id, input);
    if (enabled === undefined) return own.get(id);
    return enabled ? own.enable(id) : own.disable(id);
  },
  deleteWebhook: (_, { account, params }, { webhooks }) => webhooks.of(account).delete(params.id),
  testWebhook: (_, { account, params }, { webhooks }) => webhooks.of(account).test(params.id),
  rotateWebhookSecret: (_, { account, params }, { webhooks }) =>
    webhooks.of(account).rotate(params.id),
  async resendDeliveries(deps, { account, params, body }, { webhooks }) {
    const resent = await resendDeliveries(deps, account, params.id, Date.parse(body.since));
    webhooks.eventsPublished();
    return resent;
  },
  async listDeliveries(deps, { account, query }) {
    const { webhook: webhookId, status, since } = query;
    const sinceMs = since === undefined ? undefined : Date.parse(since);
    const selection = { webhookId, status, since: sinceMs, ...pageOf(query) };
    return listDeliveries(deps, account, selection);
  },
  getDelivery: (deps, { account, params }) => getDelivery(deps, account, params.id),
  async replayDelivery(deps, { account, params }, { webhooks }) {
    const replayed = await replayDelivery(deps, account, params.id);
    webhooks.eventsPublished();
    return replayed;
  },

  refreshFeed: (deps, { account, params }, tools) => refreshOne(deps, account, params.id, tools),
  async refreshFeeds(deps, { account, body }, tools) {
    const { wait_seconds = REFRESH_WAIT.default, cursor, unless_served = false, reread } = body;
    const refresher = await tools.refresher();
    const { outcomes, floorMs, ...rest } = await withCreationSlot(deps, account, () =>
      refresher.refreshBatch(account, {
        selection: askedFeeds(body),
        waitMs: Math.round(wait_seconds * 1000),
        cursor,
        unlessServed: unless_served,
        reread,
      }),
    );
    const results = outcomes.map(outcomeJson);
    return { results, ...rest, shortest_interval_seconds: floorMs / 1000 };
  },
  listFeedHistory: ({ store }, { account, params, query }) =>
    listFeedHistory(store.db, account, params.id, pageOf(query)),
  listItems: (deps, { account, query: { search, ...query } }) =>
    search === undefined
      ? listItems(deps, account, query)
      : searchItems(deps, account, { ...query, search }),
  getMute: ({ store }, { account }) => getMute(store.db, account),
  updateMute: (deps, { account, body }) => updateMute(deps, account, body),
  async fetchTexts(deps, { account, params, body }, tools) {
    const refresher = await tools.refresher();
    const fetching = () => refresher.refetchTexts(account, params.id, body);
    return withCreationSlot(deps, account, fetching);
  },
  backfillFeed: (deps, { account, params, body }) =>
    withCreationSlot(deps, account, () => backfillFeed(deps, account, params.id, body)),
  getFeedRepair: (deps, { account, params }) =>
    withCreationSlot(deps, account, () => proposeFeedRepair(deps, account, params.id)),
  async repairFeed(deps, { account, params: { id }, body }, tools) {
    await withCreationSlot(deps, account, () => acceptFeedRepair(deps, account, id, body));
    return refreshOne(deps, account, id, tools);
  },
  preview: (deps, { account, body }) =>
    withCreationSlot(deps, account, () => previewSource(deps, account, body)),
  getServiceHealth: (deps, { account }) => serviceHealth(deps, account),
};

function ownKeys({ store, clock }: Deps, account: Account) {
  return keyAdmin(store, clock, account);
}

function accounts({ store, clock, newAccountLimits }: Deps) {
  return accountAdmin(store, clock, newAccountLimits);
}

/** Time to wait for the refresh of one feed, below the timeout of clients, in milliseconds. */
const ONE_FEED_MS = 45_000;

/** The result for a source that has not answered yet: the fetch continues in the background. */
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
  tools: Pick<CallTools, 'refresher'>,
): Promise<RefreshOutcome> {
  const feed = await findFeed(deps.store.db, account, id);
  const refresher = await tools.refresher();
  const request = { selection: { ids: [id] }, waitMs: ONE_FEED_MS, cursor: undefined };
  const { outcomes } = await withCreationSlot(deps, account, () =>
    refresher.refreshBatch(account, { ...request, unlessServed: false }),
  );
  const [outcome] = outcomes;
  if (outcome !== undefined) return outcomeJson(outcome);
  return { ...RUNNING, id, title: feed.title_override ?? feed.title };
}

function askedFeeds({ ids, due, all, older_than_seconds: age }: RefreshFeedsBody): FeedSelection {
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

/**
 * @throws ServiceError FORBIDDEN for an address of this machine, unless the owner of the machine
 * calls
 */
function refuseListening({
  account,
  body,
  isOnThisMachine,
}: {
  account: Account;
  body: { listen_seconds?: number | undefined };
  isOnThisMachine(): boolean;
}): void {
  if (body.listen_seconds === undefined) return;
  if (account.id === OWNER_ID && isOnThisMachine()) return;
  throw new ServiceError(
    'FORBIDDEN',
    'listen_seconds is for a command on the machine of the service, with a key of the owner account and not through a proxy.',
  );
}
