import * as z from 'zod';
import type { Link } from '../../page/page.js';
import type { Survey } from '../../survey.js';
import { recordsAtLevel } from './find-records.js';
import { FAMILIES, type Family, tailOf } from './link-place.js';
import type { PageRecord } from './record.js';
import type { RecordSet } from './record-list.js';
import { withSiblings } from './siblings.js';
import { signatureOf } from './signatures.js';

const placeSchema = z.object({
  family: z.enum(FAMILIES),
  signature: z.string().max(20_000),
  level: z.number().int().min(0),
});

/** How to find the records of a list again: one entry a set, each with several ways to name its links. */
export const recordRuleSchema = z.array(
  z.object({
    count: z.number().int().min(0),
    /** Only links to addresses of this kind. */
    shape: z.string().max(2_000).optional(),
    places: z.array(placeSchema).min(1).max(8),
  }),
);
export type RecordRule = z.infer<typeof recordRuleSchema>;

/** Another signature names the same links when it shares this much of them. */
const SAME = 0.85;
/** Blocks of a front page; the largest real ones have a dozen. */
const MAX_SETS = 16;

/**
 * The rule of the chosen sets. Besides its own signature each carries the others that name the same
 * links: a wrapper added to the page breaks the path and not the suffix, a new class name breaks
 * the suffix and not the path.
 */
export function ruleOf(chosen: readonly RecordSet[], all: readonly RecordSet[]): RecordRule {
  return chosen.slice(0, MAX_SETS).map((set) => {
    const links = new Set(set.records.map(({ link }) => link));
    const others = all.filter(
      (other) =>
        other !== set && other.signature !== set.signature && overlap(links, other) >= SAME,
    );
    const places = [set, ...others].map(({ family, signature, level }) => ({
      family,
      signature,
      level,
    }));
    // Every family, even where it named exactly the same links and was therefore no set of its own.
    const [first] = set.records;
    for (const family of FAMILIES) {
      const signature = first === undefined ? null : signatureOf(first.link.element, family);
      if (signature !== null && !places.some((place) => place.family === family)) {
        places.push({ family, signature, level: set.level });
      }
    }
    const { records, shape } = set;
    const kind = shape === undefined ? {} : { shape };
    return { count: records.length, ...kind, places: places.slice(0, 8) };
  });
}

/** What is known of the items of a list. */
interface KnownList {
  /** Whether addresses look like those of the list; a menu is at no place of it. */
  isOfList(urls: readonly string[]): boolean;
  /** Whether they look like no others. */
  isToldByAddress: boolean;
}

/**
 * Records of a stored rule on a page as it is now: of each set the place that gives closest to its
 * count, the set's own first.
 */
export function recordsOfRule(survey: Survey, rule: RecordRule, list: KnownList): PageRecord[] {
  const { page } = survey;
  const { isOfList } = list;
  const all = page.links.filter((link) => !(link.toSelf && link.url.includes('#')));
  const sets: { records: PageRecord[]; level: number }[] = [];
  for (const { count, shape, places } of rule) {
    const links = all.filter(
      ({ url }) => shape === undefined || page.address(url).looseShape === shape,
    );
    let best: { links: readonly Link[]; level: number } = { links: [], level: 0 };
    let isOwn = true;
    for (const [at, { family, signature, level }] of places.entries()) {
      const there = linksAt(links, family, signature, count, isOfList);
      // The other places are less specific: a menu may be built like the list.
      const found = at === 0 ? there : there.filter(({ url }) => isOfList([url]));
      if (closeness(found.length, count) > closeness(best.links.length, count)) {
        best = { links: found, level };
        isOwn = at === 0;
      }
      if (closeness(best.links.length, count) >= CLOSE) break;
    }
    const whole =
      isOwn || !list.isToldByAddress ? best.links : withMoved(best.links, links, count, list);
    sets.push({ records: recordsAtLevel(page, whole, best.level), level: best.level });
  }
  return withSiblings(page, sets).flat();
}

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

/** From here on no other place is tried. */
const CLOSE = 0.8;
const BODY = '#page>html>body>';

/**
 * Links at a signature; where something was put around the whole page, those that have the same
 * elements between the body and the rest of the signature, whichever are closest to the number expected.
 */
function linksAt(
  links: readonly Link[],
  family: Family,
  signature: string,
  expected: number,
  isOfList: (urls: readonly string[]) => boolean,
): Link[] {
  const groups = new Map<string, Link[]>();
  const rest = signature.startsWith(BODY) ? `>${signature.slice(BODY.length)}` : null;
  for (const link of links) {
    const at = signatureOf(link.element, family);
    const isWrapped = rest !== null && at?.endsWith(rest) && at.startsWith(BODY);
    if (at === null || (at !== signature && !isWrapped)) continue;
    const around = at.slice(0, at.length - (rest ?? signature).length);
    const group = groups.get(around);
    if (group === undefined) groups.set(around, [link]);
    else group.push(link);
  }
  let best: Link[] = [];
  for (const group of groups.values()) {
    if (!isOfList(group.map(({ url }) => url))) continue;
    if (closeness(group.length, expected) > closeness(best.length, expected)) best = group;
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
