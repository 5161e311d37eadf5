import {
  type FeedSummary,
  type KeywordMode,
  type MaskedAccess,
  type PageMode,
  type Selectors,
  selectorsSchema,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Deps } from '../feeds/deps.js';
import { readDrift } from '../feeds/drift.js';
import { feedNotFound, findFeed, presentFeed } from '../feeds/feed.js';
import { type FeedHealth, HEALTH_COLUMNS, healthOf } from '../feeds/feed-health.js';
import { maskedAccess } from '../feeds/source-access.js';
import type { Db } from '../store/store.js';

/** Details of a feed for its owner that the API does not return. */
export interface FeedDetails extends FeedHealth {
  /** The source. */
  kind: 'feed' | 'page' | PageMode | KeywordMode;
  keyword: string | null;
  /** Country and language of a search; "" for other feeds. */
  region: string;
  selectors: Selectors | null;
  /** What it sends to its source, without the secrets. */
  access: MaskedAccess | null;
  /** The site's own page, or null. */
  siteUrl: string | null;
  createdAt: number;
  /** Since when its page has no list that it finds, in milliseconds; null while it has. */
  driftedAt: number | null;
  /** Whether its owner has set a title, a description or an icon. */
  isOverridden: boolean;
  bundles: { id: string; name: string }[];
}

/** @throws ServiceError FEED_NOT_FOUND */
export async function getFeedDetails(db: Db, account: Account, id: string): Promise<FeedDetails> {
  const row = await db
    .selectFrom('feeds')
    .select(HEALTH_COLUMNS)
    .select(['mode', 'origin', 'keyword', 'region', 'selectors', 'access'])
    .select(['site_url', 'created_at', 'drift'])
    .select(['title_override', 'description_override', 'icon_override'])
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (row === undefined) throw feedNotFound(id);
  return {
    ...healthOf(row),
    kind: row.mode === 'url' ? row.origin : row.mode,
    keyword: row.keyword,
    region: row.region,
    selectors: row.selectors === null ? null : selectorsSchema.parse(JSON.parse(row.selectors)),
    access: maskedAccess(row.access),
    siteUrl: row.site_url,
    createdAt: row.created_at,
    driftedAt: readDrift(row.drift)?.since ?? null,
    isOverridden: (row.title_override ?? row.description_override ?? row.icon_override) !== null,
    bundles: await bundlesOf(db, id),
  };
}

function bundlesOf(db: Db, feedId: string) {
  return db
    .selectFrom('bundle_feeds')
    .innerJoin('bundles', 'bundles.id', 'bundle_feeds.bundle_id')
    .select(['bundles.id', 'bundles.name'])
    .where('bundle_feeds.feed_id', '=', feedId)
    .orderBy('bundles.created_at')
    .execute();
}

/**
 * The feed without its items.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function getFeedSummary(
  { store, publicAddress }: Pick<Deps, 'store' | 'publicAddress'>,
  account: Account,
  id: string,
): Promise<FeedSummary> {
  return presentFeed(await findFeed(store.db, account, id), await publicAddress.base());
}

/**
 * Resets title, description and icon to those of the source.
 * @throws ServiceError FEED_NOT_FOUND
 */
export async function restoreMetadata(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('feeds')
    .set({ title_override: null, description_override: null, icon_override: null })
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw feedNotFound(id);
}
