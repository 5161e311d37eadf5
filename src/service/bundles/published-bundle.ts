import { ofEnabledAccount } from '../accounts/account.js';
import type { Deps } from '../domain/deps.js';
import { ttlMinutes } from '../feeds/feed.js';
import { rssFeedUrl } from '../instances/public-address.js';
import { hashedGuid, publishedItem } from '../items/item.js';
import type {
  PublishedChannel,
  PublishedItem,
  PublishedRevision,
  PublishedSource,
} from '../publish/published-channel.js';
import { withoutQuery } from '../publish/text.js';
import type { Db } from '../store/store.js';
import { BUNDLE_COLUMNS, type BundleRow } from './bundle.js';
import { addressOf, type BundleItemRow } from './bundle-items.js';
import { siftedItems } from './read-bundle.js';

/** Update interval of a bundle without feeds, in milliseconds. */
const USUAL_INTERVAL_MS = 60 * 60_000;

/** Published bundles of all accounts: anyone who knows the id may read one. */
export function publishedBundles(deps: Deps): PublishedSource {
  return {
    async findRevision(id) {
      const bundle = await selectState(deps.store.db, id);
      return bundle === undefined ? null : revisionOf(bundle);
    },
    loadChannel: (id) => loadChannel(deps, id),
  };
}

type BundleState = NonNullable<Awaited<ReturnType<typeof selectState>>>;

/** The bundle with aggregates of its members. */
async function selectState(db: Db, id: string) {
  return db
    .selectFrom('bundles')
    .leftJoin('bundle_feeds', 'bundle_feeds.bundle_id', 'bundles.id')
    .leftJoin('feeds', 'feeds.id', 'bundle_feeds.feed_id')
    .select(['bundles.revision', 'bundles.updated_at'])
    .select(({ fn, eb }) => [
      fn.count<number>('feeds.id').as('members'),
      fn.sum<number | null>('feeds.revision').as('member_revisions'),
      fn.max('feeds.updated_at').as('members_updated_at'),
      fn
        .min<number | null>(eb('feeds.next_refresh_at', '-', eb.ref('feeds.last_refreshed_at')))
        .as('shortest_interval'),
    ])
    .where('bundles.id', '=', id)
    .where(ofEnabledAccount('bundles'))
    .groupBy(['bundles.id', 'bundles.revision', 'bundles.updated_at'])
    .executeTakeFirst();
}

/**
 * Changes of members raise the revision of the bundle; between them, the sum of the revisions of
 * the members only grows. Together they never repeat.
 */
function revisionOf(state: BundleState): PublishedRevision {
  const { revision, members, member_revisions, updated_at, members_updated_at } = state;
  return {
    revision: `${revision}.${members}.${member_revisions ?? 0}`,
    updatedAt: Math.max(updated_at, members_updated_at ?? 0),
  };
}

async function loadChannel(
  { store, publicAddress, hub }: Deps,
  id: string,
): Promise<PublishedChannel | null> {
  const bundle = await findBundle(store.db, id);
  const state = await selectState(store.db, id);
  if (bundle === undefined || state === undefined) return null;
  const rows = await siftedItems(store.db, bundle, 'last_added');
  return {
    id,
    title: bundle.name,
    description: bundle.description,
    icon: bundle.icon,
    language: null,
    // A bundle has no page, so its channel links to itself.
    siteUrl: '',
    selfUrl: rssFeedUrl(await publicAddress.base(), id),
    hub,
    ttlMinutes: ttlMinutes(state.shortest_interval ?? USUAL_INTERVAL_MS),
    updatedAt: revisionOf(state).updatedAt,
    items: rows.flatMap(({ row, droppedBy }) => (droppedBy === null ? [bundleItem(row)] : [])),
  };
}

function findBundle(db: Db, id: string): Promise<BundleRow | undefined> {
  return db.selectFrom('bundles').select(BUNDLE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Identified by its address, so that it stays the same item when another member also has it. */
function bundleItem(row: BundleItemRow): PublishedItem {
  const address = addressOf(row);
  const item =
    address === null
      ? publishedItem(row, row.custom_author)
      : publishedItem(row, row.custom_author, hashedGuid(address));
  // The page of the feed, as its own channel links to it: its id here is what keeps it private.
  const url = withoutQuery(row.feed_site_url ?? row.feed_source_url);
  return { ...item, source: { title: row.feed_title, url } };
}
