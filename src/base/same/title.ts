import { withoutOptionalMarks } from '../fold-text.js';
import { normalisedText } from '../noise.js';

/** Longer titles are compared by their first characters. */
const COMPARED_LENGTH = 200;

/**
 * The part that all spellings of a title share: its words and numbers in lower case. Punctuation,
 * compatibility forms and optional marks (vowel signs of Arabic) are ignored; accents are not.
 * @returns "" for a title without words
 */
export function titleMark(title: string): string {
  return withoutOptionalMarks(normalisedText(title))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, COMPARED_LENGTH);
}
