import { VERSION_HEADER } from '../contract/version.js';
import type { WireResponse } from './transport.js';

/** Clock, random numbers and sleep, which tests replace. */
export interface Timing {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  // Uses only timers that browsers have as well.
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    });
  },
};

/** What the client knows of the service so far. */
export interface ServiceInfo {
  /** Version of feedctl's own service; null for another service, or while it is unknown. */
  readonly version: string | null;
  /** True once an answer has shown the kind of the service. */
  readonly known: boolean;
}

/** Detects from answers whether the service is feedctl's own (header `Feedctl-Version`). */
export class ServiceObserver implements ServiceInfo {
  version: string | null = null;
  known = false;

  observe(response: WireResponse): void {
    const version = response.headers[VERSION_HEADER.toLowerCase()];
    if (version !== undefined) {
      this.version = version;
      this.known = true;
      return;
    }
    // An error page without the header may come from a proxy before a feedctl service.
    const json = /[/+]json\b/i.test(response.headers['content-type'] ?? '');
    if (json && response.status < 500) this.known = true;
  }
}
