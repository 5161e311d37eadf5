import { foldText } from '../../base/fold-text.js';
import { UNSPACED } from '../../base/scripts.js';

const UNSPACED_LETTER = `[[${UNSPACED}]&&\\p{L}]`;

/** Characters of ASCII and of general punctuation that are neither letters nor digits. */
const SEPARATOR = '[\\0-\\/:-`\\{-\\x7f\\u2000-\\u206f]';

/**
 * One letter of an unspaced script with its marks, or a run of letters and digits of the others.
 * A search for several letters of an unspaced script is a phrase, so it finds them anywhere in a
 * run, without a dictionary. Words and separators of ASCII are most of most texts; to ask the
 * properties of Unicode about them would take twice the time.
 */
const WORD = new RegExp(
  [
    `[a-z0-9]+(?=${SEPARATOR}|$)`,
    `(?!${SEPARATOR})${UNSPACED_LETTER}\\p{M}*`,
    `(?!${SEPARATOR})[[\\p{L}\\p{N}]--${UNSPACED_LETTER}][[\\p{L}\\p{N}\\p{M}]--${UNSPACED_LETTER}]*`,
  ].join('|'),
  'gv',
);

/** Longer words are cut, in texts and queries alike: PostgreSQL stores at most 2046 bytes. */
const MAX_WORD_LENGTH = 64;

/**
 * The words of a text as both stores index them, see `foldText`. Everything that is not a letter or a
 * digit separates words.
 * @param most how many words are returned at most
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

/** Whether the word is one letter of an unspaced script. */
export function isUnspaced(word: string): boolean {
  return STARTS_UNSPACED.test(word);
}

const STARTS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'v');
