import type { KeywordMode } from './requests.js';

const SEARCH_SYNTAX = /["“”]|\bOR\b|(?:^|\s)-\S|\bsite:/;
/** Chinese and Japanese put no space after theirs. */
const SENTENCE_PUNCTUATION = /[.!?؟।:;,](?:\s|$)|[。！？、，：；]/u;
const HEADLINE_WORDS = 6;

/**
 * Tells a headline from a keyword search in a body without `mode`: both have the same shape. Search
 * syntax always means keyword; six words or more, or sentence punctuation, mean headline.
 */
export function keywordMode(text: string): KeywordMode {
  if (SEARCH_SYNTAX.test(text)) return 'keyword';
  const words = text.trim().split(/\s+/).length;
  return words >= HEADLINE_WORDS || SENTENCE_PUNCTUATION.test(text.trim()) ? 'headline' : 'keyword';
}
