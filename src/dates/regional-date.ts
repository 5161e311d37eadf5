import type { Day } from './iso.js';

/** A form that few languages use, with the positions of year, month and day in it. */
interface RegionalForm {
  pattern: RegExp;
  /** A character that every match has, for a fast test: most texts have none. */
  sign: RegExp;
  /**
   * Set for forms that count only in languages with the year first: elsewhere they may be names.
   */
  yearFirst?: true;
}

const YEAR = '(?<year>(?:19|20)\\d\\d)';
const MONTH = '(?<month>\\d{1,2})';
const DAY = '(?<day>\\d{1,2})(?!\\d)';
const ROMAN = 'viii|vii|vi|v|iv|iii|ii|ix|i|xii|xi|x';
const BASQUE = 'urtarril otsail martxo apiril maiatz ekain uztail abuztu irail urri azaro abendu';

const FORMS: readonly RegionalForm[] = [
  // 令和8年11月20日, 令和元年5月1日
  {
    pattern: new RegExp(`(?<era>令和|平成)\\s?(?<of>元|\\d{1,2})年\\s?${MONTH}月\\s?${DAY}日`),
    sign: /年/,
  },
  // 令8.11.20, R8.11.20
  {
    pattern: new RegExp(
      `(?<!\\p{L})(?<era>[令平rh])\\s?(?<of>元|\\d{1,2})(?<by>[./-])\\s?${MONTH}\\k<by>\\s?${DAY}`,
      'u',
    ),
    sign: /[令平rh]\s?[元\d]/,
    yearFirst: true,
  },
  // 20 tháng 11 năm 2026
  {
    pattern: new RegExp(
      `(?<day>\\d{1,2})\\s+(?:tháng|thg)\\s+${MONTH}(?:,|\\s+năm)?\\s+(?<year>\\d{4})`,
    ),
    sign: /th/,
  },
  // 20 XI 2026, 20.XI.2026 r., and not "4 x 2000 mAh"
  {
    pattern: new RegExp(
      `(?<![\\d.])(?<day>\\d{1,2})[. ]{1,2}(?<roman>${ROMAN})[. ]{1,2}${YEAR}(?!\\d|\\s?(?!r\\b)[a-z]{1,4}\\b)`,
    ),
    sign: /[ivx][. ]/,
  },
  // 2026. XI. 20.
  {
    pattern: new RegExp(`(?<!\\d)${YEAR}\\. ?(?<roman>${ROMAN})\\. ?${DAY}`),
    sign: /[ivx]\./,
  },
  // 2026ko azaroaren 20a
  {
    pattern: new RegExp(
      `(?<!\\d)${YEAR}(?:\\(e\\)|e)?ko (?<basque>${BASQUE.replaceAll(' ', '|')})a?ren ${DAY}`,
    ),
    sign: /ko /,
  },
  // 2026 оны 11-р сарын 20
  {
    pattern: new RegExp(
      `(?<!\\d)${YEAR}\\s?оны\\s${MONTH}\\s?-?(?:р|дугаар|дүгээр)?\\sсарын\\s${DAY}`,
    ),
    sign: /оны/,
  },
];

/** The year before the first year of each era, by its name or the first character of it. */
const ERAS: Readonly<Record<string, number>> = { 令: 2018, r: 2018, 平: 1988, h: 1988 };

/**
 * A date in normalised text in a form that few languages use: with an era, Roman or declined
 * months.
 */
export function findRegionalDate(
  text: string,
  isYearFirst: boolean,
): { match: RegExpExecArray; day: Day } | null {
  for (const { pattern, sign, yearFirst = false } of FORMS) {
    if ((yearFirst && !isYearFirst) || !sign.test(text)) continue;
    const match = pattern.exec(text);
    if (match !== null) return { match, day: dayOfGroups(match.groups ?? {}) };
  }
  return null;
}

function dayOfGroups({ era, of, year, month, roman, basque, day }: Record<string, string>): Day {
  const ofEra = (ERAS[era?.[0] ?? ''] ?? 0) + (of === '元' ? 1 : Number(of));
  const numbers = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');
  const named =
    roman === undefined ? BASQUE.split(' ').indexOf(basque ?? '') : numbers.indexOf(roman);
  return [
    year === undefined ? ofEra : Number(year),
    month === undefined ? named + 1 : Number(month),
    Number(day),
  ];
}
