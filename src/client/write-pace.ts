import type { Timing } from './timing.js';

/** About one write a second is what hosted services of this interface take; a little less is safe. */
const REMOTE_WRITE_INTERVAL_MS = 1_200;

/** What the pace of writes depends on. */
interface PacingFacts {
  /** The caller's own choice in milliseconds, which beats everything else. */
  chosenMs: number | undefined;
  /** Whether a handler in this process answers. */
  inProcess: boolean;
  /** Whether the service is known to be feedctl's own, which needs no spacing. */
  ownService: boolean;
}

/** The shortest time between the starts of two writes, in milliseconds; 0 for no spacing. */
export function writeInterval(facts: PacingFacts): number {
  if (facts.chosenMs !== undefined) return facts.chosenMs;
  return facts.inProcess || facts.ownService ? 0 : REMOTE_WRITE_INTERVAL_MS;
}

/**
 * When the next write may start.
 *
 * @param now milliseconds on any clock
 * @param previousStart start of the write before, same clock, or undefined for the first
 * @param intervalMs see {@link writeInterval}
 */
export function nextWriteStart(
  now: number,
  previousStart: number | undefined,
  intervalMs: number,
): number {
  return previousStart === undefined ? now : Math.max(now, previousStart + intervalMs);
}

/** Keeps the starts of writes apart. */
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
    // Taken before waiting, so that calls made at the same time queue up behind each other.
    this.#previous = start;
    if (start > now) await this.#timing.sleep(start - now, signal);
  }
}
