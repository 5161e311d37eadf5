/** Deliveries under way at once in one process. */
export const MOST_AT_ONCE = 64;
