import { EXTRA_MONTHS, EXTRA_RELATIVE } from './lexicon-extras.js';
import { dateTokens, normaliseDateText } from './normalise.js';

/** A unit of time in a relative date, and which way it counts. */
export interface RelativePhrase {
  unit: RelativeUnit;
  /** Fixed amount ("yesterday" is 1 day), or null when the number stands in the text. */
  amount: number | null;
  /** A day by its name ("yesterday") rather than a distance ("a day ago"). */
  named?: true;
}

export type RelativeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** The words of dates in some languages. */
export interface Lexicon {
  /** Month (1-12) by name, as normalised text. */
  months: ReadonlyMap<string, number>;
  /** Every word of their names: some are of two. */
  monthWords: ReadonlySet<string>;
  /** By tokens joined with a space, numbers written `#`. */
  relative: ReadonlyMap<string, RelativePhrase>;
  /** Every word of the phrases: a text with none of them says no distance. */
  relativeWords: ReadonlySet<string>;
}

/**
 * Languages whose dates are understood. Their words come from ICU, which every Node carries, so
 * that no list of month names has to be kept and none is forgotten.
 */
export const DATE_LANGUAGES = (
  'en de fr es it pt nl sv da nb fi is pl cs sk sl hr sr bs uk ru be bg ro hu el tr ca gl eu et lv lt id ms vi ' +
  'th ja zh zh-Hant ko ar fa ur he hi bn ta te ml mr gu af sq ka hy kk fil'
).split(' ');

const UNITS: readonly RelativeUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'];
/** Amounts that together show every plural form of every language above. */
const AMOUNTS = [1, 2, 3, 5, 11, 21, 100];

const lexicons = new Map<string, Lexicon>();

/** The words of one language and of English, which many templates keep. */
export function lexiconFor(language: string | null): Lexicon {
  const tag = knownLanguage(language);
  return cached(tag, () => buildLexicon(tag === 'en' ? ['en'] : [tag, 'en']));
}

/** The words of all languages, for pages that say nothing of theirs or the wrong thing. */
export function fullLexicon(): Lexicon {
  return cached('*', () => buildLexicon(DATE_LANGUAGES));
}

/** The supported language of a BCP 47 tag; English when it is none of them. */
export function knownLanguage(language: string | null): string {
  const tag = language?.trim().toLowerCase().replace('_', '-') ?? '';
  if (/^zh-(?:hant|tw|hk|mo)/.test(tag)) return 'zh-Hant';
  const primary = tag.split('-')[0] ?? '';
  if (primary === 'no' || primary === 'nn') return 'nb';
  return DATE_LANGUAGES.includes(primary) ? primary : 'en';
}

function cached(key: string, build: () => Lexicon): Lexicon {
  const known = lexicons.get(key);
  if (known !== undefined) return known;
  const lexicon = build();
  lexicons.set(key, lexicon);
  return lexicon;
}

/** Where two languages disagree on a word, the one named first is believed. */
function buildLexicon(languages: readonly string[]): Lexicon {
  const months = new Map<string, number>();
  const relative = new Map<string, RelativePhrase>();
  for (const language of languages) {
    addMonths(months, language);
    addRelative(relative, language);
  }
  for (const [name, month] of EXTRA_MONTHS) keepFirst(months, name, month);
  for (const [phrase, value] of EXTRA_RELATIVE) keepFirst(relative, phraseKey(phrase), value);
  const words = [...relative.keys()].flatMap((phrase) => phrase.split(' '));
  const relativeWords = new Set(words.filter((word) => word !== '#'));
  const monthWords = new Set([...months.keys()].flatMap((name) => name.split(' ')));
  return { months, monthWords, relative, relativeWords };
}

function addMonths(months: Map<string, number>, language: string): void {
  const locale = `${language}-u-ca-gregory-nu-latn`;
  const shapes: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'long', day: 'numeric' },
    { month: 'short' },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ];
  for (const shape of shapes) {
    const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const part = format
        .formatToParts(Date.UTC(2020, month - 1, 9))
        .find(({ type }) => type === 'month');
      const name = normaliseDateText(part?.value ?? '')
        .replace(/\.$/, '')
        .replace(/\./g, ' ');
      // Some languages number their months ("3月", "tháng 3"); patterns see to those.
      if (name === '' || /\d/.test(name)) continue;
      keepFirst(months, name, month);
      // Hebrew writes "in" and the month as one word.
      if (language === 'he') keepFirst(months, `ב${name}`, month);
    }
  }
}

function addRelative(relative: Map<string, RelativePhrase>, language: string): void {
  for (const style of ['long', 'short', 'narrow'] as const) {
    const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { style });
    for (const unit of UNITS) {
      for (const amount of AMOUNTS) {
        const text = format.format(-amount, unit);
        const numbered = /\d/.test(text);
        keepFirst(relative, phraseKey(text), { unit, amount: numbered ? null : amount });
      }
    }
  }
  const auto = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { numeric: 'auto' });
  const named: [string, RelativePhrase][] = [];
  for (const amount of [0, 1, 2]) {
    const text = auto.format(-amount, 'day');
    if (!/\d/.test(text)) named.push([phraseKey(text), { unit: 'day', amount, named: true }]);
  }
  for (const [phrase, value] of named) keepFirst(relative, phrase, value);
}

function phraseKey(phrase: string): string {
  return dateTokens(normaliseDateText(phrase))
    .map((token) => (/^\d/.test(token) ? '#' : token))
    .join(' ');
}

function keepFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (key !== '' && key !== '#' && !map.has(key)) map.set(key, value);
}
