/** The format of quiet hours; completes `"quietHours" must be …`. */
export const QUIET_HOURS_RULE =
  '"none", or two times of day and a time zone such as 22:00-06:00 Europe/Berlin';

/**
 * A part of the day by the clocks of a time zone, in minutes since midnight: from `from` up to `to`,
 * across midnight if `to` is smaller.
 */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

/** Reads `none` or `22:00-06:00 Europe/Berlin`; null for anything else, and for two equal times. */
export function parseQuietHours(text: string): QuietHours | 'none' | null {
  if (text === 'none') return text;
  const match = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2}) (\S{1,50})$/.exec(text);
  if (match === null) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1, 5).map(Number);
  if (Math.max(fromHour, toHour) > 23 || Math.max(fromMinute, toMinute) > 59) return null;
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const timeZone = match[5] ?? '';
  return from === to || !isTimeZone(timeZone) ? null : { from, to, timeZone };
}

/** The text that `parseQuietHours` reads as this value, with two digits for every number. */
export function formatQuietHours(quiet: QuietHours | 'none'): string {
  if (quiet === 'none') return quiet;
  return `${timeOfDay(quiet.from)}-${timeOfDay(quiet.to)} ${quiet.timeZone}`;
}

function timeOfDay(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** True if this runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  // Node also accepts offsets such as +01:00, which have no daylight-saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
