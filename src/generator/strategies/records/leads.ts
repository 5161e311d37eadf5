import { stableTokens } from '../../page/class-names.js';
import type { Link, Page } from '../../page/page.js';
import type { ElementNode } from '../../page/tree.js';
import { isHomeAddress } from '../../page/url-shape.js';
import { type PageRecord, wholeSubtree } from '../../survey/record.js';
import { isContent } from './lists.js';
import { isHeadingLink } from './siblings.js';

/** Maximum number of lead stories added; more of them are a list of their own. */
const MAX_LEADS = 3;
/** Minimum share of the records that must have a feature that is required of a lead. */
const COMMON = 0.8;

/**
 * The records in page order, with the lead stories above them that have a shape of their own:
 * elements named like the records (`article.story` and `article.story.story--lead`), before or
 * between them, whose heading links to an address of the same shape; and one with another name
 * directly above the list.
 */
export function withLeads(page: Page, records: readonly PageRecord[]): PageRecord[] {
  const ordered = withNamed(
    page,
    [...records].sort((a, b) => a.start - b.start),
  );
  const lead = featured(page, ordered);
  return lead === null ? ordered : [lead, ...ordered];
}

/**
 * Finds the featured story: the only heading above the list with a link whose address has the
 * single shape of the records' addresses, in a list whose own headings are links.
 */
function featured(page: Page, ordered: readonly PageRecord[]): PageRecord | null {
  const [first] = ordered;
  if (first === undefined || ordered.length < MIN_HEADED) return null;
  const shapeOf = (link: Link) => link.address.shape;
  const shape = shapeOf(first.link);
  const isLike = ({ link }: PageRecord) => shapeOf(link) === shape && isHeadingLink(page, link);
  if (ordered.filter(isLike).length < ordered.length * COMMON) return null;
  const known = new Set(ordered.map(({ link }) => link.identity));
  const above = page.linkCount
    .list(0, first.start)
    .filter((link) => isContent(page, link) && isHeadingLink(page, link));
  const [link, ...others] = above.filter((link) => shapeOf(link) === shape);
  if (link === undefined || others.some(({ identity }) => identity !== link.identity)) return null;
  if (known.has(link.identity) || isHomeAddress(link.address.url)) return null;
  let root = link.element;
  for (let { parent } = root; parent !== null; { parent } = parent) {
    if (parent.tag === 'body' || parent.end > first.start) break;
    root = parent;
  }
  return wholeSubtree(link, root);
}

/** Minimum number of records for a list to have a featured story. */
const MIN_HEADED = 3;

function withNamed(page: Page, ordered: PageRecord[]): PageRecord[] {
  const name = commonName(ordered);
  const last = ordered[ordered.length - 1];
  if (name === null || last === undefined) return ordered;
  const shapes = new Set(ordered.map(({ link }) => link.address.shape));
  const known = new Set(ordered.map(({ link }) => link.identity));
  const leads: PageRecord[] = [];
  let next = 0;
  for (let at = 0; at < last.start; at += 1) {
    while (next < ordered.length && (ordered[next]?.end ?? 0) <= at) next += 1;
    const node = page.nodes[at];
    if (node?.kind !== 'element' || !isNamedLike(node, name)) continue;
    const following = ordered[next];
    if (following !== undefined && (at >= following.start || node.end > following.start)) continue;
    const link = headingLink(page, node);
    if (link === null || known.has(link.identity) || !shapes.has(link.address.shape)) continue;
    leads.push({ link, root: node, start: node.index, end: node.end });
    known.add(link.identity);
  }
  if (leads.length === 0 || leads.length > MAX_LEADS) return ordered;
  return [...ordered, ...leads].sort((a, b) => a.start - b.start);
}

interface Name {
  tag: string;
  token: string;
}

/** Tag and class token that the roots of most records share; null if there is none. */
function commonName(records: readonly PageRecord[]): Name | null {
  const counts = new Map<string, number>();
  for (const { root } of records) {
    for (const token of stableTokens(root, 3)) {
      const key = `${root.tag} ${token}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (root.tag === 'article') counts.set('article ', (counts.get('article ') ?? 0) + 1);
  }
  const best = [...counts].filter(([, count]) => count >= records.length * COMMON)[0]?.[0];
  if (best === undefined) return null;
  const [tag = '', token = ''] = best.split(' ');
  return { tag, token };
}

function isNamedLike(element: ElementNode, { tag, token }: Name): boolean {
  return element.tag === tag && (token === '' || stableTokens(element, 3).includes(token));
}

function headingLink(page: Page, root: ElementNode): Link | null {
  if (page.headings.in(root) === 0) return null;
  for (let at = root.index; at < root.end; at += 1) {
    const link = page.linkCount.at(at);
    if (link === undefined) continue;
    if (isHeadingLink(page, link)) return link;
  }
  return null;
}
