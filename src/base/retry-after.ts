/** Longest wait that is accepted, in seconds; a week covers every honest value. */
const MAX_SECONDS = 7 * 24 * 3600;

// The three forms of RFC 9110 section 5.6.7 begin with the weekday. Date.parse alone accepts nearly
// anything: it reads "-1" as a year.
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
/** `Sun Nov  6 08:49:37 1994`: this form has no zone and means UTC. */
const ASCTIME = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): whole seconds or an HTTP date.
 *
 * @param value the header as sent; undefined or null when there is none
 * @param now milliseconds since the epoch, for the date form
 * @returns whole seconds from 0 to 604,800, or undefined when it says nothing readable
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  // A fraction is not in the standard, but servers send it; it is rounded up.
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), MAX_SECONDS);
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), MAX_SECONDS);
}

/** From this value on (thirty years) a number means seconds since 1970, not seconds from now. */
const MIN_EPOCH_SECONDS = 1_000_000_000;

/**
 * The time until an exhausted quota is available again, by the older headers `x-ratelimit-reset`
 * and `ratelimit-reset`: seconds from now or since 1970.
 *
 * @param headers by names in lower case
 * @returns as `parseRetryAfter`; undefined also while requests remain
 */
export function parseRateLimitReset(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  for (const prefix of ['x-ratelimit', 'x-rate-limit', 'ratelimit']) {
    const [remaining, reset] = ['remaining', 'reset'].map((name) => headers[`${prefix}-${name}`]);
    if (Number(remaining ?? 0) >= 1) continue;
    const seconds = Number(reset?.trim() || Number.NaN);
    if (!(seconds >= 0)) continue;
    const fromNow = seconds < MIN_EPOCH_SECONDS ? seconds : seconds - now / 1000;
    return Math.min(Math.max(0, Math.ceil(fromNow)), MAX_SECONDS);
  }
  return undefined;
}
