import { readRule } from './feed-rule.js';

/** The state of a list that its stored rule no longer finds. */
export interface ListDrift {
  /** Time of the first miss, in milliseconds since the epoch. */
  since: number;
  /** Number of items of the last correct reading, and of this one. */
  expected: number;
  found: number;
  /** Probability of a drift, 0 to 1. */
  confidence: number;
}

/**
 * Minimum number of misses: a single one is no drift, because lists shrink, and pages are down for
 * repair.
 */
const MIN_MISSES = 2;
const CONFIDENCE_NONE = 0.8;
const CONFIDENCE_FEWER = 0.5;
const CONFIDENCE_STEP = 0.05;
const MAX_CONFIDENCE = 0.95;

/**
 * Judges a reading by its rule: fewer items or none, several times in a row.
 * @param rule what the generator returned for storing
 */
export function driftOf(rule: unknown, found: number, now: number): ListDrift | null {
  const stored = readRule(rule);
  if (stored === null || stored.misses < MIN_MISSES) return null;
  const base = found === 0 ? CONFIDENCE_NONE : CONFIDENCE_FEWER;
  const more = (stored.misses - MIN_MISSES) * CONFIDENCE_STEP;
  return {
    since: stored.lostSince ?? now,
    expected: stored.count,
    found,
    confidence: Math.min(MAX_CONFIDENCE, base + more),
  };
}
