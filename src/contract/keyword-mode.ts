import type { KeywordMode } from './requests.js';

const SEARCH_SYNTAX = /["“”]|\bOR\b|(?:^|\s)-\S|\bsite:/;
/** Chinese and Japanese put no space after theirs. */
const SENTENCE_PUNCTUATION = /[.!?؟।:;,](?:\s|$)|[。！？、，：；]/u;
const HEADLINE_WORDS = 6;

/**
 * Tells a headline from a keyword search when the body does not say: both have the same shape
 * (specification section 4, "not shown"). Search syntax always means keyword; six words or more,
 * or the punctuation of a sentence, mean headline.
 */
export function keywordMode(text: string): KeywordMode {
  if (SEARCH_SYNTAX.test(text)) return 'keyword';
  const words = text.trim().split(/\s+/).length;
  return words >= HEADLINE_WORDS || SENTENCE_PUNCTUATION.test(text.trim()) ? 'headline' : 'keyword';
}
