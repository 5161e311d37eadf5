import type { Candidate, FieldPlaces } from '../fields/candidate.js';
import { withoutFragment } from '../page/address.js';
import { linkText } from '../page/page.js';
import { closest, type ElementNode } from '../page/tree.js';
import { type PageRecord, wholeSubtree } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { CONFIDENCE } from '../survey/weights.js';
import { itemsOfRecords } from './records/candidate.js';

/** Elements that contain an entry and its link to the place of its text. */
const ROW = /^(?:tr|li|p|dt|dd|div|article)$/;
/**
 * Text of a note link: "[1]", "^", "3" link to the note for a number in a table, or back from it.
 */
const NOTE = /^\P{L}{0,6}$/u;

/**
 * Finds rows that link to places of one page, by kind: the overview above the texts of this page,
 * and news whose texts are on another page. Links to places of this page are entries only in
 * tables: elsewhere they are tables of contents and notes.
 */
export function placeRows({ page }: Survey): Map<string, PageRecord[]> {
  const groups = new Map<string, Map<string, Map<ElementNode, PageRecord>>>();
  for (const link of page.links) {
    const { element, url, toSelf } = link;
    const target = withoutFragment(url);
    if (!/#(?!:~:)./.test(url) || (page.chrome[element.index] ?? 0) > 0.5) continue;
    if (NOTE.test(linkText(page, element))) continue;
    const root = closest(element, (around) => (toSelf ? hasCells(around) : ROW.test(around.tag)));
    if (root === null) continue;
    const kind = `${root.tag}/${root.depth}`;
    const pages = groups.get(kind) ?? new Map<string, Map<ElementNode, PageRecord>>();
    const rows = pages.get(target) ?? new Map<ElementNode, PageRecord>();
    const place = { ...link, identity: url, toSelf: false };
    if (!rows.has(root)) rows.set(root, wholeSubtree(place, root));
    groups.set(kind, pages.set(target, rows));
  }
  return new Map([...groups].map(([kind, pages]) => [kind, largest(pages)]));
}

/** True for a row of a table with columns: a row of a single cell may be a post of a thread. */
function hasCells({ tag, children }: ElementNode): boolean {
  return tag === 'tr' && children.filter(({ kind }) => kind === 'element').length > 1;
}

/** The rows that link to one page: the page with the most such rows. */
function largest(pages: ReadonlyMap<string, ReadonlyMap<ElementNode, PageRecord>>): PageRecord[] {
  const [rows] = [...pages.values()].sort((a, b) => b.size - a.size);
  return [...(rows?.values() ?? [])];
}

/** Builds the list of the rows. @param places the slots of title and date of the last run */
export function listOfRows(
  survey: Survey,
  kind: string,
  rows: readonly PageRecord[],
  places: FieldPlaces | null = null,
): Candidate {
  const { items, rejected, title, date } = itemsOfRecords(survey, rows, places);
  return {
    strategy: 'versions',
    items,
    confidence: CONFIDENCE.versions,
    evidence: [`${items.length} rows with dates that link to places of one page`],
    rule: null,
    headings: kind,
    ...{ rejected, title, date },
  };
}
