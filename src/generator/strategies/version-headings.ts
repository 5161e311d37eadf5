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
 * Headings of a changelog: "4.20.0", "v2.1 beta", "Version 3.0", "[2026.3] - 2026-03-01". A chapter
 * "2.1 Setup" has a word after its number, as has a rating "5.0 out of 5".
 */
const VERSION =
  /^\[?(?:(?:v|(?:version|release)\s+v?)\d+\.\d|\d+(?:\.\d+)+(?:-[\w.]+)?\]?\s*(?:$|[^\p{L}\s]))/iu;
/** Minimum share of the headings that must contain a version: the others are notes on upgrading. */
const VERSIONS = 0.6;
/**
 * Maximum number of words of a heading: the title of a security notice has 30; a paragraph in a
 * heading has more.
 */
const MAX_HEADING_WORDS = 50;
const MAX_CHARACTERS = 1_000;

/** The part of a changelog about one version. */
interface Section {
  heading: ElementNode;
  /** Index of the first node of the line before its heading. */
  start: number;
  /** Index of the node after it. */
  end: number;
  /**
   * The address of its item: its own place in the page, its first link, or a fragment of its text.
   */
  url: string;
}

/**
 * Finds the versions of a changelog, or news under headings with a date in or after them, that are
 * not links: each is an item at its own place in the page, at the first link of its text, or at a
 * text fragment. Headings with only dates are also those of articles and terms.
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

/** True if nearly all items have a date, and the dates are not all the same. */
function areDated(items: readonly FoundItem[]): boolean {
  const days = items.map(({ date, dateAhead = null }) => date ?? dateAhead);
  const dated = days.filter((day) => day !== null);
  return dated.length >= items.length * DATED && new Set(dated).size >= dated.length / 2;
}

/**
 * Finds the headings of the kind that the list of a feed had, with any text: an entry with a wrong
 * date or without a version is still an entry. If the kind is unknown, the kind with the most known
 * items is used.
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

/** Headings by kind: their rank and their depth in the page. */
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

/**
 * True if most headings contain a version, or a date and its news, or have their date after them.
 */
function areNews(survey: Survey, headings: readonly ElementNode[]): boolean {
  const versions = headings.filter((heading) => VERSION.test(headingText(survey, heading)));
  if (versions.length >= Math.max(MIN_ITEMS, headings.length * VERSIONS)) return true;
  const inside = headings.map((heading) => dateInHeading(survey, heading));
  return (
    inOrderOfTime(inside, MIN_DATED) || inOrderOfTime(datesBehind(survey, headings), MIN_ITEMS)
  );
}

/**
 * True if the links of a list are parts of the sections below the headings of a candidate: nearly
 * all are below a heading, and each heading has more than one. The issues and files that a release
 * mentions are not items. If the headings have no place in the page, their items lead to one of
 * these links: the choice would be a guess, and the list of the links is better.
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

/** Minimum average number of links below each heading for them to be its parts. */
const PARTS = 2;

/**
 * Minimum number of dated headings of a list, and shares: of all headings, and of those in order of
 * time.
 */
const MIN_DATED = 4;
const DATED = 0.8;
/** Minimum number of words of a heading besides the three of its date. */
const MIN_DATED_WORDS = 5;

/** The full date in a heading that contains more than its date. */
function dateInHeading(survey: Survey, heading: ElementNode): number | null {
  const text = headingText(survey, heading);
  if (countWords(text) < MIN_DATED_WORDS || !YEAR.test(text)) return null;
  return survey.dates.day(text)?.time ?? null;
}

const YEAR = /\b(?:19|20)\d\d\b/;
/**
 * Minimum number of words of a heading whose date follows it. Names of people have two: they are
 * the headings of comments.
 */
const MIN_TITLE_WORDS = 3;
/** Classes and ids of readers' comments below a page. */
const COMMENT = /comment|repl(?:y|ies)|review|guestbook|testimonial/i;

/**
 * The full dates in the lines after headings, of a blog on one page. A heading that links to
 * another page belongs to a list of links, as does one without a place of its own.
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

/** Maximum number of nodes after a heading before its line begins. */
const LINE_NODES = 6;

/** True if nearly all have a date, each a different one, in order of time with few exceptions. */
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

/** Start of the line before a heading, within the heading's own element. */
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

/** The largest element around a heading that contains none of its neighbours. */
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

/** The text of the heading without the sign that links to itself. */
function headingText({ page }: Survey, heading: ElementNode): string {
  return textWithout(page.nodes, heading, (node) => isSign(page, node))
    .replace(/\s*[#¶§]$/, '')
    .trim();
}

/** Number of nodes after a heading in which its date is searched. */
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
