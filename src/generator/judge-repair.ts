import type { RepairFacts } from './repair.js';
import { MIN_KNOWN_ITEMS, MIN_KNOWN_SHARE } from './same-list.js';

/** The judgement whether a proposed list is that of the feed. */
interface RepairJudgement {
  state: 'intact' | 'found' | 'uncertain';
  /** 0 to 1. */
  confidence: number;
  reason: string;
}

const CONFIDENCE = { intact: 0.95, byItems: 0.8, byShape: 0.7, uncertain: 0.1 };
/** Confidence added if all known items are on a list that was found by some of them. */
const ALL_KNOWN = 0.19;
/** As `ALL_KNOWN`, for a list that is not certain: the confidence remains below one half. */
const ALL_KNOWN_UNCERTAIN = 0.35;

/** Judges a proposal by its known items of the feed, and by the reason for the proposal. */
export function judgeRepair(
  { isIntact, current }: RepairFacts,
  {
    foundAgain,
    known: { of, found, share },
    items,
  }: {
    foundAgain: string | null;
    known: { of: number; found: number; share: number };
    items: number;
  },
): RepairJudgement {
  const have = `${found} of the ${of} newest items of the feed are in the list`;
  if (isIntact) {
    const reason = `The feed still finds its list: ${current} items.`;
    return { state: 'intact', confidence: CONFIDENCE.intact, reason };
  }
  if (found >= MIN_KNOWN_ITEMS && (foundAgain !== null || found >= items * MIN_KNOWN_SHARE)) {
    const confidence = CONFIDENCE.byItems + ALL_KNOWN * share;
    return { state: 'found', confidence, reason: `The list moved: ${have}.` };
  }
  if (foundAgain !== null) {
    return {
      state: 'found',
      confidence: CONFIDENCE.byShape,
      reason: `${have}, but ${foundAgain}.`,
    };
  }
  const confidence = CONFIDENCE.uncertain + ALL_KNOWN_UNCERTAIN * share;
  const reason = `This may be another list: ${have}.`;
  return { state: 'uncertain', confidence, reason };
}
