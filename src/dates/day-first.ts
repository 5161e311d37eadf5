/** True if a language writes the day before the month; null if its countries differ. */
export function writesDayFirst(language: string | null): boolean | null {
  const tag = language?.toLowerCase() ?? '';
  if (tag === 'en-us' || tag === 'en-ca' || tag.startsWith('fil')) return false;
  return tag === 'en' || tag === '' ? null : true;
}

/** True if a language writes the year first: 26.11.20 is 20 November 2026. */
export function writesYearFirst(language: string | null): boolean {
  return /^(?:ko|ja|zh)\b/i.test(language ?? '');
}
