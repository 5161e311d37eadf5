import type { FeedClient } from '../../../client/index.js';
import { chosenBundleValues, chosenFeedValues, feedSource } from '../../sources/feed-source.js';
import type { Account } from './account.js';

/** Reads all feeds and bundles of the account, with the settings that the service lists with them. */
export async function readAccount(client: FeedClient): Promise<Account> {
  const feedRows = client.feeds({ include: 'settings' });
  const listed = [];
  for await (const feed of feedRows) listed.push(feed);
  const bundleRows = client.bundles();
  const bundles = [];
  for await (const bundle of bundleRows) bundles.push(bundle);
  const isOurs = client.service.version !== null;
  return {
    feeds: listed.reverse().map((feed) => ({
      id: feed.id,
      source: feedSource(feed, { isOurs }),
      document: feed.document?.kind,
      ...chosenFeedValues(feed, { isOurs }),
      rssFeedUrl: feed.rss_feed_url,
      access: feed.access,
      settings: feed.settings,
    })),
    bundles: bundles.reverse().map((bundle) => ({
      id: bundle.id,
      name: bundle.name,
      ...chosenBundleValues(bundle, { isOurs }),
      members: bundle.feeds,
    })),
    tellsModes: isOurs,
    shifted: feedRows.shifted || bundleRows.shifted,
  };
}
