import { type Feed, type FeedSummary, type Item, selectorsSchema } from '../../contract/index.js';
import { rssFeedUrl } from '../instances/public-address.js';
import { healthStateOf, reasonOf } from './feed-health.js';
import type { FeedRow, OwnFeedRow } from './feed-row.js';

/** The fields of the specification, as events carry them: what was PATCHed hides what the source says. */
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

/** The feed for its owner, with the extensions of `feedSummarySchema`: its source and its health. */
export function presentOwnFeed(row: OwnFeedRow, publicBase: string): FeedSummary {
  return { ...presentFeed(row, publicBase), ...presentSource(row), ...presentHealth(row) };
}

export function presentFullFeed(row: OwnFeedRow, items: Item[], publicBase: string): Feed {
  return { ...presentOwnFeed(row, publicBase), items };
}

function presentSource(row: FeedRow): Partial<FeedSummary> {
  const { mode, keyword, region, selectors, read_from, origin, poll_url } = row;
  if (mode !== 'url') return { mode, keyword: keyword ?? '', region };
  return {
    ...(selectors === null ? {} : { selectors: selectorsSchema.parse(JSON.parse(selectors)) }),
    ...(read_from === 'auto' ? {} : { from: read_from }),
    document: { kind: origin === 'feed' ? 'feed' : 'html', url: poll_url },
  };
}

function presentHealth(row: OwnFeedRow): Partial<FeedSummary> {
  const [newest = null] = JSON.parse(row.item_dates ?? '[]') as number[];
  return {
    health: healthStateOf(row),
    last_fetched_at: new Date(row.last_refreshed_at).toISOString(),
    last_error: reasonOf(row),
    last_item_at: newest === null ? null : new Date(newest).toISOString(),
  };
}
