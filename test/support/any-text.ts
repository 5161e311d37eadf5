import fc from 'fast-check';

/** The halves of pairs in UTF-16: from here on, so many, no characters of their own. */
const HALVES_FROM = 0xd800;
const HALVES = 0x800;

/**
 * Any character there can be, as `unit: 'binary'` of `fc.string` makes it. That one needs over a second
 * in each process, for a table of all characters.
 */
export const anyCharacter = fc
  .nat(0x10ffff - HALVES)
  .map((number) => String.fromCodePoint(number < HALVES_FROM ? number : number + HALVES));

/** Texts of any characters. */
export function anyText(sizes: { minLength?: number; maxLength?: number } = {}) {
  return fc.string({ ...sizes, unit: anyCharacter });
}

/** Letters a and b in an order for which a regular expression such as /a[ab]{240}Q/i takes very long. */
export function shuffledLetters(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed < 0x40000000 ? 'a' : 'b';
  }).join('');
}
