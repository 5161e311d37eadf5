/** Kinds of news searches: sources that are words instead of an address. */
export const KEYWORD_MODES = ['keyword', 'headline'] as const;
export type KeywordMode = (typeof KEYWORD_MODES)[number];

/** True if a feed is made from a search; otherwise it has an address. */
export function isSearch(mode: string): mode is KeywordMode {
  return KEYWORD_MODES.some((known) => known === mode);
}

/** Name of each kind, and when to choose it. */
export const MODE_LABELS: Readonly<Record<KeywordMode, { name: string; choice: string }>> = {
  keyword: { name: 'Keyword search', choice: 'A keyword search' },
  headline: { name: 'Headline search', choice: 'A headline: other reports of the same story' },
};

/** An object with a value for each kind. */
export function forEachMode<T>(make: (mode: KeywordMode) => T): Record<KeywordMode, T> {
  const made = KEYWORD_MODES.map((mode) => [mode, make(mode)]);
  return Object.fromEntries(made) as Record<KeywordMode, T>;
}

const SEARCH_SYNTAX = /["“”]|\bOR\b|(?:^|\s)-\S|\bsite:/;
/** Punctuation of sentences; Chinese and Japanese have no space after it. */
const SENTENCE_PUNCTUATION = /[.!?؟।:;,](?:\s|$)|[。！？、，：；]/u;
const HEADLINE_WORDS = 6;

/**
 * Distinguishes a headline from a keyword search in a body without `mode`. Search syntax always
 * means keyword; six words or more, or sentence punctuation, mean headline.
 */
export function keywordMode(text: string): KeywordMode {
  if (SEARCH_SYNTAX.test(text)) return 'keyword';
  const words = text.trim().split(/\s+/).length;
  return words >= HEADLINE_WORDS || SENTENCE_PUNCTUATION.test(text.trim()) ? 'headline' : 'keyword';
}
