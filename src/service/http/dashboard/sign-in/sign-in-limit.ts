import { getConnInfo } from '@hono/node-server/conninfo';
import type { Clock } from '../../../clock.js';
import { ServiceError } from '../../../errors.js';
import type { PageContext } from '../frame/page-env.js';

/** Failures that an address may have within the window. */
const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;

/** Addresses that are remembered; more at once are no guessing of ours to stop. */
const MOST_ADDRESSES = 10_000;

/**
 * Slows down whoever tries keys from one address. Secrets have 256 bits, so this spares the log and
 * the processor rather than the accounts.
 */
export class SignInLimit {
  readonly #clock: Clock;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws ServiceError RATE_LIMITED */
  requireRoom(context: PageContext): void {
    const recent = this.#recent(addressOf(context));
    if (recent === undefined || recent.count < MOST_FAILURES) return;
    const waitMs = recent.since + WINDOW_MS - this.#clock.now();
    throw new ServiceError(
      'RATE_LIMITED',
      'There were too many wrong keys from your address. Wait a minute and try again.',
      { retryAfterSeconds: waitMs / 1000 },
    );
  }

  noteFailure(context: PageContext): void {
    const address = addressOf(context);
    const { count, since } = this.#recent(address) ?? { count: 0, since: this.#clock.now() };
    if (this.#failures.size >= MOST_ADDRESSES) this.#failures.clear();
    this.#failures.set(address, { count: count + 1, since });
  }

  #recent(address: string) {
    const known = this.#failures.get(address);
    return known !== undefined && this.#clock.now() - known.since < WINDOW_MS ? known : undefined;
  }
}

/** The peer of the connection; within the process there is none. */
function addressOf(context: PageContext): string {
  return 'incoming' in context.env ? (getConnInfo(context).remote.address ?? '') : '';
}
