import ipaddr from 'ipaddr.js';
import type { Clock } from '../../../core/clock.js';
import { ServiceError } from '../../../core/errors.js';

/** Allowed failures of an address within the window. */
const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

/** Limit of remembered clients. */
const MAX_CLIENTS = 10_000;

/**
 * Slows down clients that guess keys. Secrets have 256 bits, so this protects the log, not the
 * accounts: a correct key is always accepted, because many users may share one address.
 */
export class SignInLimit {
  readonly #clock: Clock;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a wrong key or link.
   * @throws ServiceError RATE_LIMITED after too many failures in this window
   */
  noteFailure(address: string): void {
    const client = clientOf(address);
    const { count, since } = this.#recent(client) ?? { count: 0, since: this.#clock.now() };
    if (count >= MAX_FAILURES) {
      throw new ServiceError(
        'RATE_LIMITED',
        'Too many wrong keys from your address. Wait a minute, or sign in with the correct one.',
        { retryAfterSeconds: (since + WINDOW_MS - this.#clock.now()) / 1000 },
      );
    }
    if (this.#failures.size >= MAX_CLIENTS) this.#failures.clear();
    this.#failures.set(client, { count: count + 1, since });
  }

  #recent(client: string) {
    const known = this.#failures.get(client);
    return known !== undefined && this.#clock.now() - known.since < WINDOW_MS ? known : undefined;
  }
}

/** An address of IPv4, or the /64 of IPv6 in which one client has all addresses (RFC 4291, 2.5.4). */
function clientOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}
