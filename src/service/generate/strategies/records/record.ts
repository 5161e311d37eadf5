import type { Link, Page } from '../../page/page.js';
import { type ElementNode, type PageNode, parentOf, placedTag } from '../../page/tree.js';

/** One entry of a list: a range of positions with the link that leads to the item. */
export interface PageRecord {
  link: Link;
  root: ElementNode;
  /** First position that belongs to the record. */
  start: number;
  /** Position after the last one. */
  end: number;
}

/** Levels climbed from a link at most; records of real pages are under 15 deep. */
const MAX_CLIMB = 40;
/** Siblings looked at between two records. */
const MAX_GAP = 60;

/**
 * Finds the record around each link of a group: climb while the parent holds no other link of the
 * group; the level most of them reach is the level of all. A record that is not one subtree
 * (dt + dd, h3 + p, two table rows) goes on over the siblings up to the next one.
 */
export function recordsOf(
  page: Page,
  links: readonly Link[],
): { records: PageRecord[]; level: number } {
  const levels = links.map((link, at) => climbable(links, at, link.element));
  const level = modal(levels);
  return { records: recordsAt(page, links, levels, level), level };
}

/** The records of a rule: its level is given, as far as each link can climb. */
export function recordsAtLevel(page: Page, links: readonly Link[], level: number): PageRecord[] {
  const levels = links.map((link, at) => climbable(links, at, link.element));
  return recordsAt(page, links, levels, level);
}

function recordsAt(
  page: Page,
  links: readonly Link[],
  levels: readonly number[],
  level: number,
): PageRecord[] {
  const records = links.map((link, at): PageRecord => {
    const root = ancestor(link.element, Math.min(level, levels[at] ?? 0));
    return { link, root, start: root.index, end: root.end };
  });
  return apart(extend(page, level === 0 ? nested(page, records) : records));
}

/** Records whose roots are known, in page order, with the siblings between them. */
export function recordsAround(page: Page, records: readonly PageRecord[]): PageRecord[] {
  const ordered = [...records].sort((a, b) => a.root.index - b.root.index);
  const bare = ordered.map(({ link, root }) => ({ link, root, start: root.index, end: root.end }));
  return apart(extend(page, bare));
}

/**
 * For every link the largest element around it, up to a level, that holds no link to another item.
 * @param links in document order; two links to one item may be in one record
 */
export function rootsApart(links: readonly Link[], level: number): Map<ElementNode, ElementNode> {
  const after: number[] = [];
  for (let at = links.length - 1; at >= 0; at -= 1) {
    const next = links[at + 1];
    const isSame = next !== undefined && next.identity === links[at]?.identity;
    after[at] = isSame
      ? (after[at + 1] ?? Number.POSITIVE_INFINITY)
      : (next?.element.index ?? Number.POSITIVE_INFINITY);
  }
  const roots = new Map<ElementNode, ElementNode>();
  let before = -1;
  for (const [at, { element, identity }] of links.entries()) {
    const previous = links[at - 1];
    if (previous !== undefined && previous.identity !== identity) before = previous.element.index;
    let root = element;
    for (let climbed = 0; climbed < level && root.parent !== null; climbed += 1) {
      const { parent } = root;
      if (parent.tag === 'body' || parent.index <= before || parent.end > (after[at] ?? 0)) break;
      root = parent;
    }
    roots.set(element, root);
  }
  return roots;
}

/** Share of the links that must be the first of their parent for the parents to be nested records. */
const NESTED = 0.8;

/**
 * Records inside records, such as the replies of a thread: a link's parent holds the links of the
 * replies too, but begins with this one. The record is the parent up to where the next one begins.
 */
function nested(page: Page, records: PageRecord[]): PageRecord[] {
  const parents = records.map(({ link }, at) => {
    const { parent } = link.element;
    const before = records[at - 1]?.link.element.index ?? -1;
    const isFirst = parent !== null && parent.tag !== 'body' && parent.index > before;
    return isFirst && page.linkCount.between(parent.index, link.element.index) === 0
      ? parent
      : null;
  });
  const found = parents.filter((parent) => parent !== null).length;
  if (found < records.length * NESTED || found === 0) return records;
  return records.map((record, at) => {
    const parent = parents[at];
    return parent ? { ...record, root: parent, start: parent.index, end: parent.end } : record;
  });
}

