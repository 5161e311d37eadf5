import { HOUR, MINUTE, SECOND } from '../core/durations.js';

/**
 * The minimum distance of requests to a site, learned from its refusals (HTTP 429). In
 * milliseconds.
 */
export interface HostPace {
  /** Time between the starts of two requests. */
  gapMs: number;
  /** The gap at the last refusal, which the site does not allow. */
  refusedMs: number;
  /** Number of requests since the last refusal. */
  requests: number;
}

/** Maximum gap. */
export const MAX_GAP = HOUR;

/** Shorter gaps are not stored: the fetcher keeps one like it to every site. */
const MIN_GAP = SECOND;

/** The gap at the first refusal: the usual distance of two requests to a site. */
const UNPACED = SECOND;

/**
 * Maximum first gap if the site names none, and the share of its feeds' needs that this gap allows.
 */
const MAX_FIRST_GAP = MINUTE;
const FIRST_SHARE = 0.5;

/**
 * Longer named waits are the rest of a quota, such as that of an hour, and say nothing about the
 * gap.
 */
const MAX_NAMED_GAP = 10 * MINUTE;

/** Margin for clocks and latency on top of the named wait. */
const MARGIN = 1.1;
const AFTER_ANOTHER = 2;
const AFTER_ANSWERS = 1.25;

/** Factor by which a request shortens the gap: less near the gap that was refused. */
const SHRINK = 0.9;
const SHRINK_NEAR_REFUSED = 0.998;
const NEAR = 1.5;

/**
 * The pace after a refusal: the gap doubles when the request before was refused, too. After answers it
 * grows by a quarter, because the gap that the site allows was found.
 * @param namedMs how long the site asks to wait, or null
 * @param feeds number of feeds of the site, each of which needs about a request an hour
 */
export function afterRefusal(
  pace: HostPace | null,
  { namedMs, feeds }: { namedMs: number | null; feeds: number },
): HostPace {
  const named = namedMs === null || namedMs > MAX_NAMED_GAP ? 0 : namedMs * MARGIN;
  if (pace === null) {
    const needed = HOUR / Math.max(1, feeds) / FIRST_SHARE;
    const gapMs = named || Math.min(MAX_FIRST_GAP, needed);
    return { gapMs: limited(gapMs), refusedMs: UNPACED, requests: 0 };
  }
  const { gapMs, requests } = pace;
  // Requests that started before the first refusal are refused with it.
  if (requests === 0) return { ...pace, gapMs: limited(Math.max(gapMs, named)) };
  const grown = gapMs * (requests === 1 ? AFTER_ANOTHER : AFTER_ANSWERS);
  return { gapMs: limited(Math.max(grown, named)), refusedMs: gapMs, requests: 0 };
}

/** The pace after one more request; null if the site needs none any more. */
export function afterRequest({ gapMs, refusedMs, requests }: HostPace): HostPace | null {
  const isNear = gapMs <= refusedMs * NEAR;
  const shrunk = gapMs * (isNear ? SHRINK_NEAR_REFUSED : SHRINK);
  if (shrunk < MIN_GAP) return null;
  return { gapMs: limited(shrunk), refusedMs, requests: requests + 1 };
}

function limited(gapMs: number): number {
  return Math.round(Math.min(gapMs, MAX_GAP));
}
