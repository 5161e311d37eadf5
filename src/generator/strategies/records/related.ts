import { isRelatedHeading } from '../../fields/labels.js';
import type { Page } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { contains, type ElementNode } from '../../page/tree.js';
import type { PageRecord } from '../../survey/record.js';
import { MIN_ITEMS } from '../../survey/weights.js';

/** A range of positions, the end excluded. */
type Range = readonly [start: number, end: number];

/**
 * The records of blocks behind a list that have its markup and are not of it: related, recommended and
 * most popular items change at each visit.
 * @param records in page order
 */
export function relatedRecords(
  page: Page,
  records: readonly PageRecord[],
): ReadonlySet<PageRecord> {
  const [first] = records;
  const last = records[MIN_ITEMS - 1];
  if (first === undefined || last === undefined) return new Set();
  const behind = records.slice(MIN_ITEMS);
  const ranges = headedRanges(page, records, last.end);
  const isHeaded = ({ root: { index } }: PageRecord) =>
    ranges.some(([start, end]) => index >= start && index < end);
  return new Set(behind.filter(isHeaded));
}

/** What stands below headings that say so, up to the next heading or the end of their block. */
function headedRanges(page: Page, records: readonly PageRecord[], from: number): Range[] {
  const isInRecord = ({ index }: ElementNode) =>
    records.some(({ root }) => index > root.index && index < root.end);
  const headings = page.headings
    .list(from, page.nodes.length)
    .filter((heading) => !isInRecord(heading));
  return headings.flatMap((heading, at): Range[] => {
    if (!isRelatedHeading(textOf(page.nodes, heading))) return [];
    const next = headings[at + 1]?.index ?? page.nodes.length;
    return [[heading.end, Math.min(next, blockOf(heading, records).end)]];
  });
}

/** The smallest element around a heading with a record behind it. */
function blockOf(heading: ElementNode, records: readonly PageRecord[]): ElementNode {
  const next = records.find(({ root }) => root.index >= heading.end)?.root;
  let at = heading;
  while (at.parent !== null && next !== undefined && !contains(at, next)) at = at.parent;
  return at;
}
