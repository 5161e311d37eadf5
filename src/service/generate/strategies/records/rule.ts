import { z } from 'zod';
import type { Link } from '../../page/page.js';
import type { Survey } from '../../survey.js';
import type { RecordSet } from './mine.js';
import { type PageRecord, recordsAtLevel } from './record.js';
import { FAMILIES, signatureOf } from './signatures.js';

const placeSchema = z.object({
  family: z.enum(FAMILIES),
  signature: z.string().max(20_000),
  level: z.number().int().min(0),
});

/** How to find the records of a list again: one entry a set, each with several ways to name its links. */
export const recordRuleSchema = z.array(
  z.object({ count: z.number().int().min(0), places: z.array(placeSchema).min(1).max(8) }),
);
export type RecordRule = z.infer<typeof recordRuleSchema>;

/** Another signature names the same links when it shares this much of them. */
const SAME = 0.85;
const MAX_SETS = 6;

/**
 * The rule of the chosen sets. Besides its own signature each carries the others that name the same
 * links: a wrapper added to the page breaks the path and not the suffix, a new class name breaks
 * the suffix and not the path.
 */
export function ruleOf(chosen: readonly RecordSet[], all: readonly RecordSet[]): RecordRule {
  return chosen.slice(0, MAX_SETS).map((set) => {
    const others = all.filter(
      (other) => other !== set && other.signature !== set.signature && overlap(set, other) >= SAME,
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
    return { count: set.records.length, places: places.slice(0, 8) };
  });
}

/** Records of a stored rule on a page as it is now: the first place of each set that still gives half. */
export function recordsOfRule(survey: Survey, rule: RecordRule): PageRecord[] {
  const { page } = survey;
  const records: PageRecord[] = [];
  for (const { count, places } of rule) {
    let best: PageRecord[] = [];
    for (const { family, signature, level } of places) {
      const links = page.links.filter((link) => isAt(link, family, signature));
      if (links.length > best.length) best = recordsAtLevel(page, links, level);
      if (best.length * 2 >= count) break;
    }
    records.push(...best);
  }
  return records;
}

function isAt(link: Link, family: (typeof FAMILIES)[number], signature: string): boolean {
  if (link.toSelf && link.url.includes('#')) return false;
  return signatureOf(link.element, family) === signature;
}

/** Links in common, as a share of all links of both. */
function overlap(one: RecordSet, other: RecordSet): number {
  const links = new Set(one.records.map(({ link }) => link));
  const common = other.records.filter(({ link }) => links.has(link)).length;
  return common / Math.max(links.size + other.records.length - common, 1);
}
