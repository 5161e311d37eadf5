import { VERSION_HEADER } from '../contract/version.js';
import type { WireResponse } from './transport.js';

/** Time and chance, injected so that tests need neither. */
export interface Timing {
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  // By the timers that browsers have, too.
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

/** What the answers so far say of the service. */
export interface ServiceInfo {
  /** Version of a service of feedctl's own, or null for another one, or while nothing is known. */
  readonly version: string | null;
  /** Whether an answer has told which of the two it is. */
  readonly known: boolean;
}

/** Learns from every answer whether the service is feedctl's own (header `Feedctl-Version`). */
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
    // An error page without the header may come from a proxy in front of a feedctl service.
    const json = /[/+]json\b/i.test(response.headers['content-type'] ?? '');
    if (json && response.status < 500) this.known = true;
  }
}
