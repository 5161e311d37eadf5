import { ofEnabledAccount } from '../accounts/account.js';
import { shownItems } from '../filters/apply-filters.js';
import { mutedBy } from '../filters/muted.js';
import { publishedItem, selectItems } from '../items/item.js';
import { REVISION_COLUMNS, revisionAt } from '../items/look.js';
import type { PublishedChannel, PublishedSource } from '../publish/published-channel.js';
import { withoutQuery } from '../publish/text.js';
import { prepared } from '../store/prepared.js';
import type { Deps } from './deps.js';
import { FEED_COLUMNS, presentFeed, ttlMinutes } from './feed.js';

const selectRevision = prepared((db, id: string) =>
  db
    .selectFrom('feeds')
    .select(REVISION_COLUMNS)
    .where('id', '=', id)
    .where(ofEnabledAccount('feeds')),
);

const selectChannel = prepared((db, id: string) =>
  db
    .selectFrom('feeds')
    .select(FEED_COLUMNS)
    .select(['account_id', 'language', 'site_url', 'podcast_xml'])
    .select(['last_refreshed_at', 'next_refresh_at'])
    .where('id', '=', id),
);

/**
 * Published feeds of all accounts: anyone who knows the id may read one. Feeds of a disabled
 * account return 404, because 410 would make readers remove them.
 */
export function publishedFeeds(deps: Deps): PublishedSource {
  return {
    async findRevision(id) {
      const [feed] = await selectRevision(deps.store.db, id);
      return feed === undefined ? null : revisionAt(feed, deps.clock.now());
    },
    loadChannel: (id) => loadChannel(deps, id),
  };
}

async function loadChannel(
  { store, clock, publicAddress, hub }: Deps,
  id: string,
): Promise<PublishedChannel | null> {
  const [feed] = await selectChannel(store.db, id);
  if (feed === undefined) return null;
  const rows = await selectItems(store.db, id, 'last_added', clock.now());
  const items = rows.map((row) => publishedItem(row, feed));
  const muted = await mutedBy(store.db, feed.account_id);
  const shown = await shownItems(items, [muted.filters, feed.filters]);
  const { title, description, icon, rss_feed_url } = presentFeed(feed, await publicAddress.base());
  return {
    id,
    title,
    description,
    icon,
    language: feed.language,
    siteUrl: withoutQuery(feed.site_url ?? feed.source_url),
    selfUrl: rss_feed_url,
    hub,
    ttlMinutes: ttlMinutes(feed.next_refresh_at - feed.last_refreshed_at),
    updatedAt: feed.updated_at,
    podcastXml: feed.podcast_xml,
    items: shown,
    hidden: items.length - shown.length,
  };
}
