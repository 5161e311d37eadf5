import type { Link } from '../page/page.js';
import type { ElementNode } from '../page/tree.js';

/** One entry of a list: a range of positions with the link that leads to the item. */
export interface PageRecord {
  link: Link;
  root: ElementNode;
  /** First position that belongs to the record. */
  start: number;
  /** Position after the last one. */
  end: number;
}

/** The record that is just the subtree of its root. */
export function wholeSubtree(link: Link, root: ElementNode): PageRecord {
  return { link, root, start: root.index, end: root.end };
}

/** A record ends where the next one begins: links inside links would give all of them the same text. */
export function endBeforeNext(records: PageRecord[]): PageRecord[] {
  for (const [at, record] of records.entries()) {
    const next = records[at + 1];
    if (next !== undefined && next.start < record.end && next.start > record.start)
      record.end = next.start;
  }
  return records;
}

/** Consecutive records whose roots have one parent. */
export function siblingRuns(records: readonly PageRecord[]): PageRecord[][] {
  const runs: PageRecord[][] = [];
  for (const record of records) {
    const run = runs[runs.length - 1];
    const last = run?.[run.length - 1];
    if (run !== undefined && last?.root.parent === record.root.parent) run.push(record);
    else runs.push([record]);
  }
  return runs.filter((run) => run.length > 1);
}
