import { withoutOptionalMarks } from '../fold-text.js';
import { normalisedText } from '../noise.js';

/** Longer titles are compared up to this length. */
const COMPARED_LENGTH = 200;

/**
 * What all ways to write one title have in common: its words and numbers in lower case. Punctuation,
 * compatibility forms and marks that may be left out (vowel signs of Arabic) do not count; accents do. @returns "" for a title without words
 */
export function titleMark(title: string): string {
  return withoutOptionalMarks(normalisedText(title))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, COMPARED_LENGTH);
}
