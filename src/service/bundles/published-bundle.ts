import type { Deps } from '../feeds/deps.js';
import { ttlMinutes } from '../feeds/feed.js';
import { publishedItem } from '../items/item.js';
import { rssFeedUrl } from '../operation/public-address.js';
import type {
  PublishedChannel,
  PublishedItem,
  PublishedSource,
} from '../publish/published-channel.js';
import { withoutQuery } from '../publish/text.js';
import type { Db } from '../store/store.js';
import { BUNDLE_COLUMNS, type BundleRow } from './bundle.js';
import type { BundleItemRow } from './bundle-items.js';
import { bundleRevisionAt, selectBundleState } from './bundle-revision.js';
import { filteredItems } from './read-bundle.js';

/** Update interval of a bundle without feeds, in milliseconds. */
const USUAL_INTERVAL_MS = 60 * 60_000;

/** Published bundles of all accounts: anyone who knows the id may read one. */
export function publishedBundles(deps: Deps): PublishedSource {
  return {
    async findRevision(id) {
      const state = await selectBundleState(deps.store.db, id);
      return state === undefined ? null : bundleRevisionAt(state, deps.clock.now());
    },
    loadChannel: (id) => loadChannel(deps, id),
  };
}

/** The shortest update interval of the members, in milliseconds. */
async function shortestInterval(db: Db, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('bundle_feeds')
    .innerJoin('feeds', 'feeds.id', 'bundle_feeds.feed_id')
    .select(({ fn, eb }) =>
      fn
        .min<number | null>(eb('feeds.next_refresh_at', '-', eb.ref('feeds.last_refreshed_at')))
        .as('shortest_interval'),
    )
    .where('bundle_feeds.bundle_id', '=', id)
    .executeTakeFirst();
  return row?.shortest_interval ?? null;
}

async function loadChannel(
  { store, clock, publicAddress, hub }: Deps,
  id: string,
): Promise<PublishedChannel | null> {
  const bundle = await findBundle(store.db, id);
  const state = await selectBundleState(store.db, id);
  if (bundle === undefined || state === undefined) return null;
  const rows = await filteredItems(store.db, bundle, 'last_added', clock.now());
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
    ttlMinutes: ttlMinutes((await shortestInterval(store.db, id)) ?? USUAL_INTERVAL_MS),
    updatedAt: Math.max(state.updated_at, state.members_updated_at ?? 0),
    hidden: rows.filter(({ droppedBy }) => droppedBy !== null).length,
    items: rows.flatMap(({ row, droppedBy }) => (droppedBy === null ? [bundleItem(row)] : [])),
  };
}

function findBundle(db: Db, id: string): Promise<BundleRow | undefined> {
  return db.selectFrom('bundles').select(BUNDLE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** An item of the bundle, with the guid that it has in its own feed. */
function bundleItem(row: BundleItemRow): PublishedItem {
  const item = publishedItem(row, row);
  // The address of the feed's page, as its own channel links to it: the id of the feed stays
  // private.
  const url = withoutQuery(row.feed_site_url ?? row.feed_source_url);
  return { ...item, source: { title: row.feed_title, url } };
}
