import { collect } from '../../base/collect.js';
import type { FeedClient, FeedSummary } from '../../client/index.js';
import { feedSource } from '../sources/feed-source.js';
import type { SourceSpec } from '../sources/model.js';
import { sourceId } from '../sources/source-spec.js';

/** The feeds that an account had at the start. */
export interface KnownFeeds {
  ids: ReadonlySet<string>;
  find(source: SourceSpec): FeedSummary | undefined;
  /** The number of distinct sources that the account does not have. */
  countNew(sources: readonly SourceSpec[]): number;
}

/** Reads the whole list of feeds. */
export async function readKnownFeeds(client: FeedClient): Promise<KnownFeeds> {
  const feeds = await collect(client.feeds());
  const isOurs = client.service.version !== null;
  const keyOf = (source: SourceSpec) => sourceId(source, { tellsModes: isOurs });
  // The list starts with the newest feed; of several feeds with one source, the oldest is kept.
  const bySource = new Map(feeds.map((feed) => [keyOf(feedSource(feed, { isOurs })), feed]));
  return {
    ids: new Set(feeds.map(({ id }) => id)),
    find: (source) => bySource.get(keyOf(source)),
    countNew: (sources) => new Set(sources.map(keyOf).filter((key) => !bySource.has(key))).size,
  };
}

/** A feedctl service handles concurrent calls; its own limits protect the sources. */
const OWN_CONCURRENCY = 8;

export interface ServiceKind {
  /** True for feedctl's own service. */
  isOurs: boolean;
  /**
   * Maximum number of concurrent writes. One for other services, which allow about one per second.
   */
  writes: number;
  /** Maximum number of concurrent reads. */
  reads: number;
}

/** The concurrency that suits the service; detects its kind if that is not known yet. */
export async function serviceKind(client: FeedClient): Promise<ServiceKind> {
  const { version } = await client.detectService();
  const isOurs = version !== null;
  return { isOurs, writes: isOurs ? OWN_CONCURRENCY : 1, reads: isOurs ? OWN_CONCURRENCY : 4 };
}
