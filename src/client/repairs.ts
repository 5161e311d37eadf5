import { pathSegment } from './base-url.js';
import type { Calls } from './calls.js';
import { decodeAs } from './decode.js';
import type { CallOptions } from './options.js';
import type { FeedRepair, RefreshOutcome } from './resources.js';

const REPAIRS = 'repair of lists';

/** Finding the list of a feed again after its page changed. Only feedctl's own service does. */
export class RepairCalls {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Reads the page of a feed and proposes its new list; changes nothing. May take a minute. */
  get(id: string, options: CallOptions = {}): Promise<FeedRepair> {
    return this.#calls.own(REPAIRS, options, () =>
      this.#calls.call('GET', repairPath(id), decodeAs<FeedRepair>('items'), options),
    );
  }

  /**
   * Accepts a proposed list and refreshes the feed.
   * @param proposal of the repair that was shown
   */
  apply(id: string, proposal: string, options: CallOptions = {}): Promise<RefreshOutcome> {
    return this.#calls.own(REPAIRS, options, () =>
      this.#calls.call('POST', repairPath(id), decodeAs<RefreshOutcome>('outcome'), {
        ...options,
        body: { proposal },
      }),
    );
  }
}

function repairPath(id: string): string {
  return `/v1/feeds/${pathSegment('id', id)}/repair`;
}
