import { type Candidate, uniqueItems } from '../fields/candidate.js';
import type { FoundItem } from '../fields/extract.js';
import { placeOf } from '../page/address.js';
import { HEADING } from '../page/tags.js';
import { textOf, textWithout } from '../page/text.js';
import { attribute, contains, type ElementNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { Survey } from '../survey/survey.js';
import { CONFIDENCE, MIN_ITEMS } from '../survey/weights.js';

/**
 * "4.20.0", "v2.1 beta", "Version 3.0", "[2026.3] - 2026-03-01": what the headings of a changelog
 * say. A chapter "2.1 Setup" has a word behind its number, and a rating "5.0 out of 5" as well.
 */
const VERSION =
  /^\[?(?:(?:v|(?:version|release)\s+v?)\d+\.\d|\d+(?:\.\d+)+(?:-[\w.]+)?\]?\s*(?:$|[^\p{L}\s]))/iu;
/** Share of the headings that must say a version: the others are notes on how to upgrade. */
const VERSIONS = 0.6;
const MAX_HEADING_WORDS = 12;
const MAX_CHARACTERS = 1_000;

/** The part of a changelog on one version. */
interface Section {
  heading: ElementNode;
  /** Index of the node behind it. */
  end: number;
  /** Where it leads: its own place in the page, or what it links to first. */
  url: string;
}

/**
 * The versions of a changelog, or news under dated headings, that are no links: each is an item at its
 * own place in the page, or leads to the first link of its text. Headings with dates alone are as well
 * those of articles and terms.
 */
export function versionHeadings(survey: Survey): Candidate | null {
  const groups = headingGroups(survey)
    .map((headings) => sectionsOf(survey, headings))
    .sort((a, b) => b.length - a.length);
  const items = uniqueItems((groups[0] ?? []).map((section) => toItem(survey, section)));
  if (items.length < MIN_ITEMS) return null;
  return {
    strategy: 'versions',
    items,
    confidence: CONFIDENCE.versions,
    evidence: [`${items.length} headings with versions or dates, each with an id or a link`],
    rule: null,
    rejected: [],
  };
}

/** Headings of one rank and depth, most of which say a version, or a date and what it brought. */
function headingGroups(survey: Survey): ElementNode[][] {
  const { page } = survey;
  const groups = new Map<string, ElementNode[]>();
  for (const node of page.elements(...HEADING)) {
    if (node.muted) continue;
    if ((page.chrome[node.index] ?? 0) > 0.5 || page.words.in(node) > MAX_HEADING_WORDS) continue;
    const key = `${node.tag}/${node.depth}`;
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  return [...groups.values()].filter((headings) => {
    const versions = headings.filter((heading) => VERSION.test(headingText(survey, heading)));
    if (versions.length >= Math.max(MIN_ITEMS, headings.length * VERSIONS)) return true;
    return areDatedNews(survey, headings);
  });
}

/** Dated headings that make a list: of most headings, and in order of time. */
const MIN_DATED = 4;
const DATED = 0.8;
/** Words of a heading besides the three of its date. */
const MIN_DATED_WORDS = 5;

/** News by day: full dates in order, each in a heading that says more. */
function areDatedNews(survey: Survey, headings: readonly ElementNode[]): boolean {
  const dates = headings.flatMap((heading) => {
    const text = headingText(survey, heading);
    if (countWords(text) < MIN_DATED_WORDS || !/\b(?:19|20)\d\d\b/.test(text)) return [];
    return survey.dates.text(text)?.time ?? [];
  });
  if (dates.length < Math.max(MIN_DATED, headings.length * DATED)) return false;
  const isOrdered = (sign: number) =>
    dates.every((date, at) => at === 0 || sign * (date - (dates[at - 1] ?? date)) >= 0);
  return new Set(dates).size >= dates.length * DATED && (isOrdered(1) || isOrdered(-1));
}

function sectionsOf({ page }: Survey, headings: readonly ElementNode[]): Section[] {
  return headings.flatMap((heading, at) => {
    const container = containerOf(heading, [headings[at - 1], headings[at + 1]]);
    const around = container === heading ? (heading.parent ?? heading) : container;
    const end = Math.min(headings[at + 1]?.index ?? page.nodes.length, around.end);
    const anchor = anchorOf(page.nodes, heading, container);
    const [link] = page.linkCount.list(heading.index, end);
    const url = anchor === '' ? link?.url : placeOf(page.url, anchor);
    return url === undefined ? [] : [{ heading, end, url }];
  });
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
  return {
    url,
    identity: url,
    title,
    date: dateOf(survey, section) ?? survey.dates.text(title)?.time ?? null,
    image: null,
    authors: [],
    description: bodyText(survey, section),
  };
}

/** The heading without the sign of its link to itself. */
function headingText({ page: { nodes } }: Survey, heading: ElementNode): string {
  const isSign = (node: (typeof nodes)[number]) =>
    node.kind === 'element' && node.tag === 'a' && /^[#¶§🔗]?$/u.test(textOf(nodes, node));
  return textWithout(nodes, heading, isSign)
    .replace(/\s*[#¶§]$/, '')
    .trim();
}

/** Nodes behind a heading in which its date is looked for. */
const DATE_NODES = 12;

function dateOf(survey: Survey, { heading, end }: Section): number | null {
  for (const node of survey.page.nodes.slice(
    heading.index,
    Math.min(end, heading.end + DATE_NODES),
  )) {
    const date =
      node.kind === 'text'
        ? survey.dateIn(node)
        : survey.dates.machine(attribute(node, 'datetime') ?? '');
    if (date !== null) return date.time;
  }
  return null;
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
