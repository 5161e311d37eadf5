/** The local day of a time, in the zone of TZ, of --time-zone, or of this machine. */
export function localDay(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** A local time with its offset from UTC: `2026-01-31 09:30 +01:00`. */
export function localTime(time: Date): string {
  const minutes = -time.getTimezoneOffset();
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${two(hour)}:${two(minute)}`;
  return `${localDay(time)} ${two(time.getHours())}:${two(time.getMinutes())} ${offset}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
