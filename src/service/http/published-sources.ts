import { publishedBundles } from '../bundles/published-bundle.js';
import type { Deps } from '../domain/deps.js';
import { publishedFeeds } from '../feeds/published-feed.js';
import type { PublishedDeps } from './published.js';

/** Feeds and bundles as the store has them. */
export function publishedSources(deps: Deps): PublishedDeps {
  return { feeds: publishedFeeds(deps), bundles: publishedBundles(deps), clock: deps.clock };
}
