const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on a date says more. */
const FAR = 31 * DAY;

/**
 * A moment in words: `5 min ago`, `in 3 h`, `12 d ago`; undefined beyond a month, where a date says
 * more.
 *
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function relativeTime(at: number, now: number): string | undefined {
  const distance = Math.abs(now - at);
  if (distance >= FAR) return undefined;
  if (distance < MINUTE) return 'just now';
  return at > now ? `in ${timeSpan(distance)}` : `${timeSpan(distance)} ago`;
}

/** A length of time in milliseconds, in its largest whole unit: `40 s`, `5 min`, `3 h`, `12 d`. */
export function timeSpan(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} d`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} h`;
  if (milliseconds >= MINUTE) return `${Math.floor(milliseconds / MINUTE)} min`;
  return `${Math.round(milliseconds / SECOND)} s`;
}
