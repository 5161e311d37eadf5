import type { ConsideredSet, PageAnalysis } from './analyse.js';
import type { RepairFacts } from './repair.js';
import type { Suggestion } from './suggest-selectors.js';

/** Explanation of a feed's items, shown in an explained preview. */
export interface Explanation {
  /** The strategy that won; null if there is none. */
  strategy: string | null;
  confidence: number;
  evidence: string[];
  /** The other strategies with a result. */
  runnersUp: { strategy: string; confidence: number; items: number; evidence: string[] }[];
  /** Sets of records in the HTML with their scores, best first. */
  considered: ConsideredSet[];
  /** Selectors for the winner and the runner-up, if they were requested. */
  suggestions: Suggestion[];
  rejected: { url: string; title: string; reason: string }[];
  /** Addresses of follow-up requests. */
  requests: string[];
  /** True if the stored rule was used. */
  replayed: boolean;
  /**
   * The reason why this is the list of a feed whose stored rule no longer finds it; otherwise null.
   */
  foundAgain: string | null;
  /** The result of a search for the list of a feed; null for an ordinary reading. */
  repair: RepairFacts | null;
}

export function explain(
  analysis: PageAnalysis,
  winner: PageAnalysis['winner'],
  requests: string[],
): Explanation {
  return {
    strategy: winner?.strategy ?? null,
    confidence: winner?.confidence ?? 0,
    evidence: winner?.evidence ?? [],
    runnersUp: analysis.candidates
      .filter(({ strategy }) => strategy !== winner?.strategy)
      .map(({ strategy, confidence, items, evidence }) => ({
        strategy,
        confidence,
        items: items.length,
        evidence,
      })),
    considered: analysis.considered,
    suggestions: analysis.suggestions,
    rejected: winner?.rejected ?? [],
    requests,
    replayed: analysis.replayed !== null && analysis.replayed.misses === 0,
    foundAgain: winner?.foundAgain ?? null,
    repair: analysis.repair,
  };
}
