/** Fewest items a strategy must have to be believed on its own. */
export const MIN_ITEMS = 3;

/**
 * A list of the page's HTML is believed from this likelihood on. A person sees a list that is refused, and may
 * take it; docs/benchmark.md says what another likelihood would cost.
 */
export const BELIEVED = 0.12;

/** How far the other strategies are believed, 0 to 1. */
export const CONFIDENCE = {
  wordpress: 0.9,
  sitemap: 0.6,
  versions: 0.6,
  /** A list that a stored rule finds. */
  stored: 0.85,
} as const;
