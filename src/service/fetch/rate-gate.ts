import { setTimeout as delay } from 'node:timers/promises';
import { isLocalName } from '../../base/loopback.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { Semaphore } from '../core/async/semaphore.js';
import { credibleTime } from '../core/credible-time.js';
import { registrableDomain } from '../core/registrable-domain.js';
import type { Clock } from '../core/time.js';

/** Releases the slot; safe to call twice. */
export type Leave = () => void;

/** Rate limit across processes; times in milliseconds. */
export interface SharedRateLimit {
  /**
   * Waits for a slot at a site across all processes.
   * @param key see `politenessKey`
   * @returns releases the slot; an unreleased slot expires
   */
  enter(key: string, limits: RateLimits, signal?: AbortSignal): Promise<() => void>;
}

export interface RateLimits {
  concurrency: number;
  intervalMs: number;
}

interface RateGateOptions {
  clock: Clock;
  /** Other processes fetch the same sites; omitted when there are none. */
  sharedRateLimit?: SharedRateLimit | undefined;
  /** Concurrent requests to one registrable domain. */
  hostConcurrency?: number | undefined;
  /** Minimum time between the starts of two requests to one registrable domain, in milliseconds. */
  hostIntervalMs?: number | undefined;
  /** Concurrent requests in total. */
  globalConcurrency: number;
  /** Waits; replaced in tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

const DEFAULTS = {
  hostConcurrency: SERVICE_SETTINGS.hostConcurrency.default,
  hostIntervalMs: SERVICE_SETTINGS.hostIntervalMs.default,
};
const REMEMBERED_HOSTS = 1000;

interface HostState {
  permits: Semaphore;
  nextStartAt: number;
}

/** Limits concurrent requests per site and spaces them in time. */
export class RateGate {
  readonly #options: RateGateOptions;
  readonly #limits: RateLimits;
  readonly #global: Semaphore;
  readonly #wait: NonNullable<RateGateOptions['wait']>;
  readonly #hosts = new Map<string, HostState>();

  constructor(options: RateGateOptions) {
    this.#options = options;
    this.#limits = {
      concurrency: options.hostConcurrency ?? DEFAULTS.hostConcurrency,
      intervalMs: options.hostIntervalMs ?? DEFAULTS.hostIntervalMs,
    };
    this.#global = new Semaphore(options.globalConcurrency);
    this.#wait = options.wait ?? ((ms, signal) => delay(ms, undefined, { signal }));
  }

  /**
   * Waits for a slot. The global slot is taken last, so that no host can starve others. @param
   * isBurst starts at once; the next request waits for the interval
   */
  async enter(hostname: string, signal?: AbortSignal, isBurst = false): Promise<Leave> {
    const key = politenessKey(hostname);
    if (isBurst) this.#postpone(key);
    const leaveHost =
      isBurst || this.#isExempt(hostname) ? () => {} : await this.#enterHost(key, signal);
    try {
      await this.#global.acquire(signal);
    } catch (error) {
      leaveHost();
      throw error;
    }
    return once(() => {
      this.#global.release();
      leaveHost();
    });
  }

  async #enterHost(key: string, signal?: AbortSignal): Promise<Leave> {
    const host = this.#host(key);
    await host.permits.acquire(signal);
    const now = this.#options.clock.now();
    const { concurrency, intervalMs } = this.#limits;
    // A slot is taken before, so that no more than these can be ahead.
    const nextStartAt = credibleTime(host.nextStartAt, now, (concurrency + 1) * intervalMs);
    const startAt = Math.max(now, nextStartAt);
    host.nextStartAt = startAt + intervalMs;
    try {
      if (startAt > now) await this.#wait(startAt - now, signal);
      const leaveShared = await this.#options.sharedRateLimit?.enter(key, this.#limits, signal);
      return () => {
        leaveShared?.();
        host.permits.release();
      };
    } catch (error) {
      host.permits.release();
      throw error;
    }
  }

  #postpone(key: string): void {
    const host = this.#host(key);
    const earliest = this.#options.clock.now() + this.#limits.intervalMs;
    host.nextStartAt = Math.max(host.nextStartAt, earliest);
  }

  #host(key: string): HostState {
    const known = this.#hosts.get(key);
    if (known !== undefined) return known;
    if (this.#hosts.size >= REMEMBERED_HOSTS) this.#forgetIdle();
    const host = { permits: new Semaphore(this.#limits.concurrency), nextStartAt: 0 };
    this.#hosts.set(key, host);
    return host;
  }

  #forgetIdle(): void {
    const now = this.#options.clock.now();
    for (const [key, host] of this.#hosts) {
      if (host.nextStartAt <= now && host.permits.isIdle(this.#limits.concurrency)) {
        this.#hosts.delete(key);
      }
    }
  }

  #isExempt(hostname: string): boolean {
    const { hostConcurrency, hostIntervalMs } = this.#options;
    return hostConcurrency === undefined && hostIntervalMs === undefined && isLocalName(hostname);
  }
}

/** The rate-limit slot of a request; kept while redirects stay within one registrable domain. */
export class RateSlot {
  readonly #gate: RateGate;
  readonly #signal: AbortSignal;
  readonly #isBurst: boolean;
  #key: string | null = null;
  #leave: Leave = () => {};

  constructor(gate: RateGate, signal: AbortSignal, isBurst: boolean) {
    this.#gate = gate;
    this.#signal = signal;
    this.#isBurst = isBurst;
  }

  async moveTo(hostname: string): Promise<void> {
    const key = politenessKey(hostname);
    if (key === this.#key) return;
    this.end();
    this.#leave = await this.#gate.enter(hostname, this.#signal, this.#isBurst);
    this.#key = key;
  }

  end(): void {
    this.#leave();
  }
}

/** The key of servers with one operator: the registrable domain, otherwise the host. */
export function politenessKey(hostname: string): string {
  return registrableDomain(hostname) ?? hostname;
}

function once(action: () => void): Leave {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
