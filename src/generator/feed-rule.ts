import * as z from 'zod';
import { MAX_OUTSIDE } from './outside.js';
import { recordRuleSchema } from './strategies/records/rule-schema.js';

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
  /** When the first of these was, in milliseconds. */
  lostSince: z.number().optional(),
  /** When it was last compared with the list that the page would have anew, in milliseconds. */
  comparedAt: z.number().optional(),
  /** Links of the page that were not on the list in the last run that was right; see `outside.ts`. */
  outside: z.string().max(MAX_OUTSIDE).optional(),
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
