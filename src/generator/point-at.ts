import {
  chainOf,
  childElements,
  classUses,
  cssOf,
  isOn,
  levels,
  type Path,
  pathsOf,
  stepOf,
  withoutUnwanted,
} from './element-path.js';
import type { FoundItem } from './fields/extract.js';
import type { Link } from './page/page.js';
import type { Selectors } from './page/selectors.js';
import { closest, contains, type ElementNode } from './page/tree.js';
import { partsAround } from './point-at-text.js';
import { rankedLists } from './strategies/records/rank.js';
import { SelectorError } from './strategies/selector-matcher.js';
import { outermost, selectedCandidate } from './strategies/selectors.js';
import type { Suggestion } from './suggest-selectors.js';
import { type Survey, surveyPage } from './survey/survey.js';

/** A page and the elements that a person selected on it, by their positions; plain data. */
export interface PointedPage {
  url: string;
  html: string;
  /** Time of the fetch, in milliseconds since the epoch. */
  now: number;
  /** Elements each of which is an item or part of one. */
  wanted: readonly number[];
  /** Elements that no item may contain. */
  unwanted: readonly number[];
  /**
   * The selectors of the current list, if another one is wanted: lists without its items come
   * first.
   */
  instead?: Selectors | undefined;
  /** If present, reads one field of the items that `selectors` finds instead of searching lists. */
  field?: { name: 'title' | 'date' | 'image'; selectors: Selectors } | undefined;
  /**
   * True to read parts of the page as one text instead of searching lists: the wanted elements,
   * then larger parts around them.
   */
  isText?: boolean | undefined;
}

/** Lists with all elements that a person wants, the likeliest first. */
export type PointedLists = Pick<Suggestion, 'items' | 'titles' | 'selectors'>[];

/** Maximum number of lists that are read in full; a person chooses among them. */
const MAX_LISTS = 4;
/** Maximum number of proposals that are tried for them. */
const MAX_TRIED = 12;
/** Maximum number of records of a list. */
const MAX_RECORDS = 2_000;
/** Maximum number of ranked lists of the page with which a proposal is compared. */
const MAX_COMPARED = 60;
const SHOWN_TITLES = 3;

/** Finds the lists around the elements that a person selected, or the selector of a field. */
export function pointAt(page: PointedPage): PointedLists {
  const survey = surveyPage(page.html, page.url, page.now);
  const wanted = elementsAt(survey, page.wanted);
  const unwanted = elementsAt(survey, page.unwanted);
  if (page.isText) return partsAround(survey, wanted, unwanted);
  const [first] = wanted;
  if (first === undefined || wanted.length < page.wanted.length) return [];
  if (page.field !== undefined) return readField(survey, first, page.field);
  const lists: PointedLists = [];
  const used = page.instead === undefined ? [] : itemsAt(survey, page.instead);
  const inUse = new Set(used.map(({ identity }) => identity));
  const others: PointedLists = [];
  for (const { selectors } of distinctProposals(
    rankedProposals(survey, wanted, unwanted),
    MAX_TRIED,
  )) {
    const items = itemsAt(survey, selectors);
    if (items.length < 2) continue;
    const titles = items.slice(0, SHOWN_TITLES).map(({ title }) => title);
    const isOther = items.every(({ identity }) => !inUse.has(identity));
    (isOther ? others : lists).push({ items: items.length, titles, selectors });
    if (others.length + lists.length === MAX_LISTS) break;
  }
  return [...others, ...lists];
}

/** The items that selectors match; empty if the selectors are invalid. */
function itemsAt(survey: Survey, selectors: Selectors): readonly FoundItem[] {
  const read = selectedCandidate(survey, selectors);
  return read instanceof SelectorError ? [] : read.items;
}

function elementsAt({ page }: Survey, positions: readonly number[]): ElementNode[] {
  return positions.flatMap((at) => {
    const node = page.nodes[at];
    return node?.kind === 'element' && node.parent !== null ? [node] : [];
  });
}

interface Proposal {
  selectors: Selectors;
  /** Identities of the items. */
  identities: ReadonlySet<string>;
  score: number;
}

/** Number of lists of one element that are joined with those of the others. */
const JOINED = 3;

