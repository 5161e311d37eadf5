import { foldText } from '../../base/fold-text.js';
import { UNSPACED } from '../../base/scripts.js';

const UNSPACED_LETTER = `[[${UNSPACED}]&&\\p{L}]`;

/** ASCII characters and general punctuation that are neither letters nor digits. */
const SEPARATOR = '[\\0-\\/:-`\\{-\\x7f\\u2000-\\u206f]';

/**
 * Matches one letter of an unspaced script with its marks, or a run of letters and digits of other
 * scripts. A search for several letters of an unspaced script is a phrase, so it finds them
 * anywhere in a run, without a dictionary. Words and separators of ASCII are listed because they
 * are most of most texts; a test of Unicode properties would take twice the time.
 */
const WORD = new RegExp(
  [
    `[a-z0-9]+(?=${SEPARATOR}|$)`,
    `(?!${SEPARATOR})${UNSPACED_LETTER}\\p{M}*`,
    `(?!${SEPARATOR})[[\\p{L}\\p{N}]--${UNSPACED_LETTER}][[\\p{L}\\p{N}\\p{M}]--${UNSPACED_LETTER}]*`,
  ].join('|'),
  'gv',
);

/**
 * Maximum length of a word. Longer words are cut, in texts and queries alike: PostgreSQL stores at
 * most 2046 bytes.
 */
const MAX_WORD_LENGTH = 64;

/**
 * The words of a text as both stores index them, see `foldText`. All characters other than letters
 * and digits separate words.
 * @param most maximum number of words that are returned
 */
export function textWords(
  text: string,
  most = Number.POSITIVE_INFINITY,
  fold: (text: string) => string = foldText,
): string[] {
  const words = fold(text).match(WORD) ?? [];
  return words.slice(0, most).map((word) => (word.length > MAX_WORD_LENGTH ? cutWord(word) : word));
}

function cutWord(word: string): string {
  return word.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

/** True if the word is one letter of an unspaced script. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word);
}

const STARTS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'v');
