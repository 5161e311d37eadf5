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

/** The links of one signature with the records around them. */
export interface RecordSet {
  family: Family;
  signature: string;
  level: number;
  records: PageRecord[];
  /** If present, only links to addresses of this kind belong to the set; see looseShape. */
  shape?: string;
}

/** Sets that together may be the list of a page. */
export type SetUnion = readonly RecordSet[];

/** Sets of records that may be the list of a page, scored by the model trained on other pages. */
export interface RankedList {
  sets: SetUnion;
  /** Values of PAGE_FEATURES and LIST_FEATURES. */
  values: readonly number[];
  /** Score of the model: the higher, the likelier this is the list of its page. */
  score: number;
}
