import type { Link, Page } from '../../page/page.js';
import type { ElementNode } from '../../page/tree.js';
import { rowRange } from '../../survey/documents.js';
import { endBeforeNext, type PageRecord, wholeSubtree } from '../../survey/record.js';
import { withGaps } from './gaps.js';

/** Maximum number of levels climbed from a link; records of real pages have fewer than 15. */
const MAX_CLIMB = 40;

/**
 * Finds the record around each link of a group: climbs while the parent contains no other link of
 * the group; the level that most links reach is used for all. A record that is not one subtree (dt
 * + dd, h3 + p, two table rows) also includes the siblings up to the next record.
 */
export function recordsOf(
  page: Page,
  links: readonly Link[],
): { records: PageRecord[]; level: number } {
  const levels = links.map((link, at) => climbable(links, at, link.element));
  const level = modal(levels);
  return { records: recordsAt(page, links, levels, level), level };
}

/** Finds the records of a rule, which has their level: each link climbs to it as far as it can. */
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
  const records = links.map((link, at) =>
    wholeSubtree(link, ancestor(link.element, Math.min(level, levels[at] ?? 0))),
  );
  const whole = withGaps(page, level === 0 ? nested(page, records) : records);
  for (const record of whole) {
    const row = rowRange(page, record.link);
    if (row !== undefined) [record.start, record.end] = [row.index, row.end];
  }
  return endBeforeNext(whole);
}

/** Adds the siblings between records to records whose roots are known, in page order. */
export function recordsAround(page: Page, records: readonly PageRecord[]): PageRecord[] {
  const ordered = [...records].sort((a, b) => a.root.index - b.root.index);
  const bare = ordered.map(({ link, root }) => wholeSubtree(link, root));
  return endBeforeNext(withGaps(page, bare));
}

/**
 * Finds for each of these links the largest element around it, up to a level, that contains no link
 * to another item. @param links in document order; two links to one item may be in one record
 */
export function rootsApart(
  links: readonly Link[],
): (element: ElementNode, level: number) => ElementNode {
  const after: number[] = [];
  for (let at = links.length - 1; at >= 0; at -= 1) {
    const next = links[at + 1];
    const isSame = next !== undefined && next.identity === links[at]?.identity;
    after[at] = isSame
      ? (after[at + 1] ?? Number.POSITIVE_INFINITY)
      : (next?.element.index ?? Number.POSITIVE_INFINITY);
  }
  const free = new Map<ElementNode, { from: number; to: number }>();
  let before = -1;
  for (const [at, { element, identity }] of links.entries()) {
    const previous = links[at - 1];
    if (previous !== undefined && previous.identity !== identity) before = previous.element.index;
    free.set(element, { from: before, to: after[at] ?? 0 });
  }
  return (element, level) => {
    const { from, to } = free.get(element) ?? { from: 0, to: 0 };
    let root = element;
    for (let climbed = 0; climbed < level && root.parent !== null; climbed += 1) {
      const { parent } = root;
      if (parent.tag === 'body' || parent.index <= from || parent.end > to) break;
      root = parent;
    }
    return root;
  };
}

/**
 * Minimum share of the links that must be the first of their parent for the parents to be nested
 * records.
 */
const NESTED = 0.8;

/**
 * Finds records inside records, such as the replies of a thread: the parent of a link also contains
 * the links of the replies, but begins with this one. The record is the part of the parent before
 * the next record.
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
    return parent ? wholeSubtree(record.link, parent) : record;
  });
}

/** Number of levels that a link can climb before its parent contains another link of the group. */
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
