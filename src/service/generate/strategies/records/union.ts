import type { Link, Page } from '../../page/page.js';
import { contains } from '../../page/tree.js';
import { UNION } from '../../weights.js';
import { contentAround, coverageOf } from './content-around.js';
import { rootsApart } from './find-records.js';
import type { PageRecord } from './record.js';
import type { RecordSet } from './score.js';

/**
 * The sets of a front page: its blocks look different, one with pictures, one with dates, one with
 * neither, but their stories have addresses of one shape. Every other set outside chrome whose
 * links carry titles of several words and lead to such addresses belongs to the list. Records are
 * cut so that none holds the story of another.
 * @param chosen the sets chosen by their looks, best first
 * @returns the chosen sets when there is nothing to add
 */
export function withBlocks(
  page: Page,
  chosen: readonly RecordSet[],
  sets: readonly RecordSet[],
): readonly RecordSet[] {
  const [best] = chosen;
  if (best === undefined || best.features.linkedTitle < UNION.linkedTitle) return chosen;
  const shapes = storyShapes(page, chosen);
  const others = sets.filter(
    (set) => !chosen.includes(set) && isBlock(page, best, set, shapes) && !isInside(set, chosen),
  );
  const known = new Set(chosen.flatMap(({ records }) => records.map(({ link }) => link.identity)));
  const added: RecordSet[] = [];
  const taken = new Set(chosen.flatMap(({ records }) => records.map(({ link }) => link.element)));
  for (const set of others) {
    const fresh = set.records.filter(
      ({ link: { element } }) =>
        !taken.has(element) && (page.chrome[element.index] ?? 0) <= UNION.chrome,
    );
    const same = fresh.filter(({ link }) => shapes.has(page.address(link.url).looseShape)).length;
    if (same < fresh.length * UNION.sameShape) continue;
    const news = new Set(
      fresh.map(({ link }) => link.identity).filter((identity) => !known.has(identity)),
    );
    // A twin of what is there already: "most read".
    if (fresh.length === 0 || news.size < Math.max(1, fresh.length * UNION.news)) continue;
    for (const { link } of fresh) {
      taken.add(link.element);
      known.add(link.identity);
    }
    added.push({ ...set, records: fresh });
  }
  if (added.length === 0) return chosen;
  const whole = cut([...chosen, ...added]);
  const covered = coverageOf(page, whole.slice(0, chosen.length));
  if (covered >= UNION.coveredInMain) return chosen;
  const around = covered < UNION.covered ? page.root : contentAround(page, best);
  // A list that is most of its page has sidebars beside it, not other blocks.
  const blocks = whole.slice(chosen.length).flatMap((set) => {
    if (Math.min(set.features.main, best.features.main) >= UNION.main) return [set];
    const records = set.records.filter(
      ({ link }) => around !== null && contains(around, link.element),
    );
    return records.length === 0 ? [] : [{ ...set, records }];
  });
  return blocks.length === 0 ? chosen : [...whole.slice(0, chosen.length), ...blocks];
}

/** About one link in every chosen record: one more link of the same item, not another block. */
function isInside(set: RecordSet, chosen: readonly RecordSet[]): boolean {
  const records = chosen.flatMap((one) => one.records).sort((a, b) => a.start - b.start);
  const holders = set.records
    .map(({ link }) => holder(records, link.element.index))
    .filter((record) => record !== null);
  return (
    holders.length >= set.records.length * UNION.inside &&
    holders.length <= records.length * UNION.linksARecord &&
    new Set(holders).size >= records.length * UNION.holders
  );
}

/** The record that a position is in, by bisection; records that overlap count as the first. */
function holder(records: readonly PageRecord[], position: number): PageRecord | null {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle]?.start ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const record = records[low - 1];
  return record !== undefined && position < record.end ? record : null;
}

/** Shapes of addresses that are common among the chosen records. */
function storyShapes(page: Page, chosen: readonly RecordSet[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { records } of chosen) {
    for (const { link } of records) {
      const shape = page.address(link.url).looseShape;
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
      all += 1;
    }
  }
  return new Set(
    [...counts].filter(([, count]) => count >= all * UNION.commonShape).map(([shape]) => shape),
  );
}

function isBlock(
  page: Page,
  best: RecordSet,
  set: RecordSet,
  shapes: ReadonlySet<string>,
): boolean {
  const { features } = set;
  if (set.score < UNION.least || set.score < best.score * UNION.share) return false;
  if (features.titleWords < UNION.titleWords || features.linkedTitle < UNION.linkedTitle)
    return false;
  if (features.chrome > UNION.inChrome || features.inline > 0.1 || features.bare > 0.5)
    return false;
  if (Math.abs(features.heading - best.features.heading) > 0.5) return false;
  const same = set.records.filter(({ link }) =>
    shapes.has(page.address(link.url).looseShape),
  ).length;
  return same >= set.records.length * UNION.sameShape;
}

/** Every record up to where its parent holds another story. */
function cut(sets: readonly RecordSet[]): RecordSet[] {
  const links: Link[] = [];
  for (const { records } of sets) for (const { link } of records) links.push(link);
  links.sort((a, b) => a.element.index - b.element.index);
  return sets.map((set) => {
    const roots = rootsApart(links, set.level);
    // Records that were small enough keep what they had, siblings between them included.
    const records = set.records.map((record): PageRecord => {
      const root = roots.get(record.link.element) ?? record.root;
      if (root.index <= record.root.index && root.end >= record.root.end) return record;
      return { link: record.link, root, start: root.index, end: root.end };
    });
    return { ...set, records };
  });
}
