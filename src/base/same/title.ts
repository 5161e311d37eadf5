import { normalisedText } from '../noise.js';

/** Longer titles are compared up to this length. */
const COMPARED_LENGTH = 200;

/**
 * What all ways to write one title have in common: its words and numbers in lower case. Punctuation,
 * invisible characters and compatibility forms do not count. @returns "" for a title without words
 */
export function titleMark(title: string): string {
  return normalisedText(title)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, COMPARED_LENGTH);
}
