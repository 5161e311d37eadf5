import { existsSync } from 'node:fs';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { ensureOwner, OWNER } from '../accounts/account.js';
import { limitsOfNewAccounts } from '../accounts/account-limits.js';
import { type ApiCredentials, createApiKey } from '../accounts/api-keys.js';
import { authenticate, LastUsed } from '../accounts/authenticate.js';
import { RequestLimiter } from '../accounts/request-limiter.js';
import { type AnsweredCalls, answering, asAccount } from '../calls/as-account.js';
import { ServiceError } from '../core/errors.js';
import { type Logger, silentLogger } from '../core/logger.js';
import { listenAddress, readSettings, type Settings } from '../core/settings.js';
import type { Clock } from '../core/time.js';
import type { DashboardDeps } from '../dashboard/kit/http.js';
import type { AccountFiles } from '../dashboard/use-cases/tasks.js';
import type { Deps } from '../feeds/deps.js';
import { AnswerCache } from '../http/answer-cache.js';
import { flushActivity } from '../operation/activity.js';
import type { Metrics } from '../operation/metrics.js';
import { publicAddress } from '../operation/public-address.js';
import type { RefreshDeps } from '../refresh/refresh-result.js';
import { createRequestBudget } from '../refresh/request-budget.js';
import { sharedRateLimit } from '../refresh/shared-rate-limit.js';
import type { Retention } from '../retention/retention.js';
import { ceilingFor } from '../schedule/interval.js';
import { GOOGLE_NEWS_URL } from '../sources/news/news-url.js';
import { resolveSource } from '../sources/resolve-source.js';
import { openStore } from '../store/open-store.js';
import type { StoreOptions } from '../store/store.js';
import { loadWebhooks } from '../webhooks/load-webhooks.js';
import { lazily, lazyReader, loadPictures, loadRefresher, loadWebSub } from './lazy-parts.js';
import { createWholeApp } from './whole-app.js';

/** Options of a service; explicit settings override those of `env`. */
export interface ServiceOptions extends Settings {
  /** Database: a file, created with its directory if needed; `:memory:`; or `postgres://…`. */
  databasePath: string;
  /** Throws an error instead of creating the file. */
  mustExist?: boolean;
  /** The environment for settings that are not given; default empty. */
  env?: Readonly<Record<string, string | undefined>>;
  clock?: Clock;
  logger?: Logger;
  /** Reports progress while the database is migrated; default: the log. */
  onMigration?: StoreOptions['onMigration'];
  /** Receives the measurements. */
  metrics?: Metrics | undefined;
  /** Import and export of the dashboard; absent: it has neither. */
  files?: AccountFiles | undefined;
}

/** A ready service. */
export interface Service {
  /** Answers one request. */
  fetch(request: Request): Promise<Response>;
  /** Answers a call of this process in the name of the owner, without a key. */
  call: AnsweredCalls;
  /** Creates a key of the owner account. */
  issueOwnerKey(name: string): Promise<ApiCredentials>;
  /** True when this start created the owner account. */
  ownerIsNew: boolean;
  /** Deletes expired data; loaded on first use. */
  retention(): Promise<Retention>;
  /** The parts behind `fetch`, for `serve` and for the work of a command before it exits. */
  http: DashboardDeps;
  close(): Promise<void>;
}

/**
 * Opens the database and assembles the service: the only composition root.
 * @throws ServiceError STORE_UNAVAILABLE, or INVALID_FIELD for a setting
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { databasePath, mustExist, env, logger, metrics, files, onMigration, ...given } = options;
  const settings: Settings = { ...readSettings(env ?? {}), ...given };
  if (mustExist) requireFile(databasePath);
  const store = await openStore(databasePath, options.clock, {
    pool: settings.databasePool,
    statementTimeoutMs: settings.databaseStatementTimeoutMs,
    onMigration: onMigration ?? (({ text }) => logger?.info({}, text)),
  });
  const { clock } = store;
  const ownerIsNew = await ensureOwner(store, clock).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });

  const { leaseMs } = settings;
  const webhooks = loadWebhooks(
    {
      store,
      clock,
      metrics,
      logger: logger ?? silentLogger,
      random: Math.random,
      ...(leaseMs === undefined ? {} : { leaseMs }),
    },
    { ...settings, clock },
  );
  const { requestsPerDay = SERVICE_SETTINGS.requestsPerDay.default } = settings;
  const hasBrowser = settings.browser !== undefined;
  const budget = lazily(() => createRequestBudget(store, clock, requestsPerDay));
  const lastUsed = lazily(() => new LastUsed(store, clock));
  const limiter = lazily(() => new RequestLimiter(store, clock));
  const answers = lazily(() => new AnswerCache(settings.cacheBytes));
  const pictures = lazily(() => loadPictures(store, settings));
  const websub = lazily(() => loadWebSub(refreshing(), { ...settings, clock }));
  const refresher = lazily(() =>
    loadRefresher(refreshing(), {
      perDomain: settings.hostConcurrency,
      slots: settings.refreshSlots,
    }),
  );
  const deps: Deps = {
    store,
    clock,
    publicAddress: publicAddress(store, clock, settings.publicUrl, listenAddress(env)),
    resolveSource: (body) =>
      resolveSource(body, settings.newsUrl ?? GOOGLE_NEWS_URL, { hasBrowser }),
    hasBrowser,
    reader: lazyReader(() => ({ ...settings, clock, sharedRateLimit: sharedRateLimit(store) })),
    refreshFloorMs: settings.refreshFloorMs,
    get refreshCeilingMs() {
      return settings.refreshCeilingMs ?? ceilingFor(requestsPerDay);
    },
    fetchCost: () => budget().fetchCost,
    keepItems: settings.keepItems,
    hub: settings.hub,
    get newAccountLimits() {
      return limitsOfNewAccounts(settings);
    },
    eventsPublished: webhooks.eventsPublished,
    metrics,
  };
  const http: DashboardDeps = {
    deps,
    authenticate: (apiKey, apiSecret, usedFrom) =>
      authenticate(store, lastUsed(), apiKey, apiSecret, usedFrom),
    get limiter() {
      return limiter();
    },
    get answers() {
      return answers();
    },
    logger: logger ?? silentLogger,
    webhooks,
    files,
    refresher,
    pictures: async () => (await pictures()).cache,
    websub: async () => (await websub()).parts,
  };
  function refreshing(): RefreshDeps {
    return {
      ...deps,
      budget: budget(),
      textsDue: (id) => void refresher().then((refresher) => refresher.startTexts(id)),
      logger: http.logger,
      random: Math.random,
      ...(leaseMs === undefined ? {} : { leaseMs }),
    };
  }
  const app = lazily(() => createWholeApp(http));

  return {
    fetch: async (request) => app().fetch(request),
    call: answering(asAccount(http, OWNER, true), http.logger),
    issueOwnerKey: (name) => createApiKey(store, clock, OWNER, { name }),
    ownerIsNew,
    http,
    async retention() {
      const { createRetention } = await import('../retention/retention.js');
      return createRetention({ store, clock, logger: http.logger }, settings);
    },
    async close() {
      await (await refresher.made)?.close();
      await (await websub.made)?.close();
      await (await pictures.made)?.close();
      await deps.reader.close();
      await webhooks.close();
      await budget.made?.close();
      await lastUsed.made?.flush();
      await flushActivity(store).catch(() => undefined);
      await store.close();
    },
  };
}

function requireFile(path: string): void {
  if (existsSync(path)) return;
  throw new ServiceError(
    'STORE_UNAVAILABLE',
    `There is no database at ${path}. Create a feed first, or start: feedctl serve`,
  );
}
