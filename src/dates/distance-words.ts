import { APPROXIMATE } from './approximate-words.js';
import { EXTRA_WORDS, NUMBER_WORDS } from './lexicon-extras.js';
import { maskTimes } from './mask-times.js';
import { relativeTokens } from './relative-tokens.js';
import { DATE_WORDS } from './words.js';

/**
 * True if every word of a text occurs in distances ("3 days ago") of some language. It filters
 * texts before all languages are loaded: their tables take 25 ms to build, and most pages need them
 * only for tooltips ("52 posters participating").
 */
export function mayBeDistance(text: string): boolean {
  if (areWordsOfDistances(text)) return true;
  const masked = maskTimes(text);
  return masked !== text && areWordsOfDistances(masked);
}

function areWordsOfDistances(text: string): boolean {
  const words = relativeTokens(text).filter(({ value }) => value === null);
  return words.length > 0 && words.every((word) => isWordOfDistances(word.text));
}

const known = new Map<string, boolean>();
/** Number of words in the cache; the tooltips of a page have a few hundred. */
const MAX_KNOWN = 5_000;

function isWordOfDistances(word: string): boolean {
  let found = known.get(word);
  if (found === undefined) {
    found = standsIn(DATE_WORDS, word) || extraText().includes(word);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(word, found);
  }
  return found;
}

let extra: string | undefined;

/** Words that ICU lacks, with separators between them. */
function extraText(): string {
  extra ??= JSON.stringify([EXTRA_WORDS, [...APPROXIMATE.values()], [...NUMBER_WORDS.keys()]]);
  return extra;
}

/** Characters next to a word in the stored tables. */
const SEPARATORS = ' ,|;#\n';

function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole =
      SEPARATORS.includes(text[at - 1] ?? ' ') &&
      SEPARATORS.includes(text[at + word.length] ?? ' ');
    if (isWhole) return true;
  }
  return false;
}
