import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { isUrl } from '../../../base/url.js';
import { SourceError } from '../../fetch/index.js';
import type { RenderLimits } from '../limits.js';
import type { Upstream } from './upstream.js';

export type TicketLimits = Pick<RenderLimits, 'wireBytes' | 'requests' | 'openRequests'>;

/**
 * The permission of one page to use the proxy: credential, used limits, and errors on the way. All
 * connections of the page are closed when the ticket is closed or its limits are reached.
 */
export class ProxyTicket {
  readonly username = randomBytes(12).toString('hex');
  readonly password = randomBytes(24).toString('hex');
  readonly #limits: TicketLimits;
  readonly #page: string;
  readonly #open = new Set<Duplex>();
  readonly #failures = new Map<string, SourceError>();
  readonly #cut = new AbortController();
  #bytes = 0;
  #requests = 0;
  #isUsed = false;

  /**
   * @param page host of the page, for messages
   * @param upstream connections of this page; null: those of the proxy
   */
  constructor(
    limits: TicketLimits,
    page: string,
    readonly upstream: Upstream | null,
  ) {
    this.#limits = limits;
    this.#page = page;
  }

  /** Aborted when the ticket ends; the reason is a SourceError if a limit was reached. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** True once the proxy received a request with it. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  accepts(password: string): boolean {
    const given = Buffer.from(password);
    const expected = Buffer.from(this.password);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /**
   * Counts a request or tunnel and binds `connection` to the ticket; false if it is not allowed.
   */
  enter(connection: Duplex): boolean {
    this.#isUsed = true;
    this.countRequest();
    if (this.signal.aborted || this.#open.size >= this.#limits.openRequests) return false;
    if (!this.#open.has(connection)) {
      this.#open.add(connection);
      connection.once('close', () => this.#open.delete(connection));
    }
    return true;
  }

  /** Counts a request of the page, whether or not it reaches the proxy. */
  countRequest(): void {
    this.#requests += 1;
    if (this.#requests > this.#limits.requests) {
      this.exceed(`makes more than ${this.#limits.requests} requests`);
    }
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.wireBytes) {
      this.exceed(`loads more than ${this.#limits.wireBytes / 1e6} MB`);
    }
  }

  /**
   * Ends the ticket, because the page exceeded a limit. @param what completes a sentence that
   * begins with the host
   */
  exceed(what: string): void {
    const message = `${this.#page} ${what} when it is rendered.`;
    this.#end(new SourceError('SOURCE_TOO_LARGE', message));
  }

  /** Records why a host could not be reached, which the browser does not report. */
  failed(authority: string, error: SourceError): void {
    // Connections that break because the ticket ended say nothing about the host.
    if (!this.signal.aborted) this.#failures.set(authority, error);
  }

  /** @param address of a failed request */
  failureOf(address: string): SourceError | undefined {
    return isUrl(address) ? this.#failures.get(authorityOf(new URL(address))) : undefined;
  }

  close(): void {
    this.#end(new Error('The page is closed.'));
  }

  #end(reason: Error): void {
    if (this.signal.aborted) return;
    this.#cut.abort(reason);
    for (const connection of this.#open) connection.destroy();
  }
}

/** Host and port, including the default port of the scheme. */
export function authorityOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}
