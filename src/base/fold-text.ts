import { withSingleSpaces } from './text.js';

/** Accents of Latin, Greek and Cyrillic; marks of other scripts are part of their letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** The press writes ’, a keyboard '. U+00B4 stands before Unicode makes an accent of it. */
const APOSTROPHES = /[\u00b4\u02b9\u02bb-\u02bd\u05f3\u2018\u2019\u201b\u2032\uff07]/g;
const DASHES = /[\u05be\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' },
};
const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const ENDS_WORD = /[\p{L}\p{N}\p{M}]$/u;

/**
 * What is written or left out as people like: vowel signs and hamza of Arabic (behind their letters in the
 * decomposed form) and its tatweel, points and accents of Hebrew, joiners and marks of direction.
 * Vowels of Devanagari and the like are letters of their words.
 */
const OPTIONAL =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200c-\u200f\u2060\ufeff]/g;

/** Letters of Arabic that differ by language and keyboard. */
const ARABIC: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك' };
const ANY_ARABIC = new RegExp(`[${Object.keys(ARABIC).join('')}]`, 'g');

/** Where something of that may stand. */
const MAY_HAVE_OPTIONAL = /[\u00ad\u0590-\u06ff\u200c-\u200f\u2060\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The text without what may be left out; it is composed where it had some. */
export function withoutOptionalMarks(text: string): string {
  if (!MAY_HAVE_OPTIONAL.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(OPTIONAL, '')
    .replace(ANY_ARABIC, (letter) => ARABIC[letter] ?? letter)
    .normalize('NFC');
}

/** The breve of й makes another letter of и; that of other letters is an accent. */
const SHORT_I = /[йЙ]|[иИ]\u0306/g;
const KEPT = '\ue000';

/** The form in which filters and searches compare texts: `foldLetters`, without what may be left out. */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return foldLetters(text);
  const folded = foldLetters(withoutOptionalMarks(text).replace(SHORT_I, KEPT));
  return folded.replaceAll(KEPT, 'й');
}

/**
 * The folding of the words that releases before 0.3 put into the index of search. Lower case, compatibility
 * forms unified, without accents, white space as single spaces. Apostrophes
 * and dashes have one form each; a dash behind a word is a space, so that "covid 19" is "covid-19".
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

/** `foldText` as JavaScript, for pages that search by themselves: the page of a static site has no module. */
export const FOLD_TEXT_SCRIPT = `(text) => text
  .replace(${APOSTROPHES}, "'").normalize('NFKD').replace(${OPTIONAL}, '')
  .replace(${ANY_ARABIC}, (letter) => (${JSON.stringify(ARABIC)})[letter])
  .normalize('NFC').replace(${SHORT_I}, '\\ue000')
  .normalize('NFKD').replace(${ACCENTS}, '').normalize('NFC').replace(${DASHES}, '-').toLowerCase()
  .replace(/(?<=[\\p{L}\\p{N}\\p{M}])-/gu, ' ').replace(${ANY_LETTER}, (letter) => (${JSON.stringify(LETTERS)})[letter])
  .replaceAll('\\ue000', '\\u0439').replace(/\\s+/g, ' ')`;
