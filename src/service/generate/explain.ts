import * as z from 'zod';
import type { ConsideredSet, PageAnalysis } from './analyse.js';
import type { RepairFacts } from './repair.js';
import { recordRuleSchema } from './strategies/records/rule.js';
import type { Suggestion } from './suggest-selectors.js';

/** Why a feed came out as it did: what `preview --explain` shows. */
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

/**
 * What is stored with a feed: how its items were found, and what tells whether they still are. A
 * new version of the shape is a new number; an unknown one is ignored and the page mined anew.
 */
const feedRuleSchema = z.object({
  version: z.literal(1),
  strategy: z.string().max(40),
  records: recordRuleSchema,
  /** Items of the last run that the rule was right in. */
  count: z.number().int().min(0),
  /** Runs in a row that gave under half of `count`. */
  misses: z.number().int().min(0),
  /** Shapes of the items' addresses, the most frequent first. */
  shapes: z.array(z.string()).max(10),
  /** Share of the items that have one of them; 0 when the list links to anywhere. */
  covered: z.number().min(0).max(1).optional(),
  /** Median words of a title. */
  titleWords: z.number().min(0).optional(),
  /** The feed was given this rule by a repair, and its items have not been compared since. */
  repaired: z.literal(true).optional(),
  icon: z.object({ url: z.string(), checkedAt: z.number() }).nullable(),
});

export type FeedRule = z.infer<typeof feedRuleSchema>;

/** Parses a stored rule; null when it is invalid. */
export function readRule(stored: unknown): FeedRule | null {
  // The first reading has none, and an error of the schema costs it 2 ms.
  if (stored === null || stored === undefined) return null;
  const parsed = feedRuleSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
