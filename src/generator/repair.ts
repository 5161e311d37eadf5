import { choose } from './choose.js';
import type { Failure } from './failure/diagnose.js';
import type { FeedRule } from './feed-rule.js';
import type { Candidate } from './fields/candidate.js';
import type { KnownItems } from './known-items.js';
import type { Selectors } from './page/selectors.js';
import { replayByRule } from './replay.js';
import { findListAgain } from './same-list.js';
import { SelectorError } from './strategies/selector-matcher.js';
import { selectedCandidate } from './strategies/selectors.js';
import { selectorsFor } from './suggest-selectors.js';
import type { Survey } from './survey/survey.js';

/**
 * The items that the stored rule or selectors of the feed find, and whether these are its list.
 * Plain data.
 */
export interface RepairFacts {
  /** True if the stored rule, or the selectors, still find the list. */
  isIntact: boolean;
  /** Number of items that they find. */
  current: number;
  /** New selectors for a feed that has some; null for others, and as long as its own are right. */
  selectors: Selectors | null;
}

/** The list that a feed should use now. */
interface Repair {
  winner: Candidate | null;
  facts: RepairFacts;
  failure: Failure | null;
}

/** The stored data of the feed. */
interface Stored {
  rule: FeedRule | null;
  selectors: Selectors | null;
  known: KnownItems;
}

/** Without a stored rule, only the known items tell what the list of the feed looks like. */
const NO_SHAPE: Pick<FeedRule, 'shapes' | 'titleWords'> = { shapes: [] };

/**
 * The list of a feed on the page as it is now, found without the stored rule: by the items that the
 * feed has, else the list that a new feed of the page would have.
 */
export function proposeRepair(survey: Survey, stored: Stored): Repair {
  const { rule, selectors, known } = stored;
  const current = currentList(survey, stored);
  const again = findListAgain(survey, rule ?? NO_SHAPE, known);
  const choice = again === null ? choose(survey) : null;
  const proposed = again ?? choice?.winner ?? null;
  const expected = selectors === null ? (rule?.count ?? 0) : 1;
  if (current !== null && isList(current, proposed, { expected, known })) {
    return { winner: current, facts: repairFacts(current, true), failure: null };
  }
  const failure = proposed === null ? (choice?.failure ?? null) : null;
  if (selectors === null || proposed === null) {
    return { winner: proposed, facts: repairFacts(current, false), failure };
  }
  return withSelectors(survey, proposed, selectors, current);
}

function repairFacts(current: Candidate | null, isIntact: boolean): RepairFacts {
  return { isIntact, current: current?.items.length ?? 0, selectors: null };
}

/** True if a list has enough items, and as many known ones as any other list of the page. */
function isList(
  { items }: Candidate,
  proposed: Candidate | null,
  { expected, known }: { expected: number; known: KnownItems },
): boolean {
  if (items.length === 0 || items.length * 2 < expected) return false;
  return known.count(items) >= known.count(proposed?.items ?? []);
}

function currentList(survey: Survey, { rule, selectors, known }: Stored): Candidate | null {
  if (selectors !== null) return selectedOrNull(survey, selectors);
  return rule === null ? null : replayByRule(survey, rule, known);
}

/**
 * The list of selectors; null if they became too expensive for the page, which counts as broken
 * like no match.
 */
function selectedOrNull(survey: Survey, selectors: Selectors): Candidate | null {
  const list = selectedCandidate(survey, selectors);
  return list instanceof SelectorError ? null : list;
}

function withSelectors(
  survey: Survey,
  proposed: Candidate,
  before: Selectors,
  current: Candidate | null,
): Repair {
  const facts = repairFacts(current, false);
  const urls = proposed.items.map(({ url }) => url);
  const selectors = selectorsFor(survey, urls, before);
  const list = selectors === null ? null : selectedOrNull(survey, selectors);
  if (list === null) {
    const failure = {
      code: 'NO_ITEMS_FOUND' as const,
      message: `A list of ${urls.length} items was found, but no selectors give exactly these.`,
    };
    return { winner: null, facts, failure };
  }
  const { foundAgain } = proposed;
  return {
    winner: { ...list, ...(foundAgain !== undefined && { foundAgain }) },
    facts: { ...facts, selectors },
    failure: null,
  };
}
