import { isNamed } from '../page/class-names.js';
import { linkText, type Page } from '../page/page.js';
import { linesOf, textWithout } from '../page/text.js';
import { attribute, contains, type ElementNode, type PageNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import { isCallToAction } from './labels.js';
import { isDecoration, titleText } from './title-text.js';
import { TITLE_CLASS } from './words.js';

/**
 * The title of a record: its best heading (lowest rank, then the one with the link), else the
 * link's text, else what is named a title or labels the link. Never made from the address.
 * @param repeated see repeatedTexts
 */
export function titleOf(survey: Survey, record: PageRecord, repeated: ReadonlySet<string>): string {
  const text = shownTitle(survey, record, repeated);
  // A kicker stands before the headline, which is itself in the link's tooltip.
  const tooltip = attribute(record.link.element, 'title')?.trim() ?? '';
  const isHeadline = text.endsWith(` ${tooltip}`) && countWords(tooltip) > SHORT_TITLE;
  return isHeadline ? tooltip : text;
}

function shownTitle(survey: Survey, record: PageRecord, repeated: ReadonlySet<string>): string {
  const { page } = survey;
  const { element } = record.link;
  const heading = bestHeading(page, record);
  if (heading !== null) {
    const headline = headlineIn(page, heading);
    const inside = contains(headline, element) ? record.link : null;
    const text = titleText(page, headline, repeated, inside);
    if (isTitle(text, repeated)) return text;
  }
  const named = namedTitle(page, element);
  if (named !== null) {
    const text = titleText(page, named, repeated);
    if (isTitle(text, repeated)) return text;
  }
  const ofLink = ownText(survey, element, repeated);
  if (!isTitle(ofLink, repeated)) return titleBesideLink(page, record, repeated) || ofLink;
  const isWhole = !isShort(ofLink) || isNamed(element, TITLE_CLASS);
  const longer = isWhole ? '' : namedBeside(page, record, repeated);
  return countWords(longer) > SHORT_TITLE ? longer : ofLink;
}

/** The record's link says nothing ("Read more", a picture): look for the title around it. */
function titleBesideLink(page: Page, record: PageRecord, repeated: ReadonlySet<string>): string {
  const named = namedBeside(page, record, repeated);
  if (named !== '') return named;
  const { element } = record.link;
  const label = (attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '').trim();
  if (isTitle(label, repeated)) return label;
  const lines = linesOf(page.nodes, record.root).filter(({ length }) => length <= MAX_LINE_LENGTH);
  return lines.find((line) => isTitle(line, repeated) && countWords(line) >= 2) ?? '';
}

const MAX_LINE_LENGTH = 200;

/** A link of so few words ("arXiv:2603.07000", "PDF") gives way to what is named a title. */
const SHORT_TITLE = 2;

/** A word or two, or a code however long, one word with a digit in it: "24-1882P.pdf". */
function isShort(text: string): boolean {
  return countWords(text) <= SHORT_TITLE || /^[\w:./-]*\d[\w:./-]*$/.test(text);
}

/** What the record names a title outside its link. */
function namedBeside(page: Page, record: PageRecord, repeated: ReadonlySet<string>): string {
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || contains(record.link.element, node)) continue;
    if (contains(node, record.link.element)) continue;
    if (!isNamed(node, TITLE_CLASS)) continue;
    const text = titleText(page, node, repeated);
    if (isTitle(text, repeated)) return text;
  }
  return '';
}

/** More words are text: the end tag of the heading before it is missing. */
const MAX_HEADING_LENGTH = 60;

/** The character code of "0": a heading's rank is the digit of its name. */
const ZERO = 0x30;

/** What a link counts beside the rank of a heading. */
const LINKED = 10;

/** Lowest rank number; among those the one around or inside the link, then the longest. */
function bestHeading(page: Page, record: PageRecord): ElementNode | null {
  const links = page.linksTo.get(record.link.identity) ?? [record.link];
  let best: ElementNode | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const node of page.headings.list(record.start, record.end)) {
    if (node.muted) continue;
    const words = page.words.in(node);
    if (words > MAX_HEADING_LENGTH || (words === 0 && page.images.in(node) === 0)) continue;
    const rank = (node.tag.charCodeAt(1) - ZERO) * 2;
    const length = Math.min(words, 12) / 12;
    if (LINKED - rank + length <= bestScore) continue;
    const linked =
      contains(record.link.element, node) || links.some(({ element }) => contains(node, element));
    const score = (linked ? LINKED : 0) - rank + length;
    if (score > bestScore) {
      best = node;
      bestScore = score;
    }
  }
  return best;
}

/** The part of a heading that is named a headline, where that is most of it: beside it are kickers. */
function headlineIn(page: Page, heading: ElementNode): ElementNode {
  const words = page.words.in(heading);
  for (let at = heading.index + 1; at < heading.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || !isNamed(node, TITLE_CLASS)) continue;
    const own = page.words.in(node);
    if (own < words && own * 2 >= words) return node;
  }
  return heading;
}

/** An element inside the link that is named a title. */
function namedTitle(page: Page, link: ElementNode): ElementNode | null {
  for (let at = link.index + 1; at < link.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || !isNamed(node, TITLE_CLASS)) continue;
    const words = page.words.in(node);
    if (words > 0 && words <= MAX_HEADING_LENGTH) return node;
  }
  return null;
}

/** A link around a whole card says title, date and summary; only one of its lines is the title. */
function ownText(
  { page, dates }: Survey,
  link: ElementNode,
  repeated: ReadonlySet<string>,
): string {
  if (linesOf(page.nodes, link).length <= 1)
    return titleText(page, link, repeated) || linkText(page, link);
  const leaveOut = (node: PageNode) => isDecoration(page, node, repeated);
  const lines = textWithout(page.nodes, link, leaveOut, '\n').split('\n');
  const spoken = lines.filter((line) => isTitle(line, repeated));
  const isLong = (line: string) => countWords(line) >= 3 && dates.text(line) === null;
  return spoken.find(isLong) ?? spoken[0] ?? linkText(page, link);
}

function isTitle(text: string, repeated: ReadonlySet<string>): boolean {
  if (text.length < 2 || repeated.has(text)) return false;
  return countWords(text) > 0 && !isCallToAction(text);
}