/** A record ends where the next one begins: links inside links would give all of them the same text. */
function apart(records: PageRecord[]): PageRecord[] {
  for (const [at, record] of records.entries()) {
    const next = records[at + 1];
    if (next !== undefined && next.start < record.end && next.start > record.start)
      record.end = next.start;
  }
  return records;
}

/** How many levels a link climbs before its parent holds another link of the group. */
function climbable(links: readonly Link[], at: number, element: ElementNode): number {
  const before = links[at - 1]?.element.index ?? -1;
  const after = links[at + 1]?.element.index ?? Number.POSITIVE_INFINITY;
  let level = 0;
  let root = element;
  while (level < MAX_CLIMB && root.parent !== null) {
    const { parent } = root;
    if (parent.tag === 'body' || parent.tag === 'html') break;
    if (parent.index <= before || parent.end > after) break;
    root = parent;
    level += 1;
  }
  return level;
}

function ancestor(element: ElementNode, levels: number): ElementNode {
  let at = element;
  for (let level = 0; level < levels && at.parent !== null; level += 1) at = at.parent;
  return at;
}

function modal(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = 0;
  let most = 0;
  for (const [value, count] of counts) {
    if (count > most || (count === most && value < best)) {
      best = value;
      most = count;
    }
  }
  return best;
}

/** Share of the gaps between records that must look alike for the gap to be part of a record. */
const REGULAR = 0.6;

/**
 * Gives records the siblings between them, where most gaps hold the same sequence of elements: an
 * advertisement after every fifth record is no part of the fourth.
 */
function extend(page: Page, records: PageRecord[]): PageRecord[] {
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

/** Consecutive records whose roots have one parent. */
function siblingRuns(records: readonly PageRecord[]): PageRecord[][] {
  const runs: PageRecord[][] = [];
  for (const record of records) {
    const run = runs[runs.length - 1];
    const last = run?.[run.length - 1];
    if (run !== undefined && last?.root.parent === record.root.parent) run.push(record);
    else runs.push([record]);
  }
  return runs.filter((run) => run.length > 1);
}

function siblingsBetween(from: ElementNode, to: ElementNode | null): PageNode[] {
  const siblings = from.parent?.children ?? [];
  const start = positionAfter(siblings, from.end);
  const between: PageNode[] = [];
  const stop = Math.min(siblings.length, start + MAX_GAP);
  for (let at = start; at < stop; at += 1) {
    const node = siblings[at];
    if (node === undefined || (to !== null && node.index >= to.index)) break;
    between.push(node);
  }
  return between;
}

function siblingsBefore(root: ElementNode): PageNode[] {
  const siblings = root.parent?.children ?? [];
  const end = positionAfter(siblings, root.index);
  return siblings.slice(Math.max(0, end - MAX_GAP), end);
}

/** First of the siblings that begins at or after a position, by bisection. */
function positionAfter(siblings: readonly PageNode[], position: number): number {
  let low = 0;
  let high = siblings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((siblings[middle]?.index ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True when a sibling holds a link in the same place as a record does. */
function isAlike(page: Page, node: PageNode, { root, link }: PageRecord): boolean {
  if (node.kind === 'text' || node.tag !== root.tag || page.linkCount.in(node) === 0) return false;
  return page.linkCount
    .list(node.index, node.end)
    .some(({ element }) => isSamePlace(root, link.element, node, element));
}

/** Whether tags and columns from two elements down to a link in each are the same. */
function isSamePlace(
  root: ElementNode,
  link: ElementNode,
  otherRoot: ElementNode,
  otherLink: ElementNode,
): boolean {
  let at: ElementNode | null = link;
  let other: ElementNode | null = otherLink;
  while (at !== null && at !== root && other !== null && other !== otherRoot) {
    if (at.tag !== other.tag || placedTag(at) !== placedTag(other)) return false;
    at = parentOf(at);
    other = parentOf(other);
  }
  return (at === null || at === root) && (other === null || other === otherRoot);
}

/** Names of the siblings that hold something, "" when none does. */
function shapeOf(page: Page, siblings: readonly PageNode[]): string {
  return siblings
    .filter((node) => holdsSomething(page, node))
    .slice(0, 8)
    .map((node) => (node.kind === 'text' ? '#' : node.tag))
    .join(' ');
}

function holdsSomething(page: Page, node: PageNode): boolean {
  return (
    page.words.in(node) > 0 ||
    page.images.in(node) > 0 ||
    (node.kind === 'element' && node.tag === 'time')
  );
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
