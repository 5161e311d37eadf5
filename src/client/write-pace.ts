import type { Timing } from './timing.js';

/** Hosted services of this interface accept about one write a second; this is slightly slower. */
const REMOTE_WRITE_INTERVAL_MS = 1_200;

/** Facts that decide the pace of writes. */
interface PacingFacts {
  /** The caller's own interval in milliseconds, which overrides everything else. */
  chosenMs: number | undefined;
  /** True if a handler in this process answers. */
  inProcess: boolean;
  /** True if the service is known to be feedctl's own, which needs no pause. */
  ownService: boolean;
}

/** The minimum time between the starts of two writes, in milliseconds; 0 for none. */
export function writeInterval(facts: PacingFacts): number {
  if (facts.chosenMs !== undefined) return facts.chosenMs;
  return facts.inProcess || facts.ownService ? 0 : REMOTE_WRITE_INTERVAL_MS;
}

/**
 * The time at which the next write may start.
 *
 * @param now milliseconds on any clock
 * @param previousStart start of the previous write by the same clock, or undefined for the first
 * @param intervalMs see {@link writeInterval}
 */
export function nextWriteStart(
  now: number,
  previousStart: number | undefined,
  intervalMs: number,
): number {
  return previousStart === undefined ? now : Math.max(now, previousStart + intervalMs);
}

/** Delays writes so that their starts are apart. */
export class WritePace {
  readonly #timing: Timing;
  #previous: number | undefined;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Waits until the next write may start. */
  async wait(intervalMs: number, signal: AbortSignal): Promise<void> {
    const now = this.#timing.now();
    const start = nextWriteStart(now, this.#previous, intervalMs);
    // Set before waiting, so that simultaneous calls queue up behind each other.
    this.#previous = start;
    if (start > now) await this.#timing.sleep(start - now, signal);
  }
}
