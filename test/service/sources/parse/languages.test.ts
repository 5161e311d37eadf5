import { describe, expect, it } from 'vitest';
import { DATE_LANGUAGES } from '../../../../src/dates/languages.js';
import { readDate } from '../../../../src/service/sources/parse/read-date.js';

const DAYS = Array.from({ length: 12 }, (_, month) => Date.UTC(2025, month, 3 + month * 2));

/** Basque puts endings on the year, the month and the day ("2025(e)ko urtarrilaren 3(a)"). */
const LANGUAGES = DATE_LANGUAGES.filter((language) => language !== 'eu');

// Feeds and pages share the words of dates: what the generator reads on a page, a feed may say too.
describe('readDate', () => {
  it.each(LANGUAGES)('reads dates as %s writes them', (language) => {
    const locale = `${language}-u-ca-gregory`;
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    const wrong = DAYS.filter((day) => readDate(format.format(day), language)?.local !== day);
    expect(wrong.map((day) => format.format(day))).toEqual([]);
  });

  it('takes a month that two languages share by the language of the document', () => {
    expect(readDate('21. listopada 2025.', 'hr')?.local).toBe(Date.UTC(2025, 9, 21));
    expect(readDate('21 listopada 2025', 'pl')?.local).toBe(Date.UTC(2025, 10, 21));
    expect(readDate('21 listopada 2025')?.local).toBe(Date.UTC(2025, 10, 21));
  });

  it('does not take the year alone where more of the date is written', () => {
    expect(readDate('2025 m. sausio 3 d.', 'lt')?.local).toBe(Date.UTC(2025, 0, 3));
    expect(readDate('2025 edition')).toBeNull();
    expect(readDate('2025')?.local).toBe(Date.UTC(2025, 0, 1));
  });
});
