/**
 * A time range: "5:00 pm - 6:00 pm", "10:00-12:00", "5-6 pm". The start has no seconds and no "T"
 * before it: machines write those, with a zone after the dash.
 */
const RANGE =
  /(?<![\d:.t/-])(?<date>\d{4}-\d\d-\d\d,?\s)?(?<from>\d{1,2}(?:[:h]\d{2})?)(?<half>\s?[ap]\.?\s?m\b\.?)?(?<dash>\s?[-\u2010-\u2015\u2212]\s?)(?<to>\d{1,2}(?:[:h]\d{2})?)(?![\d:/.-]\d|\d)(?<last>\s?[ap]\.?\s?m\b\.?)?/giu;

/** The text without the ends of its time ranges, which would be read as a zone or a year. */
export function withoutRangeEnds(text: string): string {
  if (!/\d\s?(?:[ap]\.?\s?m\b\.?\s?)?[-\u2010-\u2015\u2212]\s?\d/i.test(text)) return text;
  return text.replace(RANGE, (all: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const { date = '', from = '', half, dash = '', to = '', last } = groups;
    const isClock = /[:h]/.test(from) && /[:h]/.test(to);
    // Two whole hours are times only with "am" or "pm": "10-12" may be days.
    if (!isClock && last === undefined && (half === undefined || !/[:h]/.test(to))) return all;
    const isLater = minutesOf(to) > minutesOf(from);
    const isZone = date !== '' || /^\s[+-]$/.test(dash);
    if (isZone && !isLater && half === undefined && last === undefined) return all;
    // "11-1 pm" begins in the morning.
    const shared =
      isLater || minutesOf(from) % 720 === 0 ? last : /p/i.test(last ?? '') ? ' am' : last;
    return `${date}${from}${half ?? shared ?? ''}`;
  });
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(/[:h]/);
  return Number(hours) * 60 + Number(minutes);
}
