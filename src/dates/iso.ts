/** A date or a time found in a text. */
export interface FoundDate {
  /** Milliseconds since the epoch. */
  time: number;
  /** False for a day without a time, which means 00:00 UTC. */
  hasTime: boolean;
  /** Set if the text names no year; the latest possible year was assumed. */
  yearless?: true;
}

const ISO =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[t ]+(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(\(?(?:utc|gmt)\s?[+-]\s?\d{1,2}(?::?\d{2})?(?!\d)|z|utc|gmt|[+-]\d{2}:?\d{2}|[+-]\d{2}(?!\d))?)?(?!\d)/i;

/**
 * Reads machine-readable dates: ISO 8601, Unix time in seconds or milliseconds. A time without an
 * offset gets `offset` (minutes east of UTC).
 */
export function readMachineDate(value: string, offset: number | null): FoundDate | null {
  const text = value.trim();
  if (/^\d{10}$/.test(text)) return { time: Number(text) * 1000, hasTime: true };
  if (/^\d{13}$/.test(text)) return { time: Number(text), hasTime: true };
  return readIsoDate(text, offset);
}

/** The first ISO 8601 date in a text. */
export function readIsoDate(text: string, offset: number | null): FoundDate | null {
  const match = isoIn(text);
  if (match === null) return null;
  const day: Day = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (match[4] === undefined) return wholeDay(day);
  const time: Time = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  return moment(day, time, match[7] === undefined ? offset : parseOffset(match[7]));
}

/** The offset from UTC in a machine-readable date, in minutes; null if it has none. */
export function statedOffset(value: string): number | null {
  const match = isoIn(value);
  return match?.[7] === undefined ? null : parseOffset(match[7]);
}

function isoIn(text: string): RegExpExecArray | null {
  const match = text.includes('-') ? ISO.exec(text) : null;
  if (match === null || !/^[^t]{16}-\d\d:\d\d$/i.test(match[0])) return match;
  // "2026-11-11 10:00-12:00" ends at noon: an offset west of UTC is never later than the time
  // itself.
  const isEnd = (match[7] ?? '').slice(1) > `${match[4]}:${match[5]}`;
  return isEnd ? ISO.exec(text.slice(0, match.index + 16)) : match;
}

/** Year, month (1-12), day. */
export type Day = readonly [number, number, number];
/** Hour, minute, second. */
export type Time = readonly [number, number, number];

/** A day at 00:00 UTC; null if the calendar has no such day. */
export function wholeDay(day: Day): FoundDate | null {
  const time = dayStart(day);
  return time === null ? null : { time, hasTime: false };
}

/** A day and a time; null if either is impossible. */
export function moment(day: Day, time: Time, offset: number | null): FoundDate | null {
  const start = dayStart(day);
  const [hour, minute, second] = time;
  if (start === null || hour > 24 || minute > 59 || second > 60) return null;
  const seconds = hour * 3600 + (minute - (offset ?? 0)) * 60 + second;
  return { time: start + seconds * 1000, hasTime: true };
}

function dayStart([year, month, day]: Day): number | null {
  if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.getTime() : null;
}

/** `Z`, `UTC`, `+01:00`, `+0100`, `+01` or `GMT+8` in minutes. */
export function parseOffset(text: string): number {
  const match = /([+-])\s?(\d{1,2}):?(\d{2})?/.exec(text);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}
