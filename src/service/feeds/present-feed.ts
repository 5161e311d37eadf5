import type { Feed, FeedSummary, Item } from '../../contract/index.js';
import { rssFeedUrl } from '../instances/public-address.js';
import type { FeedRow } from './feed-row.js';

/** The feed as lists and mutations return it: what was PATCHed hides what the source says. */
export function presentFeed(row: FeedRow, publicBase: string): FeedSummary {
  return {
    id: row.id,
    title: row.title_override ?? row.title,
    description: row.description_override ?? row.description,
    icon: row.icon_override ?? row.icon,
    source_url: row.source_url,
    rss_feed_url: rssFeedUrl(publicBase, row.id),
    is_active: row.is_active === 1,
  };
}

export function presentFullFeed(row: FeedRow, items: Item[], publicBase: string): Feed {
  return { ...presentFeed(row, publicBase), items };
}
