import type { PageRecord } from './record.js';

/**
 * Ways to say that two links stand in the same place of two records. Paths alone mix title, author
 * and domain links; classes alone split odd and even rows, so `link` counts only the link's own;
 * all break when a wrapper is put around some of the records, or when they stand in each other,
 * which `suffix`, `thread` and `heading` survive. Rows with several links of one path ("PDF",
 * "Read in full") are told apart by what the links say. Where style compilers write the class names,
 * `style` tells what looks alike today. The first link behind each heading of one place stands for all
 * that is below it, such as the files of a meeting: `section`.
 */
export const FAMILIES = [
  'class',
  'link',
  'path',
  'nth',
  'suffix',
  'thread',
  'heading',
  'label',
  'style',
  'section',
] as const;
export type Family = (typeof FAMILIES)[number];

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
