import type { Link } from '../../page/page.js';
import type { ElementNode } from '../../page/tree.js';
import type { PageRecord } from '../../survey/record.js';
import { FAMILIES, type RecordSet, type SetUnion } from '../../survey/record-list.js';
import type { RecordRule } from '../../survey/record-rule.js';
import type { Survey } from '../../survey/survey.js';
import { recordsAtLevel } from './find-records.js';
import { tailOf } from './link-place.js';
import {
  candidateLinks,
  isContent,
  isOfShape,
  recordSets,
  unionOf,
  wholeRecords,
} from './lists.js';
import { withSiblings } from './siblings.js';
import { namedLinks, signatureOf } from './signatures.js';

/** Minimum share of links in common for another signature to select the same links. */
const SAME = 0.85;
/** Maximum number of blocks of a front page; the largest real pages have a dozen. */
const MAX_SETS = 16;

/**
 * The rule of the chosen sets. Besides its own signature, each set has the other signatures that
 * select the same links: a wrapper added to the page breaks the path but not the suffix, a new
 * class name breaks the suffix but not the path. A signature that also selects other links of the
 * page is left out: if the set's own place disappears, it would return links that were never on the
 * list.
 */
export function ruleOf(survey: Survey, chosen: SetUnion, list: KnownList): RecordRule {
  const all = recordSets(survey);
  const linksNamed = namedLinks(survey);
  const listed = new Set(chosen.flatMap(({ records }) => records.map(({ link }) => link)));
  const strange = new Set(
    survey.page.links.filter(
      (link) => !listed.has(link) && (!list.isToldByAddress || list.isOfList([link.url])),
    ),
  );
  return chosen.slice(0, MAX_SETS).map((set) => {
    const { records, shape, family, signature, level } = set;
    const links = new Set(records.map(({ link }) => link));
    const others = all.filter(
      (other) => other !== set && other.signature !== signature && overlap(links, other) >= SAME,
    );
    const places = [set, ...others].map((place) => ({
      ...{ family: place.family, signature: place.signature, level: place.level },
    }));
    // All families are included, even one that selected exactly the same links and was therefore no
    // separate set.
    const [first] = records;
    for (const other of FAMILIES) {
      const at = first === undefined ? null : signatureOf(first.link.element, other);
      if (first === undefined || at === null || places.some((place) => place.family === other)) {
        continue;
      }
      const named = linksNamed(first.link, other).filter((link) => strange.has(link));
      if (named.length <= links.size * (1 - SAME)) {
        places.push({ family: other, signature: at, level });
      }
    }
    // Siblings of the records are in other places and are found from the records.
    const own = records.filter(({ link }) => signatureOf(link.element, family) === signature);
    return {
      count: own.length,
      ...(shape !== undefined && { shape }),
      ...(!list.isOfList(own.map(({ link }) => link.url)) && { anyAddress: true as const }),
      places: places.slice(0, 8),
    };
  });
}

/** The known properties of the items of a list. */
export interface KnownList {
  /**
   * True if addresses have the shapes of the list; a menu in the place of the list fails this test.
   */
  isOfList(urls: readonly string[]): boolean;
  /** True if the addresses have shapes of their own. */
  isToldByAddress: boolean;
}

/**
 * Finds the records of a stored rule on the current page: of each set, the place with the count
 * closest to that of the set, its own place first. The sets are combined as in the list from which
 * the rule was made.
 */
export function recordsOfRule(survey: Survey, rule: RecordRule, list: KnownList): PageRecord[] {
  const { page } = survey;
  const links = candidateLinks(page);
  const taken = new Set<ElementNode>();
  const [first] = rule;
  const sets = rule.map((set): RecordSet => {
    const isFree = (link: Link) =>
      (rule.length === 1 || (!taken.has(link.element) && isContent(page, link))) &&
      (set.shape === undefined || link.address.looseShape === set.shape);
    const { place, found } = linksOfSet(links, set, isFree, list);
    const records = recordsAtLevel(page, found, place.level);
    // A single complete set has siblings: the records of one kind are chosen from all records.
    const own = rule.length === 1 ? records : records.filter(({ link }) => isFree(link));
    for (const { link } of own) taken.add(link.element);
    return { ...place, records: own };
  });
  if (first === undefined || rule.length > 1) return unionOf(page, sets).flatMap(recordsIn);
  const { shape } = first;
  const records = withSiblings(page, sets).flat().filter(isOfShape(shape));
  return wholeRecords(page, {
    ...{ records, level: sets[0]?.level ?? 0 },
    ...(shape !== undefined && { shape }),
  });
}

