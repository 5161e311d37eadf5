import type { Candidate } from './candidate.js';
import { diagnose, type Failure } from './failure/diagnose.js';
import { enrich, type FoundItem } from './fields/extract.js';
import { markedItems } from './strategies/marked-items.js';
import { candidateOf } from './strategies/records/candidate.js';
import { likelihood, rankedLists } from './strategies/records/rank.js';
import type { RankedList } from './strategies/records/record-list.js';
import { stateCandidate } from './strategies/state.js';
import type { Strategy } from './strategies/strategy.js';
import { STRATEGIES } from './strategies/table.js';
import { onceASurvey, type Survey } from './survey.js';
import { BELIEVED } from './weights.js';

/** Every candidate of a page and the one that won. */
export interface Choice {
  winner: Candidate | null;
  /** All candidates, the winner among them, most believed first. */
  candidates: Candidate[];
  /** The lists of the HTML that were ranked, best first. */
  lists: readonly RankedList[];
  /** Why there is no winner. */
  failure: Failure | null;
}

/** Lists that are tried where too few records of those before them are items. */
const TRIED = 3;

/**
 * The list of a page: the likeliest one of its HTML where the page is likely to have one, else what the
 * strategies for pages without such a list find.
 */
export function choose(survey: Survey, strategies: readonly Strategy[] = STRATEGIES): Choice {
  const lists = rankedLists(survey);
  const records = bestRecords(survey);
  const isBelieved = records !== null && records.confidence >= BELIEVED;
  const found = isBelieved
    ? []
    : strategies.map(({ candidate }) => candidate(survey)).filter((one) => one !== null);
  const candidates = [...(records === null ? [] : [records]), ...found].sort(
    (a, b) => b.confidence - a.confidence,
  );
  const best = isBelieved ? records : found.sort((a, b) => b.confidence - a.confidence)[0];
  if (best === undefined)
    return { winner: null, candidates, lists, failure: diagnose(survey.page, lists[0]) };
  const winner = { ...best, items: withMarked(survey, best.items) };
  return { winner, candidates, lists, failure: null };
}

const bestRecords = onceASurvey((survey): Candidate | null => {
  if (likelihood(survey) < BELIEVED / 10) return null;
  for (const list of rankedLists(survey).slice(0, TRIED)) {
    const candidate = candidateOf(survey, list);
    if (candidate !== null) return candidate;
  }
  return null;
});

/** Items with what the page marks for machines; dates from its scripts where it shows none. */
export function withMarked(survey: Survey, items: readonly FoundItem[]): FoundItem[] {
  const needsState = items.every(({ date }) => date === null);
  const state = needsState ? (stateCandidate(survey)?.items ?? []) : [];
  return enrich(items, [...markedItems(survey), ...state]);
}
