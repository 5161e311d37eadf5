import { withSingleSpaces } from './text.js';

/** Accents of Latin, Greek and Cyrillic. Marks of other scripts are part of their letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\p{ASCII}]/u;

/**
 * Forms of the apostrophe: printed texts use ’, keyboards '. U+00B4 is among them because Unicode
 * normalisation would make an accent of it.
 */
const APOSTROPHES = /[\u00b4\u02b9\u02bb-\u02bd\u05f3\u2018\u2019\u201b\u2032\uff07]/g;
const DASHES = /[\u05be\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Letters without a Unicode decomposition, as people type them on keyboards that lack them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' },
};
const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const ENDS_WORD = /[\p{L}\p{N}\p{M}]$/u;

/**
 * Marks that writers may leave out: vowel signs and hamza of Arabic (after their letters in the
 * decomposed form) and its tatweel, points and accents of Hebrew, joiners and direction marks.
 * Vowels of Devanagari and similar scripts are letters of their words.
 */
const OPTIONAL =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200c-\u200f\u2060\ufeff]/g;

/** Arabic letters that differ by language and keyboard. */
const ARABIC: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك' };
const ANY_ARABIC = new RegExp(`[${Object.keys(ARABIC).join('')}]`, 'g');

/** Finds texts that may have optional marks; most texts have none. */
const MAY_HAVE_OPTIONAL = /[\u00ad\u0590-\u06ff\u200c-\u200f\u2060\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The text without its optional marks; it is composed if it had some. */
export function withoutOptionalMarks(text: string): string {
  if (!MAY_HAVE_OPTIONAL.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(OPTIONAL, '')
    .replace(ANY_ARABIC, (letter) => ARABIC[letter] ?? letter)
    .normalize('NFC');
}

/** The breve makes й another letter than и; on other letters it is an accent. */
const SHORT_I = /[йЙ]|[иИ]\u0306/g;
const KEPT = '\ue000';

/** The form in which filters and searches compare texts: `foldLetters` without optional marks. */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return foldLetters(text);
  const folded = foldLetters(withoutOptionalMarks(text).replace(SHORT_I, KEPT));
  return folded.replaceAll(KEPT, 'й');
}

/**
 * The folding with which releases before 0.3 indexed words for search: lower case, compatibility
 * forms unified, no accents, single spaces, one form each of apostrophes and dashes. A dash after a
 * word is a space, so that "covid 19" matches "covid-19".
 */
export function foldLetters(text: string): string {
  const lower = (NOT_ASCII.test(text) ? inAscii(text) : text).toLowerCase();
  const letters = lower.includes('-') ? lower.replace(/-/g, dashOrSpace) : lower;
  return withSingleSpaces(letters.replace(ANY_LETTER, (letter) => LETTERS[letter] ?? letter));
}

function inAscii(text: string): string {
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(DASHES, '-');
}

function dashOrSpace(dash: string, at: number, text: string): string {
  return ENDS_WORD.test(text.slice(Math.max(0, at - 2), at)) ? ' ' : dash;
}

/** `foldText` as JavaScript for the search of static sites, which load no module. */
export const FOLD_TEXT_SCRIPT = `(text) => text
  .replace(${APOSTROPHES}, "'").normalize('NFKD').replace(${OPTIONAL}, '')
  .replace(${ANY_ARABIC}, (letter) => (${JSON.stringify(ARABIC)})[letter])
  .normalize('NFC').replace(${SHORT_I}, '\\ue000')
  .normalize('NFKD').replace(${ACCENTS}, '').normalize('NFC').replace(${DASHES}, '-').toLowerCase()
  .replace(/(?<=[\\p{L}\\p{N}\\p{M}])-/gu, ' ').replace(${ANY_LETTER}, (letter) => (${JSON.stringify(LETTERS)})[letter])
  .replaceAll('\\ue000', '\\u0439').replace(/\\s+/g, ' ')`;
