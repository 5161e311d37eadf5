import { analysePage } from './analyse.js';
import { readRule } from './feed-rule.js';
import type { KnownItem } from './known-items.js';
import type { Selectors } from './page/selectors.js';
import { type ListReading, type Refusal, refusalOf, siteReading, tooLong } from './read-site.js';
import type { Suggestion } from './suggest-selectors.js';

/** Address and fetch time of a page. */
export interface PageFacts {
  /** Final address of the page, after redirects. */
  url: string;
  /** Time of the fetch, milliseconds since the epoch; relative dates count from it. */
  now: number;
}

/**
 * Reads the items of a page without a request: those of its list, or those that selectors match.
 */
export function readList(
  html: string,
  { url, now, selectors = null }: PageFacts & { selectors?: Selectors | null | undefined },
): ListReading | Refusal {
  const long = tooLong(html, url);
  if (long !== null) return long;
  const analysis = analysePage({ html, url, now, selectors, rule: null });
  return analysis.winner === null
    ? refusalOf(analysis, url)
    : siteReading(analysis.winner, analysis, now);
}

/**
 * Reads the items of a page again by the rule of the last reading; store the rule of each reading
 * for the next one. A reading without items counts, too: the rule counts how often it found too
 * little, and after several misses another list is used. A rule of another version is ignored.
 * @param known items of earlier readings, newest first; they show where a moved list is
 */
export function replay(
  rule: unknown,
  html: string,
  { url, now, known = [] }: PageFacts & { known?: readonly KnownItem[] | undefined },
): ListReading | Refusal {
  const long = tooLong(html, url);
  if (long !== null) return long;
  const input = { html, url, now, selectors: null, rule: readRule(rule) };
  const first = analysePage(input);
  const isLost = (first.replayed?.misses ?? 0) > 0 && known.length > 0;
  const analysis = isLost ? analysePage({ ...input, known }) : first;
  return analysis.winner === null
    ? refusalOf(analysis, url)
    : siteReading(analysis.winner, analysis, now);
}

/**
 * CSS selectors for the lists of a page, likeliest first: each was tested and returns exactly its
 * list.
 */
export function suggestSelectors(html: string, { url, now }: PageFacts): Suggestion[] {
  if (tooLong(html, url) !== null) return [];
  return analysePage({ html, url, now, selectors: null, rule: null, suggest: true }).suggestions;
}
