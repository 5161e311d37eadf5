/** Minimum number of items of a strategy for its result to count without others. */
export const MIN_ITEMS = 3;

/**
 * Minimum likelihood of a list in the page's HTML for it to be used. A person sees a rejected list
 * and may choose it; docs/benchmark.md shows the cost of other thresholds.
 */
export const BELIEVED = 0.12;

/** Confidence in the other strategies, 0 to 1. */
export const CONFIDENCE = {
  wordpress: 0.9,
  sitemap: 0.6,
  versions: 0.6,
  /** Confidence in a list that a stored rule finds. */
  stored: 0.85,
} as const;
