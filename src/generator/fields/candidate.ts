import type { RecordRule } from '../survey/record-rule.js';
import type { DateChoice } from './date-slots.js';
import type { FoundItem } from './extract.js';
import type { TitleChoice } from './title-slots.js';

/** A record that was taken out of a list, and why. */
export interface Rejected {
  url: string;
  title: string;
  reason: string;
}

/** Where the fields of a list are from, kept so that they stay what they are. */
export interface FieldPlaces {
  /** See `title-slots.ts`. */
  title?: string | undefined;
  /** See `date-slots.ts`. */
  date?: string | undefined;
}

/** What one strategy makes of a page. */
export interface Candidate {
  /** Name of the strategy. */
  strategy: string;
  /** In page order, one per identity. */
  items: FoundItem[];
  /** 0 to 1; see CONFIDENCE in weights.ts. */
  confidence: number;
  /** What speaks for it, in words, for the explanation. */
  evidence: string[];
  /** How to find the same items again; null when the strategy needs no more than its name. */
  rule: RecordRule | null;
  /** The kind of headings that it is made of; see `followedHeadings`. */
  headings?: string;
  rejected: Rejected[];
  /** Where its titles are from, where these were chosen for the whole list. */
  title?: TitleChoice;
  /** Likewise of its dates; null where it shows none. */
  date?: DateChoice | null;
  /** Why this is the list of a feed whose stored rule no longer finds it. */
  foundAgain?: string;
  /** It has what the stored rule finds and clearly more. */
  isWider?: true;
  /** It was taken as the likeliest list after the stored one had been lost, at this time. */
  lostSince?: number;
}

/** Items one per identity, the first one staying. */
export function uniqueItems(items: readonly FoundItem[]): FoundItem[] {
  const seen = new Map<string, FoundItem>();
  for (const item of items) {
    if (!seen.has(item.identity)) seen.set(item.identity, item);
  }
  return [...seen.values()];
}