/** Proposals for the records around the wanted elements, the likeliest first. */
function rankedProposals(
  survey: Survey,
  wanted: readonly ElementNode[],
  unwanted: readonly ElementNode[],
): Proposal[] {
  const whole = proposalsAround(survey, wanted, unwanted);
  const [first, ...others] = wanted;
  if (first === undefined || others.length === 0) return whole;
  // Places with different markup, such as the blocks of a front page, have a list each.
  const compared = comparedLists(survey, first);
  let joined = distinctProposals(proposalsAround(survey, [first], unwanted), JOINED);
  for (const other of others) {
    const more = distinctProposals(proposalsAround(survey, [other], unwanted), JOINED);
    joined = joined.flatMap((one) => more.map((two) => union(one, two, compared)));
    joined = distinctProposals(byScore(joined), JOINED);
  }
  return byScore([...whole, ...joined]);
}

function byScore(proposals: Proposal[]): Proposal[] {
  return proposals.sort((a, b) => b.score - a.score);
}

function distinctProposals(proposals: readonly Proposal[], most: number): Proposal[] {
  const distinct = new Map<string, Proposal>();
  for (const proposal of proposals) {
    const key = listKey(proposal);
    if (!distinct.has(key)) distinct.set(key, proposal);
    if (distinct.size === most) break;
  }
  return [...distinct.values()];
}

function listKey({ identities, selectors: { items = '' } }: Proposal): string {
  return identities.size === 0 ? items : [...identities].join('\n');
}

/** The union of two lists. A list adds no selector if the other list already has its items. */
function union(one: Proposal, two: Proposal, compared: readonly Set<string>[]): Proposal {
  const identities = new Set([...one.identities, ...two.identities]);
  if (identities.size === one.identities.size) return one;
  if (identities.size === two.identities.size) return two;
  const parts = [one, two].map(({ selectors }) => selectors);
  const links = parts.flatMap(({ link }) => link ?? []);
  const items = parts.map((part) => part.items).join(', ');
  const likeness = 3 * likenessTo(compared, identities);
  const before = 3 * Math.max(...[one, two].map((part) => likenessTo(compared, part.identities)));
  return {
    selectors: { items, ...(links.length === 2 && { link: [...new Set(links)].join(', ') }) },
    identities,
    score: (one.score + two.score) / 2 - before + likeness - 0.2,
  };
}

function proposalsAround(
  survey: Survey,
  wanted: readonly ElementNode[],
  unwanted: readonly ElementNode[],
): Proposal[] {
  const { page } = survey;
  const [first] = wanted;
  if (first === undefined) return [];
  const uses = classUses(survey);
  const pointed = linkOf(survey, first);
  const compared = comparedLists(survey, first);
  const proposals: Proposal[] = [];
  for (const [level, records] of levels(wanted).entries()) {
    for (const plain of pathsOf(records, uses)) {
      const path = withoutUnwanted(plain, records, unwanted);
      if (path === null) continue;
      const roots = outermost(childElements(survey, path)).slice(0, MAX_RECORDS);
      if (roots.length < 2 || !holdsEach(roots, wanted)) continue;
      if (unwanted.some((one) => roots.some((root) => contains(root, one)))) continue;
      const own = roots.find((root) => contains(root, first));
      const isOther =
        pointed !== null &&
        own !== undefined &&
        contains(own, pointed.element) &&
        mainLink(page, own)?.identity !== pointed.identity;
      const link = isOther ? linkPath(pointed, uses) : null;
      const links = roots.flatMap(
        (root) => (link === null ? mainLink(page, root) : firstLink(page, root, link)) ?? [],
      );
      const identities = new Set(links.map(({ identity }) => identity));
      const score =
        3 * likenessTo(compared, identities) +
        links.length / roots.length +
        identities.size / Math.max(1, links.length) +
        Math.min(1, Math.log10(identities.size + 1) / 2) -
        (link === null ? 0 : 0.1) +
        0.02 * Math.min(level, 8) -
        0.01 * path.steps.length;
      const selectors = { items: cssOf(path), ...(link && { link: cssOf(link) }) };
      proposals.push({ selectors, identities, score });
    }
  }
  return byScore(proposals);
}

/** True if each wanted element is in a separate record. */
function holdsEach(roots: readonly ElementNode[], wanted: readonly ElementNode[]): boolean {
  const holders = wanted.map((one) => roots.find((root) => contains(root, one)));
  return holders.every(Boolean) && new Set(holders).size === wanted.length;
}

