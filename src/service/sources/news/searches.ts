import type { KeywordMode } from '../../../contract/index.js';
import { headlineQuery, matchesHeadline } from './headline.js';

/** The query of a kind of search, and the filter of its results. */
interface NewsSearch {
  /** The query for the search engine. */
  query(words: string): string;
  /** Whether a result with this title is one that was looked for. */
  isMatch(words: string, title: string): boolean;
}

/** Every kind of search. */
export const NEWS_SEARCHES: Readonly<Record<KeywordMode, NewsSearch>> = {
  keyword: { query: (words) => words, isMatch: () => true },
  // Only some words of a headline are searched for; results that share just those are left out.
  headline: { query: (words) => headlineQuery(words) || words, isMatch: matchesHeadline },
};
