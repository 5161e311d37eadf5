interface Span {
  start: number;
  end: number;
}

/**
 * True if two digits after a day and its month can be a year, as in "9 March 26", "09-Mar-26" and
 * "9 Mar '26"; in "11 Jul - 11 Aug", "Jul 11 - Aug 11" and "10-12 Aug 14" they are a day or an
 * hour.
 */
export function mayBeShortYear(
  text: string,
  { day, month, year }: Record<'day' | 'month' | 'year', Span>,
): boolean {
  const behind = text.slice(month.end, year.start).trim();
  if (/['\u2019]$/.test(behind)) return true;
  const before = text.slice(day.end, month.start).trim();
  const isEven = before.replace(/[.,]/g, '') === behind.replace(/[.,]/g, '');
  const isSpaced = /\s[-\u2013\u2014]|[-\u2013\u2014]\s/.test(text.slice(day.end, year.start));
  const isRange = /[\p{L}\d.]\s?[-\u2010-\u2015\u2212/]\s?$/u.test(text.slice(0, day.start));
  const isFollowed = /^\s?(?:[-\u2010-\u2015\u2212/]|\p{L}{3,}\.?\s?\d|[.,]?\d)/u.test(
    text.slice(year.end),
  );
  return isEven && !isSpaced && !isRange && !isFollowed;
}
