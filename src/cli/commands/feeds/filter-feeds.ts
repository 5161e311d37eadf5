import type { FeedClient, FeedSummary, ListFeedsQuery, Rows } from '../../../client/index.js';
import { CliError } from '../../kit/index.js';

/** Which feeds are listed, and in which order. */
export type FeedFilter = Pick<ListFeedsQuery, 'search' | 'sort' | 'health'>;

interface Page {
  limit: number | undefined;
  offset: number | undefined;
}

/** Whether the service filters and sorts lists itself; its feeds then report their health. */
export async function understandsFilters(client: FeedClient): Promise<boolean> {
  const [first] = await client.listFeeds({ limit: 1 });
  if (client.service.version === null) return false;
  return first === undefined || first.health !== undefined;
}

/**
 * Filters and sorts in this process, for services that cannot. Reads the whole list first.
 * @throws {CliError} for filters that need data the service does not report
 */
export function filterFeeds(client: FeedClient, filter: FeedFilter, page: Page): Rows<FeedSummary> {
  refuseUnknowable(filter);
  return new FilteredFeeds(client.feeds(), filter, page);
}

function refuseUnknowable({ sort, health }: FeedFilter): void {
  const lacks =
    health !== undefined && health !== 'inactive'
      ? ['which feeds are failing', 'feedctl health']
      : sort === 'health'
        ? ['the health of feeds', 'feedctl health']
        : sort === 'last_item'
          ? ['the date of the newest item in a list of feeds', 'feedctl feeds list --sort title']
          : undefined;
  if (lacks === undefined) return;
  throw new CliError(`This service does not report ${lacks[0]}.`, {
    exitCode: 5,
    code: 'UNSUPPORTED',
    hint: `Run instead: ${lacks[1]}`,
  });
}

class FilteredFeeds implements Rows<FeedSummary> {
  shifted = false;
  total: number | undefined;
  more = false;
  readonly #feeds: Rows<FeedSummary>;
  readonly #filter: FeedFilter;
  readonly #page: Page;

  constructor(feeds: Rows<FeedSummary>, filter: FeedFilter, page: Page) {
    this.#feeds = feeds;
    this.#filter = filter;
    this.#page = page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FeedSummary, void, undefined> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = this.#page;
    const found: FeedSummary[] = [];
    for await (const feed of this.#feeds) if (fits(feed, this.#filter)) found.push(feed);
    if (this.#filter.sort === 'title') found.sort(byTitle);
    this.shifted = this.#feeds.shifted;
    this.total = found.length;
    this.more = found.length > offset + limit;
    yield* found.slice(offset, offset + limit);
  }
}

function fits(feed: FeedSummary, { search = '', health }: FeedFilter): boolean {
  if (health === 'inactive' && feed.is_active) return false;
  const wanted = folded(search);
  return [feed.title, feed.source_url].some((text) => folded(text).includes(wanted));
}

function byTitle(a: FeedSummary, b: FeedSummary): number {
  const [left, right] = [a.title.toLowerCase(), b.title.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Ignores letter case and accents, as the search of the feedctl service does. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
