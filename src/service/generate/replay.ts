import type { Candidate } from './candidate.js';
import { choose } from './choose.js';
import type { FeedRule } from './explain.js';
import { enrich } from './fields/extract.js';
import { addressShape } from './page/url-shape.js';
import { jsonLdItems } from './strategies/json-ld.js';
import { microdataItems } from './strategies/microdata.js';
import { microformatItems } from './strategies/microformats.js';
import { itemsOfRecords } from './strategies/records/candidate.js';
import { recordsOfRule } from './strategies/records/rule.js';
import { stateCandidate } from './strategies/state.js';
import type { Survey } from './survey.js';
import { CONFIDENCE } from './weights.js';

/** Runs in a row with under half of the items after which the page is mined anew. */
const MISSES = 2;

/** What a stored rule gives on a page as it is now. */
export interface Replayed {
  /** Null when the page is to be mined anew. */
  candidate: Candidate | null;
  rule: FeedRule;
}

/**
 * Finds the items by the rule of the last run. Under half of the previous count is believed once
 * (lists do shrink) and mined anew the second time in a row: that is what keeps identities from
 * flipping between two lists of one page.
 */
export function replay(survey: Survey, rule: FeedRule): Replayed {
  const candidate =
    rule.strategy === 'records' ? replayRecords(survey, rule) : replayOther(survey, rule);
  const found = candidate?.items.length ?? 0;
  if (candidate !== null && found > 0 && found * 2 >= rule.count) {
    return { candidate, rule: { ...rule, count: found, misses: 0 } };
  }
  const missed = { ...rule, misses: rule.misses + 1 };
  if (missed.misses >= MISSES) return { candidate: null, rule: missed };
  if (candidate !== null && found > 0) return { candidate, rule: missed };
  // Nothing at all: another list is taken only when its addresses look like those of the last run.
  const { winner } = choose(survey);
  const isSame = winner !== null && sharesShapes(winner, rule);
  if (isSame) return { candidate: winner, rule: { ...missed, count: winner.items.length } };
  return { candidate: { ...emptyCandidate(rule), items: [] }, rule: missed };
}

function replayRecords(survey: Survey, rule: FeedRule): Candidate | null {
  const { items, rejected } = itemsOfRecords(survey, recordsOfRule(survey, rule.records));
  if (items.length === 0) return null;
  const known = [...jsonLdItems(survey), ...microdataItems(survey), ...microformatItems(survey)];
  const needsState = items.every(({ date }) => date === null);
  const state = needsState ? (stateCandidate(survey)?.items ?? []) : [];
  return {
    ...emptyCandidate(rule),
    items: enrich(items, [...known, ...state]),
    evidence: [`${items.length} items by the stored rule`],
    rejected,
  };
}

/** The other strategies have no rule beyond their name. */
function replayOther(survey: Survey, rule: FeedRule): Candidate | null {
  const { candidates, winner } = choose(survey);
  if (winner?.strategy === rule.strategy) return winner;
  return candidates.find(({ strategy }) => strategy === rule.strategy) ?? null;
}

function emptyCandidate(rule: FeedRule): Candidate {
  return {
    strategy: rule.strategy,
    items: [],
    confidence: CONFIDENCE.recordsHigh,
    evidence: ['the stored rule finds nothing on the page'],
    rule: rule.records,
    rejected: [],
  };
}

function sharesShapes({ items }: Candidate, rule: FeedRule): boolean {
  const known = new Set(rule.shapes);
  return items.filter(({ url }) => known.has(addressShape(url))).length * 2 >= items.length;
}
