import type { KeywordMode } from '../../../contract/index.js';
import { headlineQuery, matchesHeadline } from './headline.js';

/** The query of a kind of search, and the filter of its results. */
interface NewsSearch {
  /** The query for the search engine. */
  query(words: string): string;
  /** True if a result with this title matches the search. */
  isMatch(words: string, title: string): boolean;
}

/** Every kind of search. */
export const NEWS_SEARCHES: Readonly<Record<KeywordMode, NewsSearch>> = {
  keyword: { query: (words) => words, isMatch: () => true },
  // A headline is searched by some of its words; results that only share these are dropped.
  headline: { query: (words) => headlineQuery(words) || words, isMatch: matchesHeadline },
};
