import type { Link } from '../../page/page.js';
import { type ElementNode, parentOf, placedTag } from '../../page/tree.js';
import { FAMILIES, type Family } from '../../survey/record-list.js';
import { onceASurvey } from '../../survey/survey.js';
import { linkPlace } from './link-place.js';
import { NONE, Signer } from './signer.js';

/** The links with one signature, in document order. */
interface LinkGroup {
  family: Family;
  /** The signature as stored with a rule. */
  signature: string;
  links: Link[];
}

/** Assigns numbers to the signatures of a page. */
export const signerOf = onceASurvey(({ page }) => new Signer(page.nodes.length));

/** Groups the links of a page by every signature; groups with the same members appear once. */
export function groupLinks(signer: Signer, links: readonly Link[]): LinkGroup[] {
  const seen = new Set<string>();
  const paths = new Map<number, number>();
  const groups: LinkGroup[] = [];
  for (const family of FAMILIES) {
    const members = new Map<number, Link[]>();
    for (const link of links) {
      const key = signer.key(link.element, family);
      if (key === NONE) continue;
      const group = members.get(key);
      if (group === undefined) members.set(key, [link]);
      else group.push(link);
    }
    for (const group of members.values()) {
      const [first] = group;
      if (first === undefined || group.length < 2) continue;
      const onPath = family === 'label' ? paths.get(signer.key(first.element, 'path')) : undefined;
      if (onPath !== undefined && !isLabel(group.length, onPath)) continue;
      const fingerprint = fingerprintOf(group);
      if (seen.has(fingerprint)) continue;
      seen.add(fingerprint);
      groups.push({ family, signature: signatureOf(first.element, family) ?? '', links: group });
    }
    if (family === 'path') for (const [path, { length }] of members) paths.set(path, length);
  }
  return groups;
}

/** Finds the links of a page that have the same signature as a given link. */
export const namedLinks = onceASurvey((survey) => {
  const { page } = survey;
  const signer = signerOf(survey);
  const groups = new Map<Family, Map<number, Link[]>>();
  const grouped = (family: Family) => {
    const members = groups.get(family) ?? new Map<number, Link[]>();
    if (groups.has(family)) return members;
    for (const link of page.links) {
      const key = signer.key(link.element, family);
      const group = members.get(key);
      if (group === undefined) members.set(key, [link]);
      else group.push(link);
    }
    groups.set(family, members);
    return members;
  };
  return ({ element }: Link, family: Family): readonly Link[] =>
    grouped(family).get(signer.key(element, family)) ?? [];
});

/** The signature of one link as text, for rules; null if the family does not apply to it. */
export function signatureOf(link: ElementNode, family: Family): string | null {
  const place = linkPlace(link, family);
  if (place === null) return null;
  return `${place.at === null ? '' : elementPath(place.at)}${place.rest}`;
}

function elementPath(element: ElementNode): string {
  const tags: string[] = [];
  for (let at: ElementNode | null = element; at !== null; at = parentOf(at))
    tags.push(placedTag(at));
  return tags.reverse().join('>');
}

/** Minimum number of links with the same label; two of them are one item that is linked twice. */
const MIN_LABELS = 3;
/**
 * Minimum share of the links of a path that one label must have: in "12 comments" each number is a
 * separate label.
 */
const LABEL_SHARE = 0.05;

/**
 * True if the links with one label are so many of all links on a path that the label names the role
 * of a link in its row.
 */
function isLabel(count: number, onPath: number): boolean {
  return count >= Math.max(MIN_LABELS, onPath * LABEL_SHARE);
}

function fingerprintOf(links: readonly Link[]): string {
  let hash = 0;
  for (const { element } of links) hash = (Math.imul(hash, 31) + element.index) | 0;
  return `${links.length}:${links[0]?.element.index}:${hash}`;
}