/** The link around an element, or the only link in it. */
function linkOf({ page }: Survey, element: ElementNode): Link | null {
  const around = closest(element, (one) => page.linkCount.at(one.index) !== undefined);
  if (around !== null) return page.linkCount.at(around.index) ?? null;
  const inside = page.linkCount.list(element.index, element.end);
  return new Set(inside.map(({ identity }) => identity)).size === 1 ? (inside[0] ?? null) : null;
}

/** The link of a record, chosen as for selectors without one. */
function mainLink(page: Survey['page'], root: ElementNode): Link | undefined {
  const links = page.linkCount.list(root.index, root.end);
  return (
    links.find(({ element }) => /^h[1-6]$/.test(element.parent?.tag ?? '')) ??
    links[0] ??
    page.linkCount.at(
      closest(root, (one) => page.linkCount.at(one.index) !== undefined)?.index ?? -1,
    )
  );
}

/** The path to links like the selected one, within a record. */
function linkPath({ element }: Link, uses: ReadonlyMap<string, number>): Path {
  const own = stepOf([element], uses);
  const parent = element.parent === null ? [] : [stepOf([element.parent], uses)];
  return { scope: null, steps: own.classes.length > 0 ? [own] : [...parent, own] };
}

function firstLink(page: Survey['page'], root: ElementNode, path: Path): Link | undefined {
  return page.linkCount.list(root.index, root.end).find(({ element }) => isOn(element, path));
}

/** The lists of the page that contain an element, by their addresses; the likeliest first. */
function comparedLists(survey: Survey, element: ElementNode): Set<string>[] {
  const link = linkOf(survey, element);
  const lists = rankedLists(survey).filter(({ sets }) =>
    sets.some(({ records }) =>
      records.some((record) =>
        link === null
          ? record.start <= element.index && element.index < record.end
          : record.link.identity === link.identity,
      ),
    ),
  );
  return lists
    .slice(0, MAX_COMPARED)
    .map(
      ({ sets }) =>
        new Set(sets.flatMap(({ records }) => records.map(({ link: one }) => one.identity))),
    );
}

/** Similarity of addresses to a list of the page, 0 to 1; it is higher for a likelier list. */
function likenessTo(lists: readonly Set<string>[], identities: ReadonlySet<string>): number {
  let best = 0;
  for (const [rank, list] of lists.entries()) {
    let both = 0;
    for (const identity of identities) if (list.has(identity)) both += 1;
    const shared = both / Math.max(1, list.size + identities.size - both);
    best = Math.max(best, shared * 0.97 ** rank);
  }
  return best;
}

/** Finds the selector of a field within the records of a list, from the element in one of them. */
function readField(
  survey: Survey,
  element: ElementNode,
  { name, selectors }: NonNullable<PointedPage['field']>,
): PointedLists {
  const uses = classUses(survey);
  const tried: { list: PointedLists[number]; filled: number }[] = [];
  for (const target of chainOf(element).slice(0, 3)) {
    const own = stepOf([target], uses);
    const parent = target.parent === null ? [] : [stepOf([target.parent], uses)];
    for (const steps of [[own], [...parent, own]]) {
      const next = { ...selectors, [name]: cssOf({ scope: null, steps }) };
      const read = selectedCandidate(survey, next);
      if (read instanceof SelectorError || read.items.length === 0) continue;
      const filled = read.items.filter((item) => item[name] !== null && item[name] !== '').length;
      const titles = read.items.slice(0, SHOWN_TITLES).map(({ title }) => title);
      const isTold = read.items.some((item) => saysSame(survey, element, item[name], name));
      if (filled > 0 && isTold)
        tried.push({ list: { items: read.items.length, titles, selectors: next }, filled });
    }
  }
  return tried
    .sort((a, b) => b.filled - a.filled)
    .map(({ list }) => list)
    .slice(0, 1);
}

/** True if a title is the selected text; dates and pictures only have to be present. */
function saysSame({ page }: Survey, element: ElementNode, value: unknown, name: string): boolean {
  if (name !== 'title') return value !== null;
  const texts = page.texts.list(element.index, element.end).map(({ text }) => text);
  const plain = (text: string) => text.replace(/\s+/g, '');
  return plain(texts.join('')) === plain(String(value));
}
