import { isRelatedHeading } from '../../fields/labels.js';
import { countBefore } from '../../page/counter.js';
import type { Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { contains, type ElementNode } from '../../page/tree.js';
import type { PageRecord } from '../../survey/record.js';
import { MIN_ITEMS } from '../../survey/weights.js';

/** A range of positions, the end excluded. */
type Range = readonly [start: number, end: number];

/**
 * Finds the records in blocks after a list that have its markup but do not belong to it: related,
 * recommended and most popular items change at each visit. @param records in page order
 */
export function relatedRecords(
  page: Page,
  records: readonly PageRecord[],
): ReadonlySet<PageRecord> {
  const [first] = records;
  const last = records[MIN_ITEMS - 1];
  if (first === undefined || last === undefined) return new Set();
  const ranges = headedRanges(page, records, last.end);
  const isHeaded = ({ root: { index } }: PageRecord) => {
    const [, end = 0] = ranges[countBefore(ranges, index + 1, ([start]) => start) - 1] ?? [];
    return index < end;
  };
  return new Set(records.slice(MIN_ITEMS).filter(isHeaded));
}

/** The ranges below headings of related items, up to the next heading or the end of their block. */
function headedRanges(page: Page, records: readonly PageRecord[], from: number): Range[] {
  const roots = records.map(({ root }) => root).sort((a, b) => a.index - b.index);
  const headings = between(page.headings.list(from, page.nodes.length), roots);
  return headings.flatMap((heading, at): Range[] => {
    if (!isRelatedHeading(textOf(page.nodes, heading))) return [];
    const next = headings[at + 1]?.index ?? page.nodes.length;
    return [[heading.end, Math.min(next, blockOf(heading, roots).end)]];
  });
}

/** The headings outside all records. */
function between(headings: readonly ElementNode[], roots: readonly ElementNode[]): ElementNode[] {
  let at = 0;
  let end = 0;
  return headings.filter(({ index }) => {
    for (let root = roots[at]; root !== undefined && root.index < index; root = roots[at]) {
      end = Math.max(end, root.end);
      at += 1;
    }
    return index >= end;
  });
}

/** The smallest element around a heading that contains a record after it. */
function blockOf(heading: ElementNode, roots: readonly ElementNode[]): ElementNode {
  const next = roots[countBefore(roots, heading.end, ({ index }) => index)];
  let at = heading;
  while (at.parent !== null && next !== undefined && !contains(at, next)) at = at.parent;
  return at;
}
