import { type Candidate, uniqueItems } from '../candidate.js';
import type { FoundItem } from '../fields/extract.js';
import { withoutFragment } from '../page/address.js';
import { stableTokens } from '../page/class-names.js';
import { HEADING } from '../page/tags.js';
import { textOf, textWithout } from '../page/text.js';
import { attribute, contains, type ElementNode } from '../page/tree.js';
import type { Survey } from '../survey.js';
import { CONFIDENCE, MIN_ITEMS } from '../weights.js';

/** "4.20.0", "v2.1", "[2026.3]": what the headings of a changelog say. */
const VERSION = /(?:^|[\s[])v?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?(?=$|[\s:,–—()\]-])/i;
/** Share of the headings that must say a date or a version: the chapters of an article do not. */
const MARKED = 0.6;
const MAX_HEADING_LENGTH = 60;

/** A heading with what follows it up to the next of its kind. */
interface Section {
  heading: ElementNode;
  start: number;
  end: number;
  anchor: string;
}

/**
 * Records without links of their own, such as changelogs: headings of one kind that say dates or
 * versions, each with an id to point to.
 */
export function linklessCandidate(survey: Survey): Candidate | null {
  let best: { items: FoundItem[]; marked: number } | null = null;
  for (const headings of headingGroups(survey)) {
    const sections = sectionsOf(survey, headings);
    if (sections.length < MIN_ITEMS || sections.length < headings.length * MARKED) continue;
    const marked = sections.filter((section) => isMarked(survey, section)).length;
    if (marked < sections.length * MARKED) continue;
    const items = uniqueItems(sections.map((section) => toItem(survey, section)));
    if (best === null || items.length > best.items.length) best = { items, marked };
  }
  if (best === null) return null;
  return {
    strategy: 'linkless',
    items: best.items,
    confidence: CONFIDENCE.linkless,
    evidence: [
      `${best.items.length} headings with an id, ${best.marked} of them with a date or a version`,
    ],
    rule: null,
    rejected: [],
  };
}

/** Headings (and what is used as one) by rank, depth and class. */
function headingGroups({ page }: Survey): ElementNode[][] {
  const groups = new Map<string, ElementNode[]>();
  for (const node of page.nodes) {
    if (node.kind !== 'element' || node.muted) continue;
    const isHeading =
      HEADING.has(node.tag) ||
      node.tag === 'dt' ||
      (node.tag === 'summary' && page.words.in(node) > 0);
    if (!isHeading || page.words.in(node) > MAX_HEADING_LENGTH) continue;
    if ((page.chrome[node.index] ?? 0) > 0.5) continue;
    const key = `${node.tag}/${node.depth}/${stableTokens(node, 2).join('.')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return [...groups.values()].filter(({ length }) => length >= MIN_ITEMS);
}

function sectionsOf(survey: Survey, headings: readonly ElementNode[]): Section[] {
  const { page } = survey;
  const sections: Section[] = [];
  for (const [at, heading] of headings.entries()) {
    const next = headings[at + 1];
    const container = outermost(heading, headings[at - 1], next);
    const end =
      next !== undefined && container.parent !== null && contains(container.parent, next)
        ? Math.min(next.index, container.parent.end)
        : (container.parent?.end ?? container.end);
    const anchor = anchorOf(survey, heading, container, end);
    if (anchor !== '')
      sections.push({ heading, start: heading.index, end: Math.max(end, heading.end), anchor });
  }
  return sections.filter(({ start, end }) => page.words.between(start, end) > 0);
}

/** The largest element around a heading that holds no other of the group. */
function outermost(
  heading: ElementNode,
  before: ElementNode | undefined,
  after: ElementNode | undefined,
): ElementNode {
  let at = heading;
  while (at.parent !== null && at.parent.tag !== 'body' && at.depth > heading.depth - 6) {
    const { parent } = at;
    if (
      (before !== undefined && contains(parent, before)) ||
      (after !== undefined && contains(parent, after))
    )
      break;
    if (before === undefined && after === undefined) break;
    at = parent;
  }
  return at;
}

/** What to put behind the `#`: the heading's id, that of an element around or in it, or of its self-link. */
function anchorOf(
  { page }: Survey,
  heading: ElementNode,
  container: ElementNode,
  end: number,
): string {
  for (let at: ElementNode | null = heading; at !== null; at = at.parent) {
    const id = attribute(at, 'id');
    if (id) return id;
    if (at === container) break;
  }
  for (let at = heading.index + 1; at < Math.min(heading.end, end); at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element') continue;
    const href = attribute(node, 'href') ?? '';
    const name =
      attribute(node, 'id') ??
      attribute(node, 'name') ??
      (href.startsWith('#') ? href.slice(1) : '');
    if (name) return name;
  }
  const previous = page.nodes[heading.index - 1];
  if (previous?.kind === 'element' && previous.tag === 'a')
    return attribute(previous, 'name') ?? attribute(previous, 'id') ?? '';
  return '';
}

function isMarked(survey: Survey, { heading, end }: Section): boolean {
  if (VERSION.test(headingText(survey, heading))) return true;
  return survey.hasDate(heading.index, Math.min(end, heading.end + 12));
}

function toItem(survey: Survey, section: Section): FoundItem {
  const { page } = survey;
  const url = `${withoutFragment(page.url)}#${encodeFragment(section.anchor)}`;
  return {
    url,
    identity: url,
    title: headingText(survey, section.heading),
    date: dateOf(survey, section),
    image: null,
    authors: [],
    description: bodyText(survey, section),
  };
}

/** The heading without the sign of its self-link. */
function headingText({ page }: Survey, heading: ElementNode): string {
  const text = textWithout(
    page.nodes,
    heading,
    (node) =>
      node.kind === 'element' && node.tag === 'a' && /^[#¶§🔗]?$/u.test(textOf(page.nodes, node)),
  );
  return text.replace(/\s*[#¶§]$/, '').trim() || textOf(page.nodes, heading);
}

function dateOf(survey: Survey, { heading, end }: Section): number | null {
  const reach = Math.min(end, heading.end + 12);
  for (let at = heading.index; at < reach; at += 1) {
    const node = survey.page.nodes[at];
    if (node === undefined) break;
    const date = node.kind === 'text' ? survey.dateIn(node) : stampOf(survey, node);
    if (date !== null) return date.time;
  }
  return survey.dates.text(headingText(survey, heading))?.time ?? null;
}

function stampOf({ dates }: Survey, element: ElementNode) {
  const datetime = attribute(element, 'datetime');
  return datetime === null ? null : dates.machine(datetime);
}

const MAX_CHARACTERS = 1_000;

function bodyText({ page }: Survey, { heading, end }: Section): string {
  let text = '';
  for (let at = heading.end; at < end && text.length < MAX_CHARACTERS; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'text' && !node.parent.muted)
      text += (text === '' || node.gap === '' ? '' : ' ') + node.text;
  }
  return text.slice(0, MAX_CHARACTERS);
}

function encodeFragment(anchor: string): string {
  return encodeURI(anchor).replace(/#/g, '%23');
}
