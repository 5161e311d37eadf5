import type { FeedClient, FeedSettings, FeedSummary, MaskedAccess } from '../../client/index.js';
import { mapInOrder } from '../bulk/in-order.js';
import type { ServiceKind } from '../bulk/known-feeds.js';
import { startProgress } from '../bulk/progress.js';
import { chosenBundleValues, chosenFeedValues, feedSource } from '../sources/feed-source.js';
import type { BundleValues, FeedValues, SourceSpec } from '../sources/model.js';
import type { Context } from '../verbs/context.js';

/** A feed of the account with its values, including the texts that it has from its source. */
export interface AccountFeed extends FeedValues {
  id: string;
  source: SourceSpec;
  /** The kind of document that it reads now; undefined if the service does not say. */
  document?: FeedSummary['document'];
  rssFeedUrl: string;
  /** Headers and secrets that it sends to its source, masked. */
  access?: MaskedAccess | undefined;
  /** True if the values include its settings: some services list feeds without them. */
  hasSettings: boolean;
}

/** A bundle of the account. */
export interface AccountBundle extends BundleValues {
  id: string;
  name: string;
  /** Ids of the members; some feeds may no longer exist. */
  members: readonly string[];
}

/** Everything that a file can describe, oldest first: the order in which it is created again. */
export interface Account {
  feeds: readonly AccountFeed[];
  bundles: readonly AccountBundle[];
  /** True if the service distinguishes a headline from a search for the same words. */
  tellsModes: boolean;
  /** True if the account changed while it was read. */
  shifted: boolean;
}

/** Reads all feeds and bundles of the account, with the settings that the service lists with them. */
export async function readAccount(client: FeedClient, { settings = true } = {}): Promise<Account> {
  const isOurs = () => client.service.version !== null;
  const feedRows = client.feeds(settings ? { include: 'settings' } : {});
  const bundleRows = client.bundles();
  const [feeds, bundles]: [AccountFeed[], AccountBundle[]] = [[], []];
  // Other fields of a row are dropped: an account may have 100,000 feeds.
  for await (const feed of feedRows) feeds.push(accountFeed(feed, isOurs()));
  for await (const { id, name, feeds: members, ...values } of bundleRows) {
    bundles.push({ id, name, ...chosenBundleValues(values, { isOurs: isOurs() }), members });
  }
  return {
    feeds: feeds.reverse(),
    bundles: bundles.reverse(),
    tellsModes: isOurs(),
    shifted: feedRows.shifted || bundleRows.shifted,
  };
}

/** A feed as the account file has it. */
export function accountFeed(feed: FeedSummary, isOurs: boolean): AccountFeed {
  const { id, settings, document, rss_feed_url: rssFeedUrl, access } = feed;
  const source = feedSource(feed, { isOurs });
  // JSON has this text twice, for each of 100,000 feeds: it is kept once.
  if (document && 'url' in source && document.url === source.url) document.url = source.url;
  return {
    id,
    source,
    ...chosenFeedValues(feed, { isOurs }),
    ...(settings !== undefined && chosenFeedValues(settings, { isOurs })),
    rssFeedUrl,
    hasSettings: settings !== undefined,
    ...(document !== undefined && { document }),
    ...(access !== undefined && { access }),
  };
}

/**
 * The feeds with their settings; those listed without settings are requested one by one.
 *
 * @param isWanted selects the feeds whose settings are needed
 * @param context shows the progress
 */
export async function withSettings(
  client: FeedClient,
  feeds: readonly AccountFeed[],
  { reads, isOurs }: ServiceKind,
  { isWanted = () => true, context }: WithSettings = {},
): Promise<readonly AccountFeed[]> {
  const isMissing = (feed: AccountFeed) => !feed.hasSettings && isWanted(feed);
  const missing = feeds.filter(isMissing);
  if (missing.length === 0) return feeds;
  const progress = context && startProgress(context, 'Reading settings', missing.length);
  const settings = new Map<AccountFeed, FeedSettings>();
  try {
    const read = mapInOrder(missing, reads, async (feed) => {
      settings.set(feed, await client.getFeedSettings(feed.id));
    });
    for await (const _ of read) progress?.step();
  } finally {
    await progress?.end();
  }
  return feeds.map((feed) => {
    const own = settings.get(feed);
    if (own === undefined) return feed;
    return { ...feed, ...chosenFeedValues(own, { isOurs }), hasSettings: true };
  });
}

interface WithSettings {
  isWanted?: (feed: AccountFeed) => boolean;
  context?: Context | undefined;
}
