import { knownLanguage } from './languages.js';
import { fullLexicon, lexiconFor } from './lexicon.js';
import { normaliseDateText } from './normalise.js';

const ENGLISH =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

/** True for an English month, in full or by its first letters: "March", "Mar", "Sept". */
export function isEnglishMonth(word: string): boolean {
  return englishMonth(word.toLowerCase()) !== null;
}

/**
 * 1-12 for a month name, in full or abbreviated; null for any other word. Words of `language` come
 * first ("listopada" is October in Croatian and November in Polish), then English ones; a word of
 * neither loads all languages.
 * @param language BCP 47 tag, or null
 */
export function monthNumber(word: string, language: string | null = null): number | null {
  const name = normaliseDateText(word);
  if (name.length < 3 && !/[^\0-\x7f]/.test(name)) return null;
  const own = isForeign(language) ? lexiconFor(language).months.get(name) : undefined;
  return own ?? englishMonth(name) ?? fullLexicon().months.get(name) ?? null;
}

function isForeign(language: string | null): language is string {
  return language !== null && knownLanguage(language) !== 'en';
}

/** 1-12 for an English month in lower case, in full or by its first letters; otherwise null. */
export function englishMonth(name: string): number | null {
  if (name.length < 3) return null;
  const month = ENGLISH.findIndex((english) => english.startsWith(name)) + 1;
  return month === 0 ? null : month;
}
