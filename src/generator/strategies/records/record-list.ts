import type { Family } from './link-place.js';
import type { PageRecord } from './record.js';

/** Links of one signature with the records around them. */
export interface RecordSet {
  family: Family;
  signature: string;
  level: number;
  records: PageRecord[];
  /** Only links to addresses of this kind belong to it; see looseShape. */
  shape?: string;
}

/** Sets that together may be the list of a page. */
export type SetUnion = readonly RecordSet[];

/** Sets of records that may be the list of a page, judged by what was learned from other pages. */
export interface RankedList {
  sets: SetUnion;
  /** Of PAGE_FEATURES and LIST_FEATURES. */
  values: readonly number[];
  /** The greater, the more it looks like the list of its page. */
  score: number;
}
