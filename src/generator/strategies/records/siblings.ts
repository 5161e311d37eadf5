import { stableTokens } from '../../page/class-names.js';
import type { Link, Page } from '../../page/page.js';
import { HEADING } from '../../page/tags.js';
import { closest, type ElementNode } from '../../page/tree.js';
import type { PageRecord } from '../../survey/record.js';
import { recordsAround } from './find-records.js';

/** Minimum number of adjacent records before their neighbours are read as further records. */
const MIN_RECORDS = 3;
/** Minimum share of the records that have a feature for their siblings to need it as well. */
const COMMON = 0.8;
/** Maximum number of siblings added, as a share of the records next to them. */
const MAX_ADDED_SHARE = 0.5;
/**
 * Maximum number of links to such addresses in a sibling, as a multiple of the most in any record:
 * more is a separate list.
 */
const MORE_LINKS = 1.5;

/**
 * Adds to the records of the sets of a list the siblings that differ only in markup: rows in bold,
 * questions among answers, a row with an additional link. A sibling is a record if it is an element
 * like those of the records, is adjacent to them, and links to an address of the same shape or,
 * under their class name, in a heading as they do.
 */
export function withSiblings(page: Page, sets: readonly Cut[]): PageRecord[][] {
  const taken: Taken = { items: new Set(), roots: new Set() };
  for (const { records } of sets) takeRecords(taken, records);
  return sets.map(({ records, level }) => {
    // Records that consist only of a link have only links next to them.
    const found = level === 0 ? [] : siblingsOf(page, records, taken);
    takeRecords(taken, found);
    return found.length === 0 ? records : recordsAround(page, [...records, ...found]);
  });
}

function siblingsOf(page: Page, records: readonly PageRecord[], taken: Taken): PageRecord[] {
  const shapes = commonShapes(records);
  const areHeaded = recordShare(records, ({ link }) => isHeadingLink(page, link)) >= COMMON;
  const found: PageRecord[] = [];
  for (const [parent, own] of byParent(records)) {
    const [first] = own;
    if (first === undefined || own.length < MIN_RECORDS) continue;
    const token = commonToken(own);
    // Computed only on demand: most records have no such siblings.
    let most: number | undefined;
    const added: PageRecord[] = [];
    for (const child of parent.children) {
      if (added.length > own.length * MAX_ADDED_SHARE) break;
      if (child.kind !== 'element' || child.tag !== first.root.tag) continue;
      if (taken.roots.has(child)) continue;
      if (token !== null && !stableTokens(child, 3).includes(token)) continue;
      if (page.linkCount.in(child) === 0) continue;
      const links = itemLinks(page, child, shapes);
      const isHeaded = links.size === 0 && areHeaded && token !== null;
      const [link] = isHeaded ? headingLinks(page, child) : [...links.values()];
      if (link === undefined || taken.items.has(link.item)) continue;
      most ??= MORE_LINKS * Math.max(...own.map(({ root }) => itemLinks(page, root, shapes).size));
      if (links.size > most) continue;
      added.push({ link, root: child, start: child.index, end: child.end });
    }
    if (added.length <= own.length * MAX_ADDED_SHARE) found.push(...added);
  }
  return found;
}

/** The nodes and items that already belong to records. */
interface Taken {
  /** Numbers of the items. */
  items: Set<number>;
  roots: Set<ElementNode>;
}

function takeRecords(taken: Taken, records: readonly PageRecord[]): void {
  for (const { link, root } of records) {
    taken.items.add(link.item);
    taken.roots.add(root);
  }
}

/** A set of records with the level at which they were cut. */
interface Cut {
  records: PageRecord[];
  /** Number of levels between a link and the root of its record. */
  level: number;
}

function headingLinks(page: Page, element: ElementNode): Link[] {
  if (page.headings.in(element) === 0) return [];
  return page.linkCount
    .list(element.index, element.end)
    .filter((link) => isHeadingLink(page, link) && link.address.isSameSite);
}

const HEADING_LEVELS = 3;

/** True if the link is around a heading or in one. */
export function isHeadingLink(page: Page, { element }: Link): boolean {
  if (page.headings.in(element) > 0) return true;
  let levels = 0;
  const above = closest(element, (at) => {
    levels += 1;
    return levels > HEADING_LEVELS || HEADING.has(at.tag);
  });
  return above !== null && HEADING.has(above.tag);
}

/** Shapes of addresses that together cover nearly all records; empty if every address differs. */
function commonShapes(records: readonly PageRecord[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { link } of records) {
    const shape = link.address.shape;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= MIN_RECORDS);
  const covered = common.reduce((sum, [, count]) => sum + count, 0);
  return new Set(covered >= records.length * COMMON ? common.map(([shape]) => shape) : []);
}

function byParent(records: readonly PageRecord[]): Map<ElementNode, PageRecord[]> {
  const groups = new Map<ElementNode, PageRecord[]>();
  for (const record of records) {
    const { parent } = record.root;
    if (parent === null) continue;
    const group = groups.get(parent);
    if (group === undefined) groups.set(parent, [record]);
    else group.push(record);
  }
  return groups;
}

/** The links of an element that have such an address, by the numbers of their items. */
function itemLinks(
  page: Page,
  element: ElementNode,
  shapes: ReadonlySet<string>,
): ReadonlyMap<number, Link> {
  const links = new Map<number, Link>();
  for (const link of page.linkCount.list(element.index, element.end)) {
    if (links.has(link.item) || !shapes.has(link.address.shape)) continue;
    links.set(link.item, link);
  }
  return links;
}

/** The class token that nearly all records share; null if there is none. */
function commonToken(records: readonly PageRecord[]): string | null {
  const counts = new Map<string, number>();
  for (const { root } of records) {
    for (const token of stableTokens(root, 3)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] >= records.length * COMMON ? best[0] : null;
}

function recordShare(
  records: readonly PageRecord[],
  test: (record: PageRecord) => boolean,
): number {
  return records.filter(test).length / Math.max(records.length, 1);
}
