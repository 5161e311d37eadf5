import type { SourceSpec } from '../sources/model.js';

/** One of many sources that feeds are to be made from. */
export interface Wanted {
  /** As it was given: an address, or the words of a search. */
  input: string;
  source: SourceSpec;
}

/** A line or a row that is no source; the others are made all the same. */
export interface Unusable {
  input: string;
  /** Why. */
  problem: string;
}

export type WantedSource = Wanted | Unusable;
