import type { Link } from '../../page/page.js';
import { onceASurvey, type Survey } from '../../survey.js';
import { MERGE, MIN_ITEMS, PREFER } from '../../weights.js';
import { markedItems } from '../marked-items.js';
import { featuresOf } from './features.js';
import { recordsOf } from './find-records.js';
import type { PageRecord } from './record.js';
import { type RecordSet, scoreOf } from './score.js';
import { withSiblings } from './siblings.js';
import { groupLinks } from './signatures.js';
import { withBlocks } from './union.js';

/** What the page marks for machines as items, by identity. */
function structuredIn(survey: Survey): ReadonlySet<string> {
  return new Set(markedItems(survey).map(({ identity }) => identity));
}

/** Every set of records of a page, best first. */
export const minedSets = onceASurvey((survey): readonly RecordSet[] => {
  const { page } = survey;
  const structured = structuredIn(survey);
  const sets: RecordSet[] = [];
  for (const group of groupLinks(page, page.links.filter(isCandidate))) {
    if (distinct(group.links) < 2) continue;
    const { records, level } = recordsOf(page, group.links);
    const features = featuresOf(survey, records, structured);
    const score = scoreOf(features, group.family);
    sets.push({
      family: group.family,
      signature: group.signature,
      level,
      records,
      features,
      score,
    });
  }
  return sets.sort((a, b) => b.score - a.score);
});

/** The best set together with the others that are of its kind: a lead story, a second column. */
export function mergeSets(survey: Survey): RecordSet[] {
  const sets = minedSets(survey).filter(({ features }) => features.count >= MIN_ITEMS);
  const best = preferred(survey, sets);
  return best === undefined ? [] : withOthers(survey, best, sets);
}

/** A set with the others of its kind. */
function withOthers(survey: Survey, best: RecordSet, sets: readonly RecordSet[]): RecordSet[] {
  const structured = structuredIn(survey);
  const merged = [best];
  for (const set of sets) {
    if (set === best || !belongsTo(best, set)) continue;
    // A link inside a record already taken is one more link of that record.
    const taken = merged.flatMap(({ records }) => records).sort((a, b) => a.start - b.start);
    const free = set.records.filter((record) => !overlapsAny(taken, record));
    if (free.length === 0) continue;
    const rest =
      free.length === set.records.length
        ? set
        : judge(survey, { ...set, records: free }, structured);
    if (belongsTo(best, rest)) merged.push(rest);
  }
  const completed = withSiblings(survey.page, merged);
  const complete = merged.map((set, at) => {
    const records = completed[at] ?? set.records;
    return records === set.records ? set : judge(survey, { ...set, records }, structured);
  });
  return withBlocks(survey.page, complete, sets).map((set) =>
    complete.includes(set) ? set : judge(survey, set, structured),
  );
}

/** Sets that may be the list of a page, those with a better score first; of equal ones the first. */
const MAX_LISTS = 30;
/** Sets that are also tried with the others of their kind. */
const MAX_MERGED = 6;

/** Everything that may be the list of a page: single sets, and sets with others of their kind. */
export function listsOf(survey: Survey): RecordSet[][] {
  const sets = minedSets(survey).filter(({ features }) => features.count >= MIN_ITEMS);
  const structured = structuredIn(survey);
  const lists = [mergeSets(survey)];
  for (const [at, set] of sets.slice(0, MAX_LISTS).entries()) {
    const [records = set.records] = withSiblings(survey.page, [set]);
    lists.push([records === set.records ? set : judge(survey, { ...set, records }, structured)]);
    if (at < MAX_MERGED) lists.push(withOthers(survey, set, sets));
  }
  const seen = new Set<string>();
  return lists.filter((list) => {
    const key = list
      .flatMap(({ records }) => records.map(({ root }) => root.index))
      .sort((a, b) => a - b)
      .join();
    return key !== '' && !seen.has(key) && seen.add(key);
  });
}

