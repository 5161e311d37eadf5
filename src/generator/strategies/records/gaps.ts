import type { Page } from '../../page/page.js';
import { HEADING } from '../../page/tags.js';
import type { PageNode } from '../../page/tree.js';
import { endBeforeNext, type PageRecord, siblingRuns } from '../../survey/record.js';
import {
  holdsSomething,
  isAlike,
  shapeOf,
  siblingsBefore,
  siblingsBetween,
} from './gap-siblings.js';

/**
 * Minimum share of the gaps between records that must have the same shape for the gap to be part of
 * a record.
 */
const REGULAR = 0.6;

/**
 * Adds to records the siblings between them, if most gaps contain the same sequence of elements: an
 * advertisement after every fifth record is not part of the fourth.
 */
export function withGaps(page: Page, records: PageRecord[]): PageRecord[] {
  const runs = siblingRuns(records);
  const usual = usualGap(page, runs);
  if (usual === null) return records;
  const width = usual.split(' ').length;
  const lead = leadOf(page, runs, usual);
  for (const run of runs) extend(page, run, width, lead);
  return records;
}

/** Names of the elements between most records; null if there are none. */
function usualGap(page: Page, runs: readonly PageRecord[][]): string | null {
  const shapes = new Map<string, number>();
  let gaps = 0;
  for (const run of runs) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      const [here, next] = [run[at], run[at + 1]];
      if (here === undefined || next === undefined) continue;
      const between = siblingsBetween(here.root, next.root);
      // A sibling built like the record is another record, of another colour or of another list.
      const shape = between.some((node) => isAlike(page, node, here)) ? '' : shapeOf(page, between);
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
      gaps += 1;
    }
  }
  const empty = shapes.get('') ?? 0;
  if (gaps === 0 || gaps - empty < REGULAR * gaps) return null;
  const [usual] = [...shapes].filter(([shape]) => shape !== '').sort((a, b) => b[1] - a[1]);
  return usual?.[0] ?? null;
}

/**
 * Splits records without a heading of their own at the headings between them: each record begins
 * with the heading before it, at any distance from its link. If the last record has a heading after
 * it as the others do, headings are titles below pictures, and the records do not change.
 */
export function cutAtHeadings(page: Page, records: readonly PageRecord[]): PageRecord[] {
  const runs = siblingRuns(records);
  const usual = usualGap(page, runs);
  const [top] = (usual ?? '')
    .split(' ')
    .filter((tag) => HEADING.has(tag))
    .sort();
  const isHeaded = ({ root }: PageRecord) => page.headings.in(root) > 0;
  const isBehind = (run: readonly PageRecord[]) => {
    const last = run.at(-1);
    if (last === undefined || usual === null) return false;
    return shapeOf(page, siblingsBetween(last.root, null)).startsWith(usual);
  };
  if (top === undefined || runs.some((run) => run.some(isHeaded) || isBehind(run))) {
    return [...records];
  }
  const isTop = (node: PageNode) => node.kind === 'element' && node.tag === top;
  const cut = new Map<PageRecord, PageRecord>();
  for (const run of runs) {
    for (const [at, record] of run.entries()) {
      const ahead = siblingsBefore(record.root, run[at - 1]?.root ?? null).findLast(isTop);
      const behind = siblingsBetween(record.root, run[at + 1]?.root ?? null).find(isTop);
      cut.set(record, {
        ...record,
        start: ahead?.index ?? record.start,
        end: Math.min(record.end, behind?.index ?? record.end),
      });
    }
  }
  return endBeforeNext(records.map((record) => cut.get(record) ?? record));
}

/**
 * Number of elements of the usual gap that precede a record: as many as precede the first record of
 * every run, if no more than the rest follows the last one ("<i>date</i> <a>title</a> remark" has 1
 * of 2).
 */
function leadOf(page: Page, runs: readonly PageRecord[][], usual: string): number {
  const shape = usual.split(' ');
  for (let lead = shape.length; lead > 0; lead -= 1) {
    const before = shape.slice(-lead).join(' ');
    const after = shape.slice(0, -lead).join(' ');
    const isSplit = runs.every((run) => {
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined) return false;
      const ahead = held(page, siblingsBefore(first.root, null)).slice(-lead);
      const behind = shapeOf(page, siblingsBetween(last.root, null));
      return (
        shapeOf(page, ahead) === before && behind.startsWith(after) && !behind.startsWith(usual)
      );
    });
    if (isSplit) return lead;
  }
  return 0;
}

/**
 * Adds to every record the last parts of the gap before it and the first parts of the gap after it.
 * Anything beyond the usual gap is between the records, not part of one.
 */
function extend(page: Page, run: readonly PageRecord[], width: number, lead: number): void {
  for (const [at, record] of run.entries()) {
    if (lead > 0) {
      const ahead = held(page, siblingsBefore(record.root, run[at - 1]?.root ?? null));
      record.start = ahead.at(-lead)?.index ?? record.start;
    }
    const behind = held(page, siblingsBetween(record.root, run[at + 1]?.root ?? null));
    record.end = behind.slice(0, width - lead).at(-1)?.end ?? record.end;
  }
}

function held(page: Page, nodes: readonly PageNode[]): PageNode[] {
  return nodes.filter((node) => holdsSomething(page, node));
}
