import type { ConsideredSet, PageAnalysis } from './analyse.js';
import type { RepairFacts } from './repair.js';
import type { Suggestion } from './suggest-selectors.js';

/** Why a feed came out as it did: what an explained preview shows. */
export interface Explanation {
  /** Null when no strategy won. */
  strategy: string | null;
  confidence: number;
  evidence: string[];
  /** The other strategies that had something. */
  runnersUp: { strategy: string; confidence: number; items: number; evidence: string[] }[];
  /** Sets of records in the HTML with their scores, best first. */
  considered: ConsideredSet[];
  /** Selectors that give the winner and the runner-up, when they were asked for. */
  suggestions: Suggestion[];
  rejected: { url: string; title: string; reason: string }[];
  /** Addresses of follow-up requests. */
  requests: string[];
  /** The stored rule was used. */
  replayed: boolean;
  /** Why this is the list of a feed whose stored rule no longer finds it; else null. */
  foundAgain: string | null;
  /** What a search for the list of a feed found; null for an ordinary reading. */
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
