// Derives the words of dates from ICU. Deriving them while a page is read costs 20 ms a language,
// so the result is stored in src/dates/words.ts (`npm run date-words` writes it).
export { ALL_LANGUAGES } from '../src/dates/languages.js';

import { dateTokens, normaliseDateText } from '../src/dates/normalise.js';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
/** Amounts that together show every plural form. */
const AMOUNTS = [1, 2, 3, 5, 11, 21, 100, 1.5];
const STYLES = ['long', 'short', 'narrow'] as const;

/** The words of one language, by section; each section has groups of entries. */
export type DerivedWords = string[][][];

/**
 * Month names (12 groups), distances into the past and durations (a group a unit, numbers written
 * `#`), names of days (today, yesterday, the day before), last week, month and year, words between
 * the parts of a list, and the halves of the day.
 */
export function deriveDateWords(language: string): DerivedWords {
  return [
    monthNames(language),
    UNITS.map((unit) => relativePhrases(language, unit)),
    UNITS.map((unit) => durations(language, unit)),
    [0, -1, -2].map((day) => namedDistance(language, day, 'day')),
    (['week', 'month', 'year'] as const).map((unit) => namedDistance(language, -1, unit)),
    [listWords(language)],
    dayHalves(language),
  ];
}

/** One line a language: sections separated by `;`, groups by `|`, entries by `,`. */
export function encodeDateWords(words: DerivedWords): string {
  return words
    .map((groups) => groups.map((entries) => unique(entries).join(',')).join('|'))
    .join(';');
}

function monthNames(language: string): string[][] {
  const shapes: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { month: 'short' },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ];
  const formats = shapes.map(
    (shape) =>
      new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...shape, timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats
      .map((format) => partOf(format, Date.UTC(2020, month, 9), 'month'))
      .map((name) => normaliseDateText(name).replace(/\.$/, '').replace(/\./g, ' '))
      // Some languages number their months ("3月", "tháng 3"); patterns read those.
      .filter((name) => name !== '' && !/[\d,;|]/.test(name) && dateTokens(name).length > 0),
  );
}

function relativePhrases(language: string, unit: (typeof UNITS)[number]): string[] {
  return STYLES.flatMap((style) => {
    const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { style });
    return AMOUNTS.flatMap((amount) => variants(format.format(-amount, unit)));
  }).filter((key) => key.includes('#') && !/^# \S$/.test(key));
}

function durations(language: string, unit: (typeof UNITS)[number]): string[] {
  return STYLES.flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: 'unit',
      unit,
      unitDisplay,
    });
    return AMOUNTS.flatMap((amount) => variants(format.format(amount)));
  }).filter((key) => key.includes('#') && key !== '#');
}

function namedDistance(language: string, amount: number, unit: 'day' | 'week' | 'month' | 'year') {
  const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto' });
  const text = format.format(amount, unit);
  return /[\d+-]/.test(normaliseDateText(text)) ? [] : variants(text);
}

function listWords(language: string): string[] {
  return (['conjunction', 'unit'] as const)
    .map((type) => new Intl.ListFormat(language, { type }).format(['1', '2', '3']))
    .flatMap((text) => dateTokens(normaliseDateText(text)))
    .filter((word) => !/\d/.test(word));
}

/** The words for before and after noon. */
function dayHalves(language: string): string[][] {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    hour: 'numeric',
    hourCycle: 'h12',
    timeZone: 'UTC',
  });
  return [9, 15].map((hour) => {
    const word = normaliseDateText(partOf(format, Date.UTC(2020, 0, 1, hour), 'dayPeriod'));
    return word === '' || /[,;|]/.test(word) ? [] : [word.replace(/\s/g, '')];
  });
}

/** "viru(n) 3 Stonnen" stands for two spellings. A minus sign says that ICU has no words. */
function variants(text: string): string[] {
  const written = normaliseDateText(text).replace(/1[.,٫]5/, '1');
  if (/^[+-]|[+-]\d/.test(written)) return [];
  return [written.replace(/\((\S+?)\)/g, '$1'), written.replace(/\((\S+?)\)/g, '')].map((phrase) =>
    dateTokens(phrase)
      .map((token) => (/^\d/.test(token) ? '#' : token))
      .join(' '),
  );
}

function partOf(format: Intl.DateTimeFormat, time: number, wanted: string): string {
  return format.formatToParts(time).find(({ type }) => type === wanted)?.value ?? '';
}

function unique(entries: readonly string[]): string[] {
  return [...new Set(entries)];
}
