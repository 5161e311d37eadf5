import { foldText } from '../../base/fold-text.js';
import { UNSPACED } from '../../base/scripts.js';

/** A word or phrase to search for in folded text. */
export interface Term {
  text: string;
  /** True if the character before an occurrence must not belong to a word. */
  startsWord: boolean;
  endsWord: boolean;
}

/**
 * Matches texts that start with a letter or digit of a script with spaces. In other scripts a word
 * may be part of any run of letters, also next to words of other scripts.
 */
const STARTS_SPACED = new RegExp(String.raw`^(?![${UNSPACED}])[\p{L}\p{N}]`, 'u');
const ENDS_SPACED = new RegExp(String.raw`(?![${UNSPACED}])[\p{L}\p{N}]\p{M}*$`, 'u');

/**
 * Prepares a word or phrase of a rule.
 * @param written the word or phrase; a star at its end matches any ending
 */
export function termOf(written: string): Term {
  const folded = foldText(written).trim();
  const text = folded.replace(/\*+$/, '');
  return {
    text,
    startsWord: STARTS_SPACED.test(text),
    endsWord: text === folded && ENDS_SPACED.test(text),
  };
}

/**
 * True if a term occurs in folded text. Uses `indexOf` with a test of both neighbours, because the
 * regular expression `\b` knows only ASCII letters.
 */
export function occursIn(text: string, term: Term): boolean {
  for (let at = text.indexOf(term.text); at !== -1; at = text.indexOf(term.text, at + 1)) {
    const isStart = !term.startsWord || !endsInWord(text, at);
    if (isStart && (!term.endsWord || !startsInWord(text, at + term.text.length))) return true;
  }
  return false;
}

/**
 * A regular expression that finds in one pass whether a text contains one of the given texts. The
 * alternatives are literal, so only their common beginnings are tried twice at the same position.
 */
export function anyText(texts: readonly string[]): RegExp {
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'));
}

/**
 * Any letter, digit or mark of a script with spaces: the regular expression `\b` knows only those
 * of ASCII.
 */
const WORD_CHARACTER = new RegExp(String.raw`(?![${UNSPACED}])[\p{L}\p{N}\p{M}]`, 'u');

function startsInWord(text: string, at: number): boolean {
  return isWord(text.codePointAt(at));
}

function endsInWord(text: string, at: number): boolean {
  const isPair = (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return isWord(text.codePointAt(at - (isPair ? 2 : 1)));
}

function isWord(codePoint: number | undefined): boolean {
  if (codePoint === undefined) return false;
  if (codePoint < 0x80) return ASCII_WORD[codePoint] === true;
  return WORD_CHARACTER.test(String.fromCodePoint(codePoint));
}

const ASCII_WORD = Array.from({ length: 0x80 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)),
);
