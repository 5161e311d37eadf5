/** Longest wait that is believed, in seconds; a week covers every honest value. */
const LONGEST_SECONDS = 7 * 24 * 3600;

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): whole seconds or an HTTP date.
 *
 * @param value the header as sent, or null when there is none
 * @param now milliseconds since the epoch, for the date form
 * @returns whole seconds from 0 to 604,800, or undefined when it says nothing readable
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_SECONDS);
  // A fraction is not in the standard but is sent; never come back before it is over.
  if (/^\d+\.\d+$/.test(text)) return Math.min(Math.ceil(Number(text)), LONGEST_SECONDS);
  // Date.parse takes nearly anything ("-1" is a year): an HTTP date begins with the weekday.
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_SECONDS);
}
