import type { Fetcher, FetcherOptions } from '../fetch/index.js';
import type { PictureCache } from '../fetch/pictures/picture-cache.js';
import type { PoolOptions } from '../refresh/pool.js';
import type { RefreshDeps } from '../refresh/refresh-result.js';
import type { Refresher } from '../refresh/refresher.js';
import type { SourceReaderOptions } from '../sources/create-source-reader.js';
import type { SourceReader } from '../sources/source-reader.js';
import type { Store } from '../store/store.js';
import type { WebSub } from '../websub/websub.js';

/** Creates a part on first use: a command that reads stored data needs few of them. */
export function lazily<T>(make: () => T): Lazy<T> {
  const part: Lazy<T> = () => {
    part.made ??= make();
    return part.made;
  };
  return part;
}

interface Lazy<T> {
  (): T;
  /** The part; undefined before its first use. */
  made?: T;
}

/**
 * Loads the refresher, with comparing and scheduling, which commands that read stored data do not
 * need.
 */
export async function loadRefresher(deps: RefreshDeps, options: PoolOptions): Promise<Refresher> {
  const { createRefresher } = await import('../refresh/refresher.js');
  return createRefresher(deps, options);
}

/** Time between two pictures of one site, in milliseconds: browsers load them all at once. */
const PICTURE_INTERVAL_MS = 100;
const PICTURES_AT_ONCE = 6;

interface LoadedPictures {
  cache: PictureCache;
  close(): Promise<void>;
}

/** Loads the picture cache, which only pages need. Its requests do not delay those of feeds. */
export async function loadPictures(
  store: Store,
  settings: FetcherOptions,
): Promise<LoadedPictures> {
  const { PictureCache } = await import('../fetch/pictures/picture-cache.js');
  const fetcher = lazyFetcher({
    ...settings,
    hostIntervalMs: PICTURE_INTERVAL_MS,
    globalConcurrency: PICTURES_AT_ONCE,
  });
  const cache = new PictureCache({ store, fetcher });
  return {
    cache,
    async close() {
      await (await fetcher.made)?.close();
      await cache.settled();
    },
  };
}

/**
 * Time between two requests to one hub in milliseconds: it serves many feeds, which must all be
 * renewed.
 */
const HUB_INTERVAL_MS = 200;

interface LoadedWebSub {
  parts: WebSub;
  close(): Promise<void>;
}

/** Loads WebSub, which only a `serve` with pushed feeds needs. */
export async function loadWebSub(
  deps: RefreshDeps,
  options: FetcherOptions,
): Promise<LoadedWebSub> {
  const { createWebSub } = await import('../websub/websub.js');
  const hubIntervalMs = options.hostIntervalMs ?? HUB_INTERVAL_MS;
  const fetcher = lazyFetcher({ ...options, hostIntervalMs: hubIntervalMs });
  const parts = createWebSub({
    ...deps,
    allowPrivateNetworks: options.allowPrivateNetworks === true,
    hubFetcher: fetcher,
  });
  return { parts, close: async () => (await fetcher.made)?.close() };
}

/** A fetcher that is loaded and created for the first request. */
function lazyFetcher(options: FetcherOptions): Lazy<Promise<Fetcher>> {
  return lazily(async () => (await import('../fetch/index.js')).createFetcher(options));
}

/** Loads the parsers on the first read: listing feeds must not wait for them. */
export function lazyReader(options: () => SourceReaderOptions): SourceReader {
  const reader = lazily(async () => {
    const { createSourceReader } = await import('../sources/create-source-reader.js');
    return createSourceReader(options());
  });
  return {
    read: async (...wanted) => (await reader()).read(...wanted),
    readArticle: async (...page) => (await reader()).readArticle(...page),
    readSheets: async (...wanted) => (await reader()).readSheets(...wanted),
    readOlder: async (...wanted) => (await reader()).readOlder(...wanted),
    close: async () => (await reader.made)?.close(),
  };
}
