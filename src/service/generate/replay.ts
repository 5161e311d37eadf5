import type { Candidate } from './candidate.js';
import type { FeedRule } from './feed-rule.js';
import type { KnownItems } from './known-items.js';
import { hasKnownShape, looksOf } from './rule-shape.js';
import { findListAgain } from './same-list.js';
import { itemsOfRecords } from './strategies/records/candidate.js';
import { recordsOfRule } from './strategies/records/rule.js';
import type { Survey } from './survey.js';
import { CONFIDENCE } from './weights.js';

/** Runs in a row with under half of the items after which a list is taken to have shrunk. */
const SHRUNK_AFTER = 6;

/** What a stored rule gives on a page as it is now. */
interface Replayed {
  candidate: Candidate;
  /** The stored rule with its counters, or null when the list was found by another one. */
  rule: FeedRule | null;
}

/**
 * Finds the items by the rule of the last run. What it gives must look like what it gave: a menu is
 * no list of articles. Where it gives too little, the same list is looked for elsewhere on the page;
 * where that is not found either, the items stay what they are, and the rule counts a miss.
 */
export function replay(survey: Survey, rule: FeedRule, known: KnownItems): Replayed {
  const candidate = replayByRule(survey, rule, known);
  const found = candidate?.items.length ?? 0;
  if (candidate !== null && found * 2 >= rule.count) {
    return { candidate, rule: { ...rule, count: found, misses: 0 } };
  }
  const again = findListAgain(survey, rule, known);
  if (again !== null && again.items.length > found) return { candidate: again, rule: null };
  const misses = rule.misses + 1;
  if (candidate === null) return { candidate: emptyCandidate(rule), rule: { ...rule, misses } };
  const hasShrunk = misses >= SHRUNK_AFTER;
  return {
    candidate,
    rule: hasShrunk ? { ...rule, count: found, misses: 0 } : { ...rule, misses },
  };
}

/** The items of the stored rule, or null when there are none or they are of another list. */
export function replayByRule(survey: Survey, rule: FeedRule, known: KnownItems): Candidate | null {
  const candidate = replayRecords(survey, rule, known);
  if (candidate === null || candidate.items.length === 0) return null;
  return hasKnownShape(candidate.items, rule) ? candidate : null;
}

function replayRecords(survey: Survey, rule: FeedRule, known: KnownItems): Candidate | null {
  const looks = looksOf(rule);
  const isOfList = (urls: readonly string[]) =>
    looks.isOfList(urls) || urls.filter((url) => known.hasAddress(url)).length * 2 >= urls.length;
  const list = { ...looks, isOfList };
  const { items, rejected } = itemsOfRecords(survey, recordsOfRule(survey, rule.records, list));
  if (items.length === 0) return null;
  return {
    ...emptyCandidate(rule),
    items,
    evidence: [`${items.length} items by the stored rule`],
    rejected,
  };
}

function emptyCandidate(rule: FeedRule): Candidate {
  return {
    strategy: rule.strategy,
    items: [],
    confidence: CONFIDENCE.stored,
    evidence: ['the stored rule finds nothing on the page'],
    rule: rule.records,
    rejected: [],
  };
}
