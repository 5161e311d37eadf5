import { calendarWords, wordsOfDistances } from './language-words.js';
import { ALL_LANGUAGES, isMajorLanguage, knownLanguage, scriptsOf } from './languages.js';
import { EXTRA_MONTHS } from './lexicon-extras.js';
import { normaliseDateText } from './normalise.js';

/** Date words of one or several languages. */
export interface Lexicon {
  /** Month (1-12) by name, as normalised text. */
  months: ReadonlyMap<string, number>;
  /** Months by the first letters of their names, at least three; such a date needs a year. */
  abbreviations: ReadonlyMap<string, number>;
  /** Every single word of the month names; some names have two. */
  monthWords: ReadonlySet<string>;
  /** Languages that use a word in distances ("3 days ago"), in the order of the lexicon. */
  relative: ReadonlyMap<string, readonly string[]>;
  /** Words for the afternoon. */
  afternoon: ReadonlySet<string>;
}

const lexicons = new Map<string, Lexicon>();

/** The words of one language and of English, which many templates keep. */
export function lexiconFor(language: string | null): Lexicon {
  const tag = knownLanguage(language);
  return cached(tag, () => buildLexicon([...new Set([...scriptsOf(tag), 'en'])], true));
}

/** The words of all languages, for pages that declare no language or a wrong one. */
export function fullLexicon(): Lexicon {
  return cached('*', () => buildLexicon(ALL_LANGUAGES, false));
}

function cached(key: string, build: () => Lexicon): Lexicon {
  const known = lexicons.get(key);
  if (known !== undefined) return known;
  const lexicon = build();
  lexicons.set(key, lexicon);
  return lexicon;
}

/** If two languages disagree on a word, the first of them wins. */
function buildLexicon(languages: readonly string[], own: boolean): Lexicon {
  const months = new Map<string, number>();
  const abbreviations = new Map<string, number>();
  const afternoon = new Set<string>();
  for (const language of languages) {
    const words = calendarWords(language);
    // Short month names of rare languages are excluded: they are words of common languages.
    const usable = own || isMajorLanguage(language) ? () => true : isDistinct;
    addMonths(months, language, words.months, usable);
    for (const word of words.afternoon) afternoon.add(word);
  }
  for (const [name, month] of EXTRA_MONTHS) keepFirst(months, normaliseDateText(name), month);
  for (const language of languages.filter((tag) => own || isMajorLanguage(tag)))
    addAbbreviations(abbreviations, months, calendarWords(language).months);
  const relative = languagesByWord(languages, own);
  const monthWords = new Set([...months.keys()].flatMap((name) => name.split(' ')));
  return { months, abbreviations, monthWords, relative, afternoon };
}

function addMonths(
  months: Map<string, number>,
  language: string,
  groups: readonly (readonly string[])[],
  usable: (name: string) => boolean,
): void {
  groups.forEach((names, at) => {
    for (const name of names.filter(usable)) {
      keepFirst(months, name, at + 1);
      // Hebrew writes "in" and the month as one word.
      if (language === 'he') keepFirst(months, `ב${name}`, at + 1);
      // Thai writes "month" before the name, without a space.
      if (language === 'th') keepFirst(months, `เดือน${name}`, at + 1);
    }
  });
}

const MIN_ABBREVIATION = 3;

/** Adds unambiguous beginnings of month names: "кві" for "квітня". */
function addAbbreviations(
  abbreviations: Map<string, number>,
  months: ReadonlyMap<string, number>,
  groups: readonly (readonly string[])[],
): void {
  const found = new Map<string, number | null>();
  groups.forEach((names, at) => {
    for (const name of names) {
      for (let length = MIN_ABBREVIATION; length < name.length; length += 1) {
        const start = name.slice(0, length);
        const known = found.get(start);
        found.set(start, known === undefined || known === at + 1 ? at + 1 : null);
      }
    }
  });
  for (const [start, month] of found)
    if (month !== null && !months.has(start)) keepFirst(abbreviations, start, month);
}

/** Words of one or two ASCII letters count only in the language of the page. */
function languagesByWord(languages: readonly string[], own: boolean): Map<string, string[]> {
  const relative = new Map<string, string[]>();
  for (const language of languages) {
    for (const word of wordsOfDistances(language)) {
      if (!own && word.length < 3 && language !== 'en' && isAscii(word)) continue;
      const known = relative.get(word);
      if (known === undefined) relative.set(word, [language]);
      else if (known.at(-1) !== language) known.push(language);
    }
  }
  return relative;
}

function isDistinct(name: string): boolean {
  return name.length > 3 || !isAscii(name);
}

function isAscii(word: string): boolean {
  return !/[^\0-\x7f]/.test(word);
}

function keepFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (key !== '' && !map.has(key)) map.set(key, value);
}
