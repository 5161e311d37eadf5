import { readRule } from './feed-rule.js';

/** The list of a page is no longer where the stored rule finds it. */
export interface ListDrift {
  /** Milliseconds. */
  since: number;
  /** Items of the last reading that was right, and of this one. */
  expected: number;
  found: number;
  /** 0 to 1. */
  confidence: number;
}

/** Once is no drift: lists do shrink, and pages are down for repair. */
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
