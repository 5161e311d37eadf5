import type { FeedClient, FeedSummary } from '../../../client/index.js';

/**
 * The fields that checks of the account compare. Others are dropped: an account may have 100,000
 * feeds.
 */
export type ListedFeed = Pick<FeedSummary, 'id' | 'title' | 'source_url'>;

/** The feeds of an account, newest first, in list order. */
export interface ListedFeeds {
  rows: readonly ListedFeed[];
  /** True if feeds were added or removed while they were read. */
  shifted: boolean;
}

/** Walks the feeds of an account, with the rhythm of each. */
export async function listFeedsOnce(
  client: FeedClient,
  each: (feed: FeedSummary) => void = () => {},
): Promise<ListedFeeds> {
  const walk = client.feeds({ include: 'usual_gap' });
  const rows: ListedFeed[] = [];
  for await (const feed of walk) {
    const { id, title, source_url } = feed;
    rows.push({ id, title, source_url });
    each(feed);
  }
  return { rows, shifted: walk.shifted };
}
