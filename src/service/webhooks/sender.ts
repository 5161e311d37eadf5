import { isLoopback } from '../../base/loopback.js';
import { parseRetryAfter } from '../../base/retry-after.js';
import { VERSION } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { type Clock, systemClock } from '../core/time.js';
import { addressPolicy, createFetcher, type Fetcher, type FetcherOptions } from '../fetch/index.js';
import { outgoingUrl } from '../fetch/outgoing-url.js';
import { type Resolver, systemResolver, vetByName } from '../fetch/vetted-connector.js';

/** Concurrent deliveries of one process. */
export const MAX_CONCURRENT = 64;

/** Bytes of a response that are kept for the delivery log. */
const EXCERPT_BYTES = 2048;

/** The request to a receiver. */
export interface Message {
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal;
  /** See `vet`. */
  isLocal?: boolean;
}

/** The response of a receiver. */
export interface Answer {
  status: number;
  retryAfterMs: number | null;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Start of the body. */
  excerpt: string;
}

/** The HTTP client for receivers. */
export interface WebhookSender {
  /**
   * @param options `isLocal`: the owner listens on this machine, so the address must be one of it
   * @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD for a forbidden or invalid address
   */
  vet(address: string, options?: { isLocal?: boolean }): Promise<void>;
  /**
   * Sends a message; every response counts, even a redirect.
   * @throws ServiceError without a response, or the reason of the signal
   */
  post(address: string, message: Message): Promise<Answer>;
  close(): Promise<void>;
}

/** Checks every address like all requests of the service: when it is set and at each connection. */
export function createSender(options: FetcherOptions & { clock?: Clock }): WebhookSender {
  const { clock = systemClock, resolve = systemResolver } = options;
  const allowPrivateNetworks = options.allowPrivateNetworks === true;
  const policy = options.policy ?? addressPolicy({ allowPrivateNetworks });
  // Rate limits protect sites that did not ask to be called; a receiver gets its events
  // immediately.
  const common = {
    ...options,
    hostConcurrency: MAX_CONCURRENT,
    hostIntervalMs: 0,
    globalConcurrency: MAX_CONCURRENT,
  };
  const fetcher = createFetcher(common);
  let local: Fetcher | undefined;
  const toThisMachine = () => {
    // Local receivers never use a proxy, which would look on its own machine.
    local ??= createFetcher({ ...common, fetchProxy: undefined, policy: onlyThisMachine });
    return local;
  };
  return {
    async vet(address, { isLocal = false } = {}) {
      const { protocol, hostname } = await allowed(async () => outgoingUrl(address));
      if (isLocal) {
        if (isLoopback(hostname)) return;
        throw forbidden(`With listen_seconds the address must be one of this machine: ${address}`);
      }
      const isAllowed = protocol === 'https:' || isLoopback(hostname);
      if (!isAllowed && (!allowPrivateNetworks || (await isPublic(hostname, resolve)))) {
        throw forbidden(
          `Webhook URLs must use https:// (events contain private subscription data): ${address}`,
        );
      }
      await allowed(() => vetByName(hostname, { policy, resolve }));
    },
    async post(address, { headers, body, timeoutMs, signal, isLocal = false }) {
      const {
        status,
        headers: answered,
        body: answer,
      } = await (isLocal ? toThisMachine() : fetcher).fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': `feedctl/${VERSION} (webhooks)`,
          'accept-encoding': 'identity',
          ...headers,
        },
        body,
        anyStatus: true,
        maxRedirects: 0,
        timeoutMs,
        excerptBytes: EXCERPT_BYTES,
        ...(signal === undefined ? {} : { signal }),
      });
      const seconds = parseRetryAfter(answered['retry-after'], clock.now());
      return {
        status,
        retryAfterMs: seconds === undefined ? null : seconds * 1000,
        headers: answered,
        excerpt: answer.bytes.toString('utf8'),
      };
    },
    async close() {
      await Promise.all([fetcher.close(), local?.close()]);
    },
  };
}

/** Address policy for a command that listens next to the service; see `vet`. */
function onlyThisMachine(address: string): string | null {
  return isLoopback(address) ? null : 'an address of another machine';
}

async function allowed<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message } = error;
    throw code === 'SOURCE_FORBIDDEN'
      ? forbidden(message)
      : new ServiceError('INVALID_FIELD', `The address of a webhook (url): ${message}`);
  }
}

function forbidden(message: string): ServiceError {
  return new ServiceError('WEBHOOK_FORBIDDEN', message);
}

/** True for a public host, and for a name that does not resolve here. */
function isPublic(hostname: string, resolve: Resolver): Promise<boolean> {
  const policy = addressPolicy({ allowPrivateNetworks: false });
  return vetByName(hostname, { policy, resolve }).then(
    () => true,
    () => false,
  );
}
