import * as z from 'zod';
import { STRATEGIES } from './candidate.js';
import { recordRuleSchema } from './strategies/records/rule.js';

/**
 * What is stored with a feed: how its items were found, and what tells whether they still are. A
 * new version of the shape is a new number; an unknown one is ignored and the page mined anew.
 */
export const feedRuleSchema = z.object({
  version: z.literal(1),
  strategy: z.enum(STRATEGIES),
  records: recordRuleSchema,
  /** Items of the last run that the rule was right in. */
  count: z.number().int().min(0),
  /** Runs in a row that gave under half of `count`. */
  misses: z.number().int().min(0),
  /** Shapes of the items' addresses, the most frequent first. */
  shapes: z.array(z.string()).max(10),
  icon: z.object({ url: z.string(), checkedAt: z.number() }).nullable(),
});

export type FeedRule = z.infer<typeof feedRuleSchema>;

/** The rule in what was stored, or null when it is none of ours. */
export function readRule(stored: unknown): FeedRule | null {
  const parsed = feedRuleSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
