import type { FeedClient, FeedSummary } from '../../client/index.js';
import { feedSource } from '../sources/feed-source.js';
import type { SourceSpec } from '../sources/model.js';
import { sourceId } from '../sources/source-spec.js';

/** The feeds that an account had at the start, by source. */
export class KnownFeeds {
  readonly ids: ReadonlySet<string>;
  readonly #bySource: ReadonlyMap<string, FeedSummary>;
  readonly #isOurs: boolean;

  private constructor(feeds: readonly FeedSummary[], isOurs: boolean) {
    this.ids = new Set(feeds.map(({ id }) => id));
    this.#isOurs = isOurs;
    // The list starts with the newest feed; of several with one source, the oldest is kept.
    this.#bySource = new Map(feeds.map((feed) => [this.#key(feedSource(feed, { isOurs })), feed]));
  }

  /** Reads the whole list. */
  static async read(client: FeedClient): Promise<KnownFeeds> {
    const feeds: FeedSummary[] = [];
    for await (const feed of client.feeds()) feeds.push(feed);
    return new KnownFeeds(feeds, client.service.version !== null);
  }

  find(source: SourceSpec): FeedSummary | undefined {
    return this.#bySource.get(this.#key(source));
  }

  /** The number of distinct sources that the account does not have. */
  countNew(sources: readonly SourceSpec[]): number {
    const keys = new Set(sources.map((source) => this.#key(source)));
    return [...keys].filter((key) => !this.#bySource.has(key)).length;
  }

  #key(source: SourceSpec): string {
    return sourceId(source, { tellsModes: this.#isOurs });
  }
}

/** A feedctl service handles concurrent calls; its own limits protect the sources. */
const OWN_CONCURRENCY = 8;

export interface ServiceKind {
  /** Whether it is feedctl's own service. */
  isOurs: boolean;
  /** Concurrent writes. One for other services, where about one per second was allowed. */
  writes: number;
  /** Concurrent reads. */
  reads: number;
}

/** The concurrency that suits the service; detects its kind when it is not known yet. */
export async function serviceKind(client: FeedClient): Promise<ServiceKind> {
  const { version } = await client.detectService();
  const isOurs = version !== null;
  return { isOurs, writes: isOurs ? OWN_CONCURRENCY : 1, reads: isOurs ? OWN_CONCURRENCY : 4 };
}
