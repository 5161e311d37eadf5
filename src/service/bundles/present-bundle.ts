import type { BundleSummary } from '../../contract/index.js';
import { rssFeedUrl } from '../instances/public-address.js';
import type { BundleRow } from './bundle-row.js';

/** The bundle as lists and mutations return it. */
export function presentBundle(row: BundleRow, feeds: string[], publicBase: string): BundleSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    rss_feed_url: rssFeedUrl(publicBase, row.id),
    feeds,
  };
}
