import type { Page } from '../../page/page.js';
import type { ElementNode, PageNode } from '../../page/tree.js';
import {
  holdsSomething,
  isAlike,
  shapeOf,
  siblingsBefore,
  siblingsBetween,
} from './gap-siblings.js';
import { type PageRecord, siblingRuns } from './record.js';

/** Share of the gaps between records that must look alike for the gap to be part of a record. */
const REGULAR = 0.6;

/**
 * Gives records the siblings between them, where most gaps hold the same sequence of elements: an
 * advertisement after every fifth record is no part of the fourth.
 */
export function withGaps(page: Page, records: PageRecord[]): PageRecord[] {
  const runs = siblingRuns(records);
  if (runs.length === 0) return records;
  if (records.every(({ root }) => HEADS.has(root.tag))) {
    for (const run of runs) extendToNext(page, run);
    return records;
  }
  const shapes = new Map<string, number>();
  let gaps = 0;
  for (const run of runs) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      const [here, next] = [run[at], run[at + 1]];
      if (here === undefined || next === undefined) continue;
      const between = siblingsBetween(here.root, next.root);
      // A sibling built like the record is another record, of the other colour or of another list.
      const shape = between.some((node) => isAlike(page, node, here)) ? '' : shapeOf(page, between);
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
      gaps += 1;
    }
  }
  const empty = shapes.get('') ?? 0;
  if (gaps === 0 || gaps - empty < REGULAR * gaps) return records;
  const usual = [...shapes].filter(([shape]) => shape !== '').sort((a, b) => b[1] - a[1])[0];
  if (usual === undefined) return records;
  const width = usual[0].split(' ').length;
  const lead = leadOf(page, runs, usual[0]);
  for (const run of runs) {
    if (lead === 0) extendForwards(page, run, usual[0]);
    else if (lead === width) extendBackwards(page, run);
    else extendBothWays(page, run, { usual: usual[0], lead });
  }
  return records;
}

/** Elements that by their meaning head what follows, however much that is. */
const HEADS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt']);

function extendToNext(page: Page, run: PageRecord[]): void {
  for (const [at, record] of run.entries()) {
    const next = run[at + 1];
    if (next !== undefined) {
      record.end = next.root.index;
      continue;
    }
    const rest = siblingsBetween(record.root, null);
    const stop = rest.findIndex((node) => node.kind === 'element' && outranks(node, record.root));
    const own = (stop < 0 ? rest : rest.slice(0, stop)).filter((node) =>
      holdsSomething(page, node),
    );
    record.end = own[own.length - 1]?.end ?? record.end;
  }
}

/** A heading of the same rank or a higher one, or another term. */
function outranks(node: ElementNode, head: ElementNode): boolean {
  return HEADS.has(node.tag) && (head.tag === 'dt' ? node.tag === 'dt' : node.tag <= head.tag);
}

/**
 * How much of the usual gap stands before a record: as much as before the first of every run, where
 * no more than the rest stands after the last ("<i>date</i> <a>title</a> remark" has 1 of 2).
 */
function leadOf(page: Page, runs: readonly PageRecord[][], usual: string): number {
  const shape = usual.split(' ');
  for (let lead = shape.length; lead > 0; lead -= 1) {
    const before = shape.slice(-lead).join(' ');
    const after = shape.slice(0, -lead).join(' ');
    const isSplit = runs.every((run) => {
      const [first] = run;
      const last = run[run.length - 1];
      if (first === undefined || last === undefined) return false;
      const ahead = siblingsBefore(first.root).filter((node) => holdsSomething(page, node));
      const behind = shapeOf(page, siblingsBetween(last.root, null));
      return (
        shapeOf(page, ahead.slice(-lead)) === before &&
        behind.startsWith(after) &&
        !behind.startsWith(usual)
      );
    });
    if (isSplit) return lead;
  }
  return 0;
}

/** Gives every record the last parts of the gap before it and the first ones of the gap behind it. */
function extendBothWays(
  page: Page,
  run: readonly PageRecord[],
  { usual, lead }: { usual: string; lead: number },
): void {
  const behind = usual.split(' ').length - lead;
  const held = (nodes: PageNode[]) => nodes.filter((node) => holdsSomething(page, node));
  for (const [at, record] of run.entries()) {
    const previous = run[at - 1];
    const ahead =
      previous === undefined
        ? siblingsBefore(record.root)
        : siblingsBetween(previous.root, record.root);
    record.start = held(ahead).at(-lead)?.index ?? record.start;
    const rest = held(siblingsBetween(record.root, run[at + 1]?.root ?? null));
    record.end = rest.slice(0, behind).at(-1)?.end ?? record.end;
  }
}

function extendForwards(page: Page, run: PageRecord[], usual: string): void {
  for (const [at, record] of run.entries()) {
    const next = run[at + 1];
    const between = siblingsBetween(record.root, next?.root ?? null);
    if (next !== undefined && shapeOf(page, between) === usual) {
      record.end = next.root.index;
      continue;
    }
    // What is more than usual is something between the records; the last one has no end to go by.
    const rest = between.filter((node) => holdsSomething(page, node));
    const last = rest[Math.min(usual.split(' ').length, rest.length) - 1];
    if (last !== undefined) record.end = last.end;
  }
}

function extendBackwards(page: Page, run: PageRecord[]): void {
  for (const [at, record] of run.entries()) {
    const previous = run[at - 1];
    if (previous !== undefined) {
      record.start = previous.root.end;
      continue;
    }
    const next = run[1];
    const width =
      next === undefined
        ? 0
        : siblingsBetween(record.root, next.root).filter((node) => holdsSomething(page, node))
            .length;
    const first = siblingsBefore(record.root)
      .filter((node) => holdsSomething(page, node))
      .slice(-width)[0];
    if (first !== undefined && width > 0) record.start = first.index;
  }
}
