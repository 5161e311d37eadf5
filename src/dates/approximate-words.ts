import { dateTokens } from './normalise.js';

const APPROXIMATE_PHRASES = [
  'about',
  'around',
  'approximately',
  'almost',
  'nearly',
  'over',
  'less than',
  'more than',
  'ca',
  'circa',
  'etwa',
  'ungefähr',
  'rund',
  'fast',
  'environ',
  'presque',
  'moins de',
  'cerca de',
  'unos',
  'unas',
  'aproximadamente',
  'alrededor de',
  'ongeveer',
  'około',
  'ok',
  'přibližně',
  'asi',
  'približne',
  'oko',
  'около',
  'примерно',
  'близько',
  'каля',
  'yaklaşık',
  'körülbelül',
  'aproximativ',
  'omkring',
  'noin',
  '約',
  '约',
  '大约',
  '약',
];

/**
 * Words that mark a number as approximate, by their first word; a phrase means the same without
 * them.
 */
export const APPROXIMATE: ReadonlyMap<string, readonly (readonly string[])[]> =
  byFirstWord(APPROXIMATE_PHRASES);

function byFirstWord(phrases: readonly string[]): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const words = dateTokens(phrase);
    const [first = ''] = words;
    const known = found.get(first);
    if (known === undefined) found.set(first, [words]);
    else known.push(words);
  }
  return found;
}