/** The set with the best score, unless it is a part of a longer list or a list of sections. */
function preferred(survey: Survey, sets: readonly RecordSet[]): RecordSet | undefined {
  const [best] = sets;
  if (best === undefined) return undefined;
  if (best.features.linkedTitle < PREFER.untitled) return mostComplete(best, sets);
  const inside = sets.find((set) => areSectionsOf(survey, best, set));
  if (inside !== undefined) return inside;
  const links = new Set(best.records.map(({ link }) => link));
  const superset = sets.find(
    (set) =>
      set.records.length > best.records.length &&
      set.score >= best.score - supersetMargin(set.records.length / best.records.length) &&
      set.records.filter(({ link }) => links.has(link)).length === links.size,
  );
  return superset ?? best;
}

/**
 * Records with several links of which none carries the title ("PDF", "HTML", "other"): the link
 * that most of the records have, and among those the first one.
 */
function mostComplete(best: RecordSet, sets: readonly RecordSet[]): RecordSet {
  const roots = new Set(best.records.map(({ root }) => root));
  let found = best;
  for (const set of sets) {
    if (set.score < best.score - PREFER.untitledMargin || set.features.count < found.features.count)
      continue;
    const common = set.records.filter(({ root }) => roots.has(root)).length;
    const [first, other] = [set.records[0], found.records[0]];
    const isFirst = (first?.link.element.index ?? 0) < (other?.link.element.index ?? 0);
    const isLonger = set.features.count > found.features.count;
    if (common >= roots.size * PREFER.sameRecords && (isLonger || isFirst)) found = set;
  }
  return found;
}

/** The longer the other list, the more its score may fall behind. */
function supersetMargin(times: number): number {
  return Math.min(
    PREFER.supersetMost,
    PREFER.supersetMargin + PREFER.supersetGrowth * Math.log2(times),
  );
}

/** True when the records of the first set are sections and those of the second the items in them. */
function areSectionsOf({ page }: Survey, sections: RecordSet, items: RecordSet): boolean {
  if (items.score < PREFER.sectionScore * sections.score) return false;
  if (items.records.length < PREFER.sectionItems * sections.records.length) return false;
  const { features } = items;
  if (features.titleWords < PREFER.sectionTitleWords || features.uniqueTitles < 0.9) return false;
  if (features.linkedTitle < 0.8 || features.date < sections.features.date - 0.1) return false;
  const outer = [...sections.records].sort((a, b) => a.start - b.start);
  const inside = items.records.filter((record) => overlapsAny(outer, record));
  if (inside.length < PREFER.sectionItems * sections.records.length) return false;
  const words = (records: readonly PageRecord[]) =>
    records.reduce((sum, { start, end }) => sum + page.words.between(start, end), 0);
  return words(inside) >= PREFER.sectionWords * words(sections.records);
}

function judge(survey: Survey, set: RecordSet, structured: ReadonlySet<string>): RecordSet {
  const features = featuresOf(survey, set.records, structured);
  return { ...set, features, score: scoreOf(features, set.family) };
}

/** Whether a record shares a position with one of the others, which are sorted and apart. */
function overlapsAny(taken: readonly PageRecord[], { start, end }: PageRecord): boolean {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((taken[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (taken[low]?.start ?? Number.POSITIVE_INFINITY) < end;
}

function belongsTo(best: RecordSet, set: RecordSet): boolean {
  const { features } = set;
  return (
    set.score >= MERGE.share * best.score &&
    set.score >= MERGE.least &&
    features.titleWords >= MERGE.titleWords &&
    features.chrome < 0.05 &&
    Math.abs(features.heading - best.features.heading) < MERGE.alike &&
    Math.abs(features.date - best.features.date) < MERGE.alike &&
    Math.abs(features.linkDensity - best.features.linkDensity) < MERGE.alike
  );
}

function isCandidate(link: Link): boolean {
  return !(link.toSelf && link.url.includes('#'));
}

function distinct(links: readonly Link[]): number {
  return new Set(links.map(({ identity }) => identity)).size;
}
