import type { FeedClient, FeedSummary } from '../../client/index.js';
import { feedSource } from '../sources/feed-source.js';
import type { SourceSpec } from '../sources/model.js';
import { sourceId } from '../sources/source-spec.js';

/** The feeds that an account had at the start, to be found by their sources. */
export class KnownFeeds {
  readonly ids: ReadonlySet<string>;
  readonly #bySource: ReadonlyMap<string, FeedSummary>;
  readonly #isOurs: boolean;

  private constructor(feeds: readonly FeedSummary[], isOurs: boolean) {
    this.ids = new Set(feeds.map(({ id }) => id));
    this.#isOurs = isOurs;
    // The list begins with the newest; of several of one source the oldest stays.
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

  /** How many of the sources, each counted once, the account does not have. */
  countNew(sources: readonly SourceSpec[]): number {
    const keys = new Set(sources.map((source) => this.#key(source)));
    return [...keys].filter((key) => !this.#bySource.has(key)).length;
  }

  #key(source: SourceSpec): string {
    return sourceId(source, { tellsModes: this.#isOurs });
  }
}

/** A service of ours takes several calls at once; its own limits keep the sources safe. */
const OWN_CONCURRENCY = 8;

export interface ServiceKind {
  /** Whether it is feedctl's own service. */
  isOurs: boolean;
  /** Writes at a time. Elsewhere one: people saw about one a second allowed. */
  writes: number;
  /** Reads at a time. */
  reads: number;
}

/** How much of a hurry the service takes; asks it when no answer has told yet. */
export async function serviceKind(client: FeedClient): Promise<ServiceKind> {
  const { version } = await client.detectService();
  const isOurs = version !== null;
  return { isOurs, writes: isOurs ? OWN_CONCURRENCY : 1, reads: isOurs ? OWN_CONCURRENCY : 4 };
}
