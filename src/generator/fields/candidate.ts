import type { RecordRule } from '../survey/record-rule.js';
import type { DateChoice } from './date-slots.js';
import type { FoundItem } from './extract.js';
import type { TitleChoice } from './title-slots.js';

/** A record that was excluded from a list, with the reason. */
export interface Rejected {
  url: string;
  title: string;
  reason: string;
}

/** The places of the fields of a list, stored so that later runs read the same places. */
export interface FieldPlaces {
  /** See `title-slots.ts`. */
  title?: string | undefined;
  /** See `date-slots.ts`. */
  date?: string | undefined;
}

/** The result of one strategy for a page. */
export interface Candidate {
  /** Name of the strategy. */
  strategy: string;
  /** In page order, one per identity. */
  items: FoundItem[];
  /** 0 to 1; see CONFIDENCE in weights.ts. */
  confidence: number;
  /** Reasons for the candidate, in English, for the explanation. */
  evidence: string[];
  /** The rule that finds the same items again; null if the strategy needs only its name. */
  rule: RecordRule | null;
  /** The kind of the headings that are its items; see `followedHeadings`. */
  headings?: string;
  rejected: Rejected[];
  /** The place of its titles, if these were chosen for the whole list. */
  title?: TitleChoice;
  /** The place of its dates; null if the list shows none. */
  date?: DateChoice | null;
  /** The reason why this is the list of a feed whose stored rule no longer finds it. */
  foundAgain?: string;
  /** True if it contains all items of the stored rule and clearly more. */
  isWider?: true;
  /** Time at which it was chosen as the likeliest list after the stored one had been lost. */
  lostSince?: number;
}

/** Keeps one item per identity, the first one. */
export function uniqueItems(items: readonly FoundItem[]): FoundItem[] {
  const seen = new Map<string, FoundItem>();
  for (const item of items) {
    if (!seen.has(item.identity)) seen.set(item.identity, item);
  }
  return [...seen.values()];
}
