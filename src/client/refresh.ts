import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import { DecodeError, decodeAs } from './decode.js';
import type { CallOptions, ItemListOptions, PageOptions } from './options.js';
import type {
  BackfillBody,
  Backfilled,
  FeedFetch,
  FetchedTexts,
  FetchTextsBody,
  ItemList,
  Preview,
  PreviewBody,
  RefreshBatch,
  RefreshFeedsBody,
  RefreshOutcome,
  ServiceHealth,
} from './resources.js';

/** Which feeds to fetch: `ids`, `due` or `all`; `ids` with `due` are the due ones of these. */
export type RefreshSelection = Omit<RefreshFeedsBody, 'wait_seconds' | 'cursor'>;

/** How `FeedClient.refreshes` goes through a selection. */
export interface RefreshOptions extends CallOptions {
  /** How long the service fetches before each answer, in seconds; its default is 10, at most 30. */
  waitSeconds?: number | undefined;
}

const REFRESH = 'way to fetch feeds on demand';

/** Fetching feeds now, previews, searches, and how the service is: extensions of feedctl's own service. */
export class RefreshCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  one(id: string, options: CallOptions): Promise<RefreshOutcome> {
    const path = `/v1/feeds/${pathSegment('id', id)}/refresh`;
    return this.#calls.own(REFRESH, options, () =>
      this.#calls.call('POST', path, decodeAs<RefreshOutcome>('outcome'), options),
    );
  }

  some(body: RefreshFeedsBody, options: CallOptions): Promise<RefreshBatch> {
    return this.#calls.own(REFRESH, options, () =>
      this.#calls.call('POST', '/v1/refresh', decodeBatch, { ...options, body }),
    );
  }

  async *all(
    selection: RefreshSelection,
    { waitSeconds, ...options }: RefreshOptions,
  ): AsyncGenerator<RefreshBatch> {
    let cursor: string | null | undefined;
    do {
      const batch: RefreshBatch = await this.some(
        { ...selection, wait_seconds: waitSeconds, ...(cursor && { cursor }) },
        options,
      );
      yield batch;
      cursor = batch.cursor;
    } while (cursor !== null);
  }

  texts(id: string, body: FetchTextsBody, options: CallOptions): Promise<FetchedTexts> {
    const path = `/v1/feeds/${pathSegment('id', id)}/texts`;
    return this.#calls.own('full texts', options, () =>
      this.#calls.call('POST', path, decodeAs<FetchedTexts>('failures'), { ...options, body }),
    );
  }

  backfill(id: string, body: BackfillBody, options: CallOptions): Promise<Backfilled> {
    const path = `/v1/feeds/${pathSegment('id', id)}/backfill`;
    return this.#calls.own('older items', options, () =>
      this.#calls.call('POST', path, decodeAs<Backfilled>('requests'), { ...options, body }),
    );
  }

  history(id: string, { limit, offset, ...options }: PageOptions): Promise<FeedFetch[]> {
    const path = `/v1/feeds/${pathSegment('id', id)}/history`;
    const query = { limit, offset };
    return this.#calls.own('fetch history', options, () =>
      this.#calls.call('GET', path, decodeHistory, { ...options, query }),
    );
  }

  items({ signal, ...query }: ItemListOptions): Promise<ItemList> {
    const decode = decodeAs<ItemList>('items');
    const options = { signal };
    return this.#calls.own('list of items', options, () =>
      this.#calls.call('GET', '/v1/items', decode, { ...options, query }),
    );
  }

  preview(body: PreviewBody, options: CallOptions): Promise<Preview> {
    const decode = decodeAs<Preview>('items');
    return this.#calls.own('previews', options, () =>
      this.#calls.call('POST', '/v1/preview', decode, { ...options, body }),
    );
  }

  health(options: CallOptions): Promise<ServiceHealth> {
    return this.#calls.own('report of its own health', options, () =>
      this.#calls.call('GET', '/v1/health', decodeAs<ServiceHealth>('feeds'), options),
    );
  }
}

function decodeBatch(body: unknown): RefreshBatch {
  const batch = decodeAs<RefreshBatch>('results')(body);
  if (Array.isArray(batch.results)) return { ...batch, cursor: batch.cursor ?? null };
  throw new DecodeError('the results are not a list');
}

function decodeHistory(body: unknown): FeedFetch[] {
  if (Array.isArray(body)) return body.map(decodeAs<FeedFetch>('outcome'));
  throw new DecodeError('the body is not a list');
}
