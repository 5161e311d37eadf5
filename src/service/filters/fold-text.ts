import { withSingleSpaces } from '../../base/text.js';

/** Accents of Latin, Greek and Cyrillic; marks of other scripts are part of their letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** The press writes ’, a keyboard '. U+00B4 stands before Unicode makes an accent of it. */
const APOSTROPHES = /[\u00b4\u02b9\u02bb-\u02bd\u2018\u2019\u201b\u2032\uff07]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' },
};
const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const ENDS_WORD = /[\p{L}\p{N}\p{M}]$/u;

/**
 * Lower case, compatibility forms unified, without accents, white space as single spaces. Apostrophes
 * and dashes have one form each; a dash behind a word is a space, so that "covid 19" is "covid-19".
 */
export function foldText(text: string): string {
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
