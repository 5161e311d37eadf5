const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago a time was, for people: `5 min ago`, `3 h ago`, `12 d ago`; beyond a month its date in
 * the reader's own time zone. What is no time comes back as it is.
 *
 * @param now milliseconds since the epoch
 */
export function relativeTime(text: string, now: number): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  const distance = Math.abs(now - time);
  if (distance >= 31 * DAY) return date(new Date(time));
  const length = span(distance);
  if (length === undefined) return 'just now';
  return time > now ? `in ${length}` : `${length} ago`;
}

/** A length of time in its largest whole unit; undefined when it is less than a minute. */
export function span(milliseconds: number): string | undefined {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} d`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} h`;
  if (milliseconds >= MINUTE) return `${Math.floor(milliseconds / MINUTE)} min`;
  return undefined;
}

function date(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
