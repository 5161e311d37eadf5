import {
  amount,
  count,
  listShape,
  number,
  object,
  oneOf,
  orNull,
  type Read,
  textShape,
} from '../base/read-shape.js';
import type { FieldPlaces } from './fields/candidate.js';
import { MAX_OUTSIDE } from './outside.js';
import type { ListShape } from './strategies/records/rule-shape.js';
import { type RecordRule, readRecordRule } from './survey/record-rule.js';

/** Version of the format of rules; docs/generator.md describes it. */
export const RULE_VERSION = 1 as const;

/**
 * What is stored with a feed: how its items were found, and what tells whether they still are. A
 * new version of the shape is a new number; an unknown one is ignored and the page mined anew.
 */
export interface FeedRule extends ListShape, FieldPlaces {
  version: typeof RULE_VERSION;
  strategy: string;
  records: RecordRule;
  /** The kind of headings that are the items; see `followedHeadings`. */
  headings?: string | undefined;
  /** Number of items of the last correct run of the rule. */
  count: number;
  /** Number of consecutive runs with fewer than half of `count`. */
  misses: number;
  /** Time of the first of these runs, in milliseconds since the epoch. */
  lostSince?: number | undefined;
  /**
   * Time of the last comparison with the list that a new feed of the page would have, in
   * milliseconds since the epoch.
   */
  comparedAt?: number | undefined;
  /** Links of the page that were not on the list in the last correct run; see `outside.ts`. */
  outside?: string | undefined;
  /** True if a repair created this rule, and its items have not been compared since. */
  repaired?: true | undefined;
  icon: { url: string; checkedAt: number } | null;
}

const share: Read<number> = (value) => (Number(value) <= 1 ? amount(value) : undefined);

const feedRule = object(
  {
    version: oneOf<typeof RULE_VERSION>([RULE_VERSION]),
    strategy: textShape(40),
    records: readRecordRule,
    count,
    misses: count,
    shapes: listShape(textShape(), { most: 10 }),
    icon: orNull(object({ url: textShape(), checkedAt: number }, {})),
  },
  {
    title: textShape(400),
    date: textShape(400),
    lostSince: number,
    comparedAt: number,
    headings: textShape(20),
    outside: textShape(MAX_OUTSIDE),
    covered: share,
    titleWords: amount,
    repaired: oneOf([true]),
  },
);

/** Reads a stored rule; null if it is invalid. */
export function readRule(stored: unknown): FeedRule | null {
  return feedRule(stored) ?? null;
}
