import { isLoopback } from '../../base/loopback.js';
import { parseRetryAfter } from '../../base/retry-after.js';
import { VERSION } from '../../contract/index.js';
import { type Clock, systemClock } from '../core/clock.js';
import { ServiceError } from '../core/errors.js';
import { addressPolicy, createFetcher, type FetcherOptions } from '../fetch/index.js';
import { outgoingUrl } from '../fetch/outgoing-url.js';
import { systemResolver, vetByName } from '../fetch/vetted-connector.js';
import { MAX_CONCURRENT } from './webhook.js';

/** Bytes of an answer that are kept for the attempt log. */
const EXCERPT_BYTES = 2048;

/** What is sent to a receiver. */
export interface Message {
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** What a receiver answered. */
export interface Answer {
  status: number;
  retryAfterMs: number | null;
  /** The beginning of the body. */
  excerpt: string;
}

/** The way out to receivers. */
export interface WebhookSender {
  /** @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD for an address nothing may be sent to. */
  vet(address: string): Promise<void>;
  /**
   * Sends a message; whatever the receiver answers is an answer, a redirect too.
   * @throws ServiceError when there was no answer, or the signal's reason.
   */
  post(address: string, message: Message): Promise<Answer>;
  close(): Promise<void>;
}

/** Vets every address like all that the service requests, when it is given and at each connection. */
export function createSender(options: FetcherOptions & { clock?: Clock }): WebhookSender {
  const { clock = systemClock, resolve = systemResolver } = options;
  const allowPrivateNetworks = options.allowPrivateNetworks === true;
  const policy = options.policy ?? addressPolicy({ allowPrivateNetworks });
  // Politeness is for those who did not ask to be called: a receiver gets its events at once.
  const fetcher = createFetcher({
    ...options,
    hostConcurrency: MAX_CONCURRENT,
    hostIntervalMs: 0,
    globalConcurrency: MAX_CONCURRENT,
  });
  return {
    async vet(address) {
      const { protocol, hostname } = await allowed(async () => outgoingUrl(address));
      if (protocol === 'http:' && !allowPrivateNetworks && !isLoopback(hostname)) {
        throw forbidden(`Events hold what somebody follows: ${address} must begin with https://.`);
      }
      await allowed(() => vetByName(hostname, { policy, resolve }));
    },
    async post(address, { headers, body, timeoutMs, signal }) {
      const {
        status,
        headers: answered,
        body: answer,
      } = await fetcher.fetch(address, {
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
        excerpt: answer.toString('utf8'),
      };
    },
    close: () => fetcher.close(),
  };
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