const recordsIn = ({ records }: RecordSet) => records;

/** The links of one set, at the place whose number of free links is closest to that of the set. */
function linksOfSet(
  links: readonly Link[],
  { count, places, anyAddress }: RecordRule[number],
  isFree: (link: Link) => boolean,
  list: KnownList,
) {
  const isOfList = (urls: readonly string[]) => anyAddress === true || list.isOfList(urls);
  const [own] = places;
  let best: { place: Place; found: readonly Link[]; free: number } = {
    ...{ place: own ?? NOWHERE, found: [], free: 0 },
  };
  for (const place of places) {
    const there = linksAt(links, place, { count, isFree, isOfList });
    // The other places are less specific: a menu may be built like the list.
    const found = place === own ? there : there.filter(({ url }) => isOfList([url]));
    const free = found.filter(isFree).length;
    if (closeness(free, count) > closeness(best.free, count)) best = { place, found, free };
    if (closeness(best.free, count) >= CLOSE) break;
  }
  if (best.place === own || !list.isToldByAddress) return best;
  return { ...best, found: withMoved(best.found, links.filter(isFree), count, list) };
}

type Place = RecordRule[number]['places'][number];
const NOWHERE: Place = { family: 'path', signature: '', level: 0 };

/**
 * If the set's own place has disappeared, its other places may omit items in other positions of the
 * page, such as a thread pinned above the others. Adds links in the same elements to addresses of
 * the list, up to the missing number.
 */
function withMoved(
  found: readonly Link[],
  links: readonly Link[],
  count: number,
  { isOfList }: KnownList,
): readonly Link[] {
  const missing = count - found.length;
  const [first] = found;
  if (first === undefined || missing <= 0) return found;
  const known = new Set(found.map(({ identity }) => identity));
  const tail = tailOf(first.element);
  const moved = links.filter(
    ({ element, identity, url }) =>
      !known.has(identity) && tailOf(element) === tail && isOfList([url]),
  );
  if (moved.length === 0 || moved.length > missing) return found;
  return [...found, ...moved].sort((a, b) => a.element.index - b.element.index);
}

/** Minimum closeness of a place that ends the search. */
const CLOSE = 0.8;
const BODY = '#page>html>body>';

/**
 * Finds the links at a signature. If the whole page has a new wrapper, these are links with the
 * same elements between the body and the rest of the signature: the group closest to the expected
 * number.
 */
function linksAt(
  links: readonly Link[],
  { family, signature }: Place,
  {
    count,
    isFree,
    isOfList,
  }: { count: number; isFree(link: Link): boolean; isOfList(urls: readonly string[]): boolean },
): Link[] {
  const rest = signature.startsWith(BODY) ? `>${signature.slice(BODY.length)}` : null;
  const aroundIn = (at: string) => at.slice(0, at.length - (rest ?? signature).length);
  // The links at the signature itself come first: of two groups of equal size they are the list.
  const groups = new Map<string, Link[]>([[aroundIn(signature), []]]);
  for (const link of links) {
    const at = signatureOf(link.element, family);
    const isWrapped = rest !== null && at?.endsWith(rest) && at.startsWith(BODY);
    if (at === null || (at !== signature && !isWrapped)) continue;
    const group = groups.get(aroundIn(at));
    if (group === undefined) groups.set(aroundIn(at), [link]);
    else group.push(link);
  }
  let best: Link[] = [];
  let most = 0;
  for (const group of groups.values()) {
    const free = group.filter(isFree);
    if (!isOfList(free.map(({ url }) => url))) continue;
    const close = closeness(free.length, count);
    if (close > most) [best, most] = [group, close];
  }
  return best;
}

/** 1 if the number is as expected; lower for fewer or more. */
function closeness(found: number, expected: number): number {
  return found === 0 || expected === 0 ? 0 : Math.min(found, expected) / Math.max(found, expected);
}

/** Links in common as a share of all links of both; 0 if their numbers alone exclude a match. */
function overlap(links: ReadonlySet<Link>, { records }: RecordSet): number {
  if (closeness(links.size, records.length) < SAME) return 0;
  const common = records.filter(({ link }) => links.has(link)).length;
  return common / Math.max(links.size + records.length - common, 1);
}
