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

/** Another signature names the same links when it shares this much of them. */
const SAME = 0.85;
/** Blocks of a front page; the largest real ones have a dozen. */
const MAX_SETS = 16;

/**
 * The rule of the chosen sets. Besides its own signature each carries the others that name the same
 * links: a wrapper added to the page breaks the path and not the suffix, a new class name breaks
 * the suffix and not the path. A signature that names other links of the page too is left out: when
 * the set's own place is gone, it would give links that never were on the list.
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
    // Every family, even where it named exactly the same links and was therefore no set of its own.
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
    // Siblings of the records stand elsewhere, and are found from them.
    const own = records.filter(({ link }) => signatureOf(link.element, family) === signature);
    return {
      count: own.length,
      ...(shape !== undefined && { shape }),
      ...(!list.isOfList(own.map(({ link }) => link.url)) && { anyAddress: true as const }),
      places: places.slice(0, 8),
    };
  });
}

/** What is known of the items of a list. */
export interface KnownList {
  /** Whether addresses look like those of the list; a menu is at no place of it. */
  isOfList(urls: readonly string[]): boolean;
  /** Whether they look like no others. */
  isToldByAddress: boolean;
}

/**
 * Records of a stored rule on a page as it is now: of each set the place that gives closest to its
 * count, the set's own first. They are put together as the list was that the rule was made of.
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
    // The whole of a single set has siblings, the records of one kind are chosen from all of them.
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

/** The links of one set, at the place that has closest to as many free ones as the set had. */
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
 * Where the set's own place is gone, its other places may leave out what stands elsewhere on the
 * page: a thread pinned above the others. Links in the same elements to addresses of the list are
 * taken too, as many as are missing.
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

/** A place that matches this well ends the search. */
const CLOSE = 0.8;
const BODY = '#page>html>body>';

/**
 * Links at a signature; where something was put around the whole page, those that have the same
 * elements between the body and the rest of the signature, whichever are closest to the number expected.
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
  // First the links at the signature itself: of two groups of one size they are the list.
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

/** 1 for as many as expected, less for fewer or more. */
function closeness(found: number, expected: number): number {
  return found === 0 || expected === 0 ? 0 : Math.min(found, expected) / Math.max(found, expected);
}

/** Links in common, as a share of all links of both; 0 where their numbers alone rule it out. */
function overlap(links: ReadonlySet<Link>, { records }: RecordSet): number {
  if (closeness(links.size, records.length) < SAME) return 0;
  const common = records.filter(({ link }) => links.has(link)).length;
  return common / Math.max(links.size + records.length - common, 1);
}
