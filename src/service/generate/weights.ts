/** Fewest items a strategy must have to be believed on its own. */
export const MIN_ITEMS = 3;

/** A list of the page's HTML is believed from this likelihood on. */
export const BELIEVED = 0.2;

/** How far each strategy is believed, 0 to 1: what authors mark for machines is seldom wrong. */
export const CONFIDENCE = {
  microformats: 0.9,
  microdata: 0.8,
  jsonLd: 0.8,
  state: 0.7,
  wordpress: 0.9,
  sitemap: 0.6,
  linkless: 0.6,
  linklessDated: 0.75,
  /** A list that a stored rule finds. */
  stored: 0.85,
} as const;

/** Undated items of a candidate that is believed no further than this may be no list. */
export const DOUBTFUL = 0.5;

/** A structured list replaces the mined one when it holds this share of it and is longer. */
export const REPLACE = { share: 0.8, longer: 1.05 } as const;

/** Mined records replace another list that they hold this share of and are so much longer than. */
export const WHOLE = { share: 0.5, times: 2 } as const;
