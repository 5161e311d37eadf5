import type { ConsideredSet, PageAnalysis } from './analyse.js';
import type { StrategyName } from './candidate.js';
import type { Suggestion } from './suggest-selectors.js';

/** Why a feed came out as it did: what `preview --explain` shows. */
export interface Explanation {
  /** Null when no strategy won. */
  strategy: StrategyName | null;
  confidence: number;
  evidence: string[];
  /** The other strategies that had something. */
  runnersUp: { strategy: StrategyName; confidence: number; items: number; evidence: string[] }[];
  /** Sets of records in the HTML with their scores, best first. */
  considered: ConsideredSet[];
  /** Selectors that give the winner and the runner-up, when they were asked for. */
  suggestions: Suggestion[];
  rejected: { url: string; title: string; reason: string }[];
  /** Addresses of follow-up requests. */
  requests: string[];
  /** The stored rule was used. */
  replayed: boolean;
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
  };
}
