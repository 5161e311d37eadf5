import { withSingleSpaces } from '../../base/text.js';

/** Accents of Latin, Greek and Cyrillic; marks of other scripts are part of their letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Lower case, compatibility forms unified, without accents, white space as single spaces. */
export function foldText(text: string): string {
  const letters = NOT_ASCII.test(text)
    ? text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')
    : text;
  return withSingleSpaces(letters.toLowerCase());
}
