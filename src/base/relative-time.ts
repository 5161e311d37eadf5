const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From this distance on, a date says more. */
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

/** Time that has passed, in milliseconds, in its largest whole unit: `40 s`, `5 min`, `3 h`, `12 d`. */
export function timeSpan(milliseconds: number): string {
  return inUnits(milliseconds, Math.floor);
}

/** A measured or average length in milliseconds, to the nearest unit: 6.99 days are `7 d`. */
export function roundedSpan(milliseconds: number): string {
  return inUnits(milliseconds, Math.round);
}

function inUnits(milliseconds: number, round: (length: number) => number): string {
  const seconds = round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = round(milliseconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  const hours = round(milliseconds / HOUR);
  return hours < 48 ? `${hours} h` : `${round(milliseconds / DAY)} d`;
}
