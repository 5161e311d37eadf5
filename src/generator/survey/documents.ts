import { type Link, linkText, type Page } from '../page/page.js';
import type { ElementNode } from '../page/tree.js';
import type { PageRecord } from './record.js';

/** Items that a text must link to for it to be a label, and rows that make a list. */
const MIN_ROWS = 3;
/** Share of the rows that must have a label, and share of them that must have several. */
const COMMON = 0.4;
const SEVERAL = 0.5;
const NEARLY_ALL = 0.95;
const MAX_WORDS = 4;
/** Documents of one row. */
const MAX_DOCUMENTS = 20;

/** The links of rows that link to several documents: "Agenda", "Minutes", "Video" of each meeting. */
interface RowDocuments {
  /** The document of each row that is the address of its item: the first of those that nearly all rows have. */
  first: ReadonlySet<Link>;
  /** The others. */
  others: ReadonlySet<Link>;
}

const known = new WeakMap<Page, RowDocuments>();

/**
 * Finds the rows of a page that are one record each, however many documents they link to. Their links say
 * the same in every row, so that the row is the largest element with one link of each label.
 * @param links those that may be items
 */
export function rowDocuments(page: Page, links: readonly Link[]): RowDocuments {
  let found = known.get(page);
  if (found === undefined) {
    found = findDocuments(page, links);
    known.set(page, found);
  }
  return found;
}

/** The other documents of a record, and the files that it links to. */
export function documentsOf(page: Page, { start, end, link }: PageRecord): Link[] {
  const { first, others } = known.get(page) ?? NONE;
  const isDocument = (other: Link) => first.has(link) && others.has(other);
  const isFile = ({ item, address }: Link) => item !== link.item && FILE.test(address.url.pathname);
  const found = page.linkCount.list(start, end).filter((one) => isDocument(one) || isFile(one));
  return [...new Map(found.map((other) => [other.item, other])).values()].slice(0, MAX_DOCUMENTS);
}

/** Whether a link is one of several documents of its row, so that it says which one and not what of. */
export function isRowDocument(page: Page, link: Link): boolean {
  return known.get(page)?.first.has(link) === true;
}

/** What people save, print or listen to. */
const FILE = /\.(?:pdf|docx?|odt|pptx?|xlsx?|ods|epub|mp3|m4a|aac|ogg|opus|flac|wav|mp4|webm)$/i;

const NONE: RowDocuments = { first: new Set(), others: new Set() };

function findDocuments(page: Page, links: readonly Link[]): RowDocuments {
  const labelled = new Map<string, Link[]>();
  for (const link of links) {
    const label = documentLabel(page, link);
    const same = labelled.get(label);
    if (label === '') continue;
    if (same === undefined) labelled.set(label, [link]);
    else same.push(link);
  }
  const mayBe = new Set(links);
  const tops = new Map<ElementNode, Set<string>>();
  for (const [label, same] of labelled) {
    const isLabel = new Set(same.map(({ item }) => item)).size >= MIN_ROWS;
    if (!isLabel) continue;
    for (const [at, { element }] of same.entries()) {
      const before = same[at - 1]?.element.index ?? -1;
      const after = same[at + 1]?.element.index ?? page.nodes.length;
      const top = largestBetween(element, before, after);
      tops.set(top, (tops.get(top) ?? new Set()).add(label));
    }
  }
  const first = new Set<Link>();
  const others = new Set<Link>();
  for (const { rows, labels, lasting } of tablesOf(tops)) {
    const isNamed = ({ index, end }: ElementNode) =>
      page.linkCount
        .list(index, end)
        .some(
          (link) =>
            mayBe.has(link) &&
            page.words.in(link.element) > 0 &&
            !labels.has(documentLabel(page, link)),
        );
    // A link with the name of the record leads to it; which one that is, is the choice of the lists.
    if (rows.filter(isNamed).length >= rows.length * SEVERAL) continue;
    for (const row of rows) {
      const inside = page.linkCount.list(row.index, row.end);
      const documents = inside.filter(
        (link) => mayBe.has(link) && labels.has(documentLabel(page, link)),
      );
      const own = documents.find((link) => lasting.has(documentLabel(page, link))) ?? documents[0];
      if (own === undefined) continue;
      first.add(own);
      for (const link of documents) if (link.item !== own.item) others.add(link);
    }
  }
  return { first, others };
}

/** What a link says, where that is short, without the size of a file: "Minutes (PDF, 120 kB)". */
function documentLabel(page: Page, { element }: Link): string {
  const words = page.words.in(element);
  if (words > MAX_WORDS) return '';
  return linkText(page, element).replace(/\s*[([][^()[\]]*\d[^()[\]]*[)\]]$/, '');
}

/** Rows that are alike, most of which have several of the labels that many of them have. */
function tablesOf(tops: ReadonlyMap<ElementNode, ReadonlySet<string>>) {
  const groups = new Map<string, ElementNode[]>();
  for (const row of tops.keys()) {
    const key = `${row.tag} ${row.depth} ${row.parent?.tag}`;
    const alike = groups.get(key);
    if (alike === undefined) groups.set(key, [row]);
    else alike.push(row);
  }
  return [...groups.values()].flatMap((rows) => {
    if (rows.length < MIN_ROWS) return [];
    const counts = new Map<string, number>();
    for (const row of rows)
      for (const label of tops.get(row) ?? []) counts.set(label, (counts.get(label) ?? 0) + 1);
    const common = [...counts].filter(([, count]) => count >= rows.length * COMMON);
    const labels = new Set(common.map(([label]) => label));
    const several = rows.filter(
      (row) => [...(tops.get(row) ?? [])].filter((label) => labels.has(label)).length > 1,
    );
    if (several.length < rows.length * SEVERAL) return [];
    // "View details" in every row leads to the meeting, also before there are minutes.
    const most = Math.max(...common.map(([, count]) => count)) * NEARLY_ALL;
    const lasting = new Set(common.flatMap(([label, count]) => (count >= most ? label : [])));
    return [{ rows, labels, lasting }];
  });
}

/** The largest element around a link that holds neither the one before it nor the one after. */
function largestBetween(element: ElementNode, before: number, after: number): ElementNode {
  let top = element;
  for (let { parent } = top; parent !== null && parent.tag !== 'body'; { parent } = top) {
    if (parent.index <= before || parent.end > after) break;
    top = parent;
  }
  return top;
}
