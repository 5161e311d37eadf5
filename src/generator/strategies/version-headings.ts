import { isAhead } from '../../dates/find-date.js';
import type { FoundDate } from '../../dates/iso.js';
import { type Candidate, type FieldPlaces, uniqueItems } from '../fields/candidate.js';
import type { FoundItem } from '../fields/extract.js';
import { isSign } from '../fields/title-text.js';
import { fragmentPlace, textPlace } from '../page/address.js';
import { isNamed } from '../page/class-names.js';
import { HEADING } from '../page/tags.js';
import { textWithout } from '../page/text.js';
import { attribute, contains, type ElementNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { CONFIDENCE, MIN_ITEMS } from '../survey/weights.js';
import { listOfRows, placeRows } from './place-rows.js';

/**
 * "4.20.0", "v2.1 beta", "Version 3.0", "[2026.3] - 2026-03-01": what the headings of a changelog
 * say. A chapter "2.1 Setup" has a word behind its number, and a rating "5.0 out of 5" as well.
 */
const VERSION =
  /^\[?(?:(?:v|(?:version|release)\s+v?)\d+\.\d|\d+(?:\.\d+)+(?:-[\w.]+)?\]?\s*(?:$|[^\p{L}\s]))/iu;
/** Share of the headings that must say a version: the others are notes on how to upgrade. */
const VERSIONS = 0.6;
/** The title of a security notice has 30 words; a paragraph in a heading has more. */
const MAX_HEADING_WORDS = 50;
const MAX_CHARACTERS = 1_000;

/** The part of a changelog on one version. */
interface Section {
  heading: ElementNode;
  /** Index of the first node of the line before its heading. */
  start: number;
  /** Index of the node behind it. */
  end: number;
  /** Where it leads: its own place in the page, or what it links to first, or its words in the page. */
  url: string;
}

/**
 * The versions of a changelog, or news under headings with a date in or behind them, that are no links:
 * each is an item at its own place in the page, or leads to the first link of its text, or to its own words. Headings with
 * dates alone are as well those of articles and terms.
 */
export function versionHeadings(survey: Survey): Candidate | null {
  const ofHeadings = [...headingGroups(survey)]
    .filter(([, headings]) => areNews(survey, headings))
    .map(([kind, headings]) => headingList(survey, kind, headings));
  const ofRows = [...placeRows(survey)]
    .filter(([, rows]) => rows.length >= MIN_ITEMS)
    .map(([kind, rows]) => listOfRows(survey, kind, rows))
    .filter(({ items }) => areDated(items));
  const [list] = [...ofHeadings, ...ofRows].sort((a, b) => b.items.length - a.items.length);
  return list === undefined || list.items.length < MIN_ITEMS ? null : list;
}

/** Whether nearly all items have a date, and not all the same. */
function areDated(items: readonly FoundItem[]): boolean {
  const days = items.map(({ date, dateAhead = null }) => date ?? dateAhead);
  const dated = days.filter((day) => day !== null);
  return dated.length >= items.length * DATED && new Set(dated).size >= dated.length / 2;
}

/**
 * The headings of the kind that the list of a feed had, whatever they say now: an entry with a wrong
 * date, or one without a version, is an entry. Of a list whose kind is not known, the kind with most of
 * the known items.
 */
export function followedHeadings(
  survey: Survey,
  { headings: kind, ...places }: FieldPlaces & { headings?: string | undefined },
  countKnown: (items: readonly FoundItem[]) => number,
): Candidate | null {
  const groups = headingGroups(survey);
  if (kind !== undefined) {
    const rows = placeRows(survey).get(kind);
    if (rows !== undefined) return listOfRows(survey, kind, rows, places);
    const headings = groups.get(kind);
    return headings === undefined ? null : headingList(survey, kind, headings);
  }
  const ofRows = [...placeRows(survey)].map(([key, rows]) => listOfRows(survey, key, rows));
  const [most] = [...groups]
    .map(([key, headings]) => headingList(survey, key, headings))
    .concat(ofRows)
    .map((list) => ({ list, known: countKnown(list.items) }))
    .sort((a, b) => b.known - a.known);
  return most === undefined || most.known === 0 ? versionHeadings(survey) : most.list;
}

function headingList(survey: Survey, kind: string, headings: readonly ElementNode[]): Candidate {
  const sections = sectionsOf(survey, headings);
  const items = uniqueItems(sections.map((section) => toItem(survey, section)));
  return {
    strategy: 'versions',
    items,
    confidence: CONFIDENCE.versions,
    evidence: [`${items.length} headings with versions or dates, each with an id or a link`],
    rule: null,
    headings: kind,
    rejected: [],
  };
}

/** Headings by their kind: their rank and their depth in the page. */
function headingGroups({ page }: Survey): Map<string, ElementNode[]> {
  const groups = new Map<string, ElementNode[]>();
  for (const node of page.elements(...HEADING)) {
    if (node.muted || (page.chrome[node.index] ?? 0) > 0.5) continue;
    if (page.words.in(node) > MAX_HEADING_WORDS) continue;
    const kind = `${node.tag}/${node.depth}`;
    groups.set(kind, [...(groups.get(kind) ?? []), node]);
  }
  return groups;
}

/** Whether most of the headings say a version, or a date and what it brought, or have their date behind them. */
function areNews(survey: Survey, headings: readonly ElementNode[]): boolean {
  const versions = headings.filter((heading) => VERSION.test(headingText(survey, heading)));
  if (versions.length >= Math.max(MIN_ITEMS, headings.length * VERSIONS)) return true;
  const inside = headings.map((heading) => dateInHeading(survey, heading));
  return (
    inOrderOfTime(inside, MIN_DATED) || inOrderOfTime(datesBehind(survey, headings), MIN_ITEMS)
  );
}

/**
 * Whether the links of a list are parts of what stands below the headings of a candidate: nearly all are
 * below one, and more than one below each. The issues and files that a release names are no items of their
 * own. Where the headings have no place in the page, their items lead to one of these links: which one is
 * a guess, and the list of the links is the better one.
 */
export function holdsLinks(
  survey: Survey,
  { headings: kind = '', items }: Candidate,
  records: readonly PageRecord[],
): boolean {
  const anchored = items.filter(({ url }) => url.startsWith(`${survey.page.url}#`));
  if (anchored.length < items.length * DATED) return false;
  const sections = sectionsOf(survey, headingGroups(survey).get(kind) ?? []);
  const holders = records.flatMap(({ link: { element } }) => {
    const holder = sections.find(
      ({ heading, end }) => element.index >= heading.end && element.index < end,
    );
    return holder ?? [];
  });
  const isBelow = holders.length >= records.length * DATED;
  return isBelow && records.length >= PARTS * new Set(holders).size;
}

/** Links below each heading, on average, from which they are its parts. */
const PARTS = 2;

/** Dated headings that make a list: of most headings, and most of them in order of time. */
const MIN_DATED = 4;
const DATED = 0.8;
/** Words of a heading besides the three of its date. */
const MIN_DATED_WORDS = 5;

/** The full date in a heading that says more than its date. */
function dateInHeading(survey: Survey, heading: ElementNode): number | null {
  const text = headingText(survey, heading);
  if (countWords(text) < MIN_DATED_WORDS || !YEAR.test(text)) return null;
  return survey.dates.day(text)?.time ?? null;
}

const YEAR = /\b(?:19|20)\d\d\b/;
/** Words of a heading whose date stands behind it. Names of people have two: theirs are comments. */
const MIN_TITLE_WORDS = 3;
/** Classes and ids of what readers wrote below a page. */
const COMMENT = /comment|repl(?:y|ies)|review|guestbook|testimonial/i;

/**
 * The full dates in the lines behind headings, of a blog that is one page. A heading that links to
 * another page is one of a list of links, as is one without a place of its own.
 */
function datesBehind(survey: Survey, headings: readonly ElementNode[]): (number | null)[] {
  const { page } = survey;
  return headings.map((heading, at) => {
    const next = headings[at + 1];
    const container = containerOf(heading, [headings[at - 1], next]);
    const isPlace = anchorOf(page.nodes, heading, container) !== '';
    const end = isPlace ? heading.end : endOf(survey, heading, container, next);
    const links = page.linkCount.list(heading.index, end);
    if (links.some(({ toSelf }) => !toSelf)) return null;
    if (countWords(headingText(survey, heading)) < MIN_TITLE_WORDS) return null;
    for (let around: ElementNode | null = heading; around !== null; around = around.parent) {
      const isComment = isNamed(around, COMMENT) || COMMENT.test(attribute(around, 'id') ?? '');
      if (isComment || around.tag === 'a') return null;
    }
    const before = page.nodes.slice(startOf(heading, container), heading.index);
    const behind = page.nodes.slice(heading.end, heading.end + LINE_NODES);
    for (const node of [...before, ...behind]) {
      if (node.kind === 'text')
        return YEAR.test(node.text) ? (survey.dayIn(node)?.time ?? null) : null;
      const machine = stampOf(survey, node);
      if (machine !== null) return machine.time;
    }
    return null;
  });
}

/** Nodes behind a heading in which its line begins. */
const LINE_NODES = 6;

/** Whether nearly all have a date, another one each, in order of time but for a few. */
function inOrderOfTime(found: readonly (number | null)[], least: number): boolean {
  const dates = found.filter((date) => date !== null);
  if (dates.length < Math.max(least, found.length * DATED)) return false;
  const steps = dates.slice(1).map((date, at) => date - (dates[at] ?? date));
  const isOrdered = (sign: number) =>
    steps.filter((step) => sign * step >= 0).length >= steps.length * DATED;
  return new Set(dates).size >= dates.length * DATED && (isOrdered(1) || isOrdered(-1));
}

function sectionsOf(survey: Survey, headings: readonly ElementNode[]): Section[] {
  const { page } = survey;
  const sections = headings.map((heading, at) => {
    const container = containerOf(heading, [headings[at - 1], headings[at + 1]]);
    const end = endOf(survey, heading, container, headings[at + 1]);
    const anchor = anchorOf(page.nodes, heading, container);
    const [link] = page.linkCount.list(heading.index, end);
    const url = anchor === '' ? link?.url : fragmentPlace(page.url, anchor);
    return { heading, start: startOf(heading, container), end, url };
  });
  const placed = sections.filter(({ url }) => url !== undefined);
  const kept = placed.length * 2 < sections.length ? sections : placed;
  return kept.map(({ url, ...section }) => {
    return { ...section, url: url ?? textPlace(page.url, headingText(survey, section.heading)) };
  });
}

/** Where the line before a heading begins, within the element that is its own. */
function startOf({ index }: ElementNode, container: ElementNode): number {
  return Math.max(container.index, index - LINE_NODES);
}

function endOf(
  { page }: Survey,
  heading: ElementNode,
  container: ElementNode,
  next: ElementNode | undefined,
): number {
  const around = container === heading ? (heading.parent ?? heading) : container;
  return Math.min(next?.index ?? page.nodes.length, around.end);
}

/** The largest element around a heading that holds none of its neighbours. */
function containerOf(
  heading: ElementNode,
  neighbours: readonly (ElementNode | undefined)[],
): ElementNode {
  let at = heading;
  for (let { parent } = heading; parent !== null; { parent } = parent) {
    if (neighbours.some((each) => each !== undefined && contains(parent, each))) break;
    at = parent;
  }
  return at;
}

/** The id of a heading, of an element around or in it, or of the empty link before it. */
function anchorOf(
  nodes: Survey['page']['nodes'],
  heading: ElementNode,
  container: ElementNode,
): string {
  for (let at: ElementNode | null = heading; at !== null; at = at.parent) {
    const id = attribute(at, 'id');
    if (id) return id;
    if (at === container) break;
  }
  const before = nodes[heading.index - 1];
  const inside = nodes.slice(heading.index + 1, heading.end);
  for (const node of [...inside, ...(before === undefined ? [] : [before])]) {
    if (node.kind !== 'element') continue;
    const link = /^#(.+)/.exec(attribute(node, 'href') ?? '')?.[1];
    const name = attribute(node, 'id') ?? attribute(node, 'name') ?? link;
    if (name) return name;
  }
  return '';
}

function toItem(survey: Survey, section: Section): FoundItem {
  const { url } = section;
  const title = headingText(survey, section.heading);
  const day = dayOf(survey, section) ?? survey.dates.day(title);
  const date = day === null || isAhead(day, survey.now) ? null : day.time;
  return {
    url,
    identity: url,
    title,
    date,
    ...(day !== null && date === null && { dateAhead: day.time }),
    image: null,
    authors: [],
    description: bodyText(survey, section),
  };
}

/** The heading without the sign of its link to itself. */
function headingText({ page }: Survey, heading: ElementNode): string {
  return textWithout(page.nodes, heading, (node) => isSign(page, node))
    .replace(/\s*[#¶§]$/, '')
    .trim();
}

/** Nodes behind a heading in which its date is looked for. */
const DATE_NODES = 12;

function dayOf(survey: Survey, { start, heading, end }: Section): FoundDate | null {
  for (const node of survey.page.nodes.slice(start, Math.min(end, heading.end + DATE_NODES))) {
    const date = node.kind === 'text' ? survey.dayIn(node) : stampOf(survey, node);
    if (date !== null) return date;
  }
  return null;
}

function stampOf({ dates }: Survey, element: ElementNode): FoundDate | null {
  const value = attribute(element, 'datetime') ?? '';
  return dates.machine(value) ?? dates.ahead(value);
}

function bodyText({ page: { nodes } }: Survey, { heading, end }: Section): string {
  let text = '';
  for (const node of nodes.slice(heading.end, end)) {
    if (text.length >= MAX_CHARACTERS) break;
    if (node.kind === 'text' && !node.parent.muted)
      text += (text === '' || node.gap === '' ? '' : ' ') + node.text;
  }
  return text.slice(0, MAX_CHARACTERS);
}
