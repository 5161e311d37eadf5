const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on a date says more. */
const FAR = 45 * DAY;

/** A moment in words, such as `3 min ago` or `in 2 h`; times in milliseconds. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance >= FAR) return new Date(at).toISOString().slice(0, 10);
  if (distance < 5 * SECOND) return 'just now';
  const words = span(distance);
  return at > now ? `in ${words}` : `${words} ago`;
}

/** A length of time in its largest unit, such as `3 min`; in milliseconds. */
export function span(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.round(milliseconds / SECOND)} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} days`;
}
