import { isNamed } from '../page/class-names.js';
import { imageText, linkText, type Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { fullTextOf, linesOf, textOf, textWithout } from '../page/text.js';
import { attribute, contains, type ElementNode, type PageNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import {
  AD_LABEL,
  AUTHOR_PATH,
  BYLINE_CLASS,
  CALL_TO_ACTION,
  KICKER_CLASS,
  READING_TIME,
  TITLE_CLASS,
} from './words.js';

/** What the records of one list share, and what therefore is no part of a title. */
export interface TitleHints {
  /** Texts of elements that several records repeat: badges, kickers, buttons. */
  repeated: ReadonlySet<string>;
  /** Texts of small elements inside headings and links that at least two records have. */
  badges: ReadonlySet<string>;
  isDate(node: PageNode): boolean;
  isDateText(text: string): boolean;
}

/**
 * The title of a record: its best heading (lowest rank, then the one with the link), else the
 * link's text, else what is named a title, else an image's text. Never made from the address.
 */
export function titleOf(page: Page, record: PageRecord, hints: TitleHints): Title {
  const title = shownTitle(page, record, hints);
  return { ...title, text: untruncated(record.link.element, title.text) };
}

/** Lists of narrow columns cut their headlines; the whole one is in the link's tooltip. */
function untruncated(link: ElementNode, text: string): string {
  const cut = /^(.{4,}?)\s*(?:…|\.{2,})$/u.exec(text)?.[1];
  if (cut === undefined) return text;
  const whole = (attribute(link, 'title') ?? attribute(link, 'aria-label') ?? '').trim();
  return whole.startsWith(cut) && whole.length >= cut.length ? whole : text;
}

function shownTitle(page: Page, record: PageRecord, hints: TitleHints): Title {
  const { element } = record.link;
  const heading = bestHeading(page, record);
  if (heading !== null) {
    const text = titleText(page, heading, hints);
    const linked = contains(heading, element) || contains(element, heading);
    if (isTitle(text, hints)) return { text, linked };
  }
  const named = namedTitle(page, element);
  if (named !== null) {
    const text = titleText(page, named, hints);
    if (isTitle(text, hints)) return { text, linked: true };
  }
  const ofLink = ownText(page, element, hints);
  if (isTitle(ofLink, hints)) {
    const longer = countWords(ofLink) <= SHORT_TITLE ? namedBeside(page, record, hints) : '';
    if (countWords(longer) > SHORT_TITLE) return { text: longer, linked: false };
    return firstOfSeveral(page, record, hints, ofLink);
  }
  return { text: titleBesideLink(page, record, hints) || ofLink, linked: false };
}

/** A title, and whether the record's own link is what carries it. */
export interface Title {
  text: string;
  linked: boolean;
}

/** The record's link says nothing ("Read more", a picture): look for the title around it. */
function titleBesideLink(page: Page, record: PageRecord, hints: TitleHints): string {
  const named = namedBeside(page, record, hints);
  if (named !== '') return named;
  for (let at = record.start; at < record.end; at += 1) {
    const link = page.linkAt.get(at);
    if (link === undefined || link.identity !== record.link.identity) continue;
    const text = titleText(page, link.element, hints);
    if (isTitle(text, hints)) return text;
  }
  const label =
    attribute(record.link.element, 'aria-label') ?? attribute(record.link.element, 'title') ?? '';
  if (isTitle(label.trim(), hints)) return label.trim();
  const image = imageText(page, record.link.element);
  if (isTitle(image, hints)) return image;
  return strongText(page, record, hints) || firstLine(page, record, hints);
}

/**
 * Where title and summary are both links to the item, the first of them is the title: a long text
 * gives way to a shorter one before it.
 */
function firstOfSeveral(page: Page, record: PageRecord, hints: TitleHints, ofLink: string): Title {
  const { link } = record;
  for (let at = record.start; at < link.element.index; at += 1) {
    const other = page.linkAt.get(at);
    if (other === undefined || other.identity !== link.identity) continue;
    const text = titleText(page, other.element, hints);
    const isShorter = countWords(text) * 1.5 < countWords(ofLink);
    if (page.words.in(other.element) > 0 && isTitle(text, hints) && isShorter) {
      return { text, linked: false };
    }
  }
  return { text: ofLink, linked: true };
}

/** A link of so few words ("arXiv:2603.07000", "PDF") gives way to what is named a title. */
const SHORT_TITLE = 2;

/** What the record names a title outside its link. */
function namedBeside(page: Page, record: PageRecord, hints: TitleHints): string {
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || contains(record.link.element, node)) continue;
    if (contains(node, record.link.element)) continue;
    if (!isNamed(node, TITLE_CLASS) && attribute(node, 'itemprop') !== 'name') continue;
    const text = titleText(page, node, hints);
    if (isTitle(text, hints)) return text;
  }
  return '';
}

function strongText(page: Page, record: PageRecord, hints: TitleHints): string {
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || !/^(?:strong|b|dt|th|summary|legend)$/.test(node.tag)) continue;
    const text = titleText(page, node, hints);
    if (isTitle(text, hints) && countWords(text) >= 2) return text;
  }
  return '';
}

const MAX_LINE_LENGTH = 200;

function firstLine(page: Page, record: PageRecord, hints: TitleHints): string {
  const lines = linesOf(page.nodes, record.root);
  return (
    lines.find(
      (line) => line.length <= MAX_LINE_LENGTH && isTitle(line, hints) && countWords(line) >= 2,
    ) ?? ''
  );
}

/** More words are text that somebody forgot to close a heading before. */
const MAX_HEADING_LENGTH = 60;

/** Lowest rank number; among those the one around or inside the link, then the longest. */
function bestHeading(page: Page, record: PageRecord): ElementNode | null {
  if (page.headings.between(record.start, record.end) === 0) return headingAround(record);
  let best: ElementNode | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || !HEADING.has(node.tag) || node.muted) continue;
    const words = page.words.in(node);
    if (words > MAX_HEADING_LENGTH || (words === 0 && page.images.in(node) === 0)) continue;
    const linked =
      contains(node, record.link.element) ||
      contains(record.link.element, node) ||
      holdsLinkTo(page, node, record.link.identity);
    const score = (linked ? 10 : 0) - Number(node.tag.slice(1)) * 2 + Math.min(words, 12) / 12;
    if (score > bestScore) {
      best = node;
      bestScore = score;
    }
  }
  return best;
}

/** The record is no larger than the link, the heading is around it. */
function headingAround({ link, root }: PageRecord): ElementNode | null {
  let at: ElementNode | null = link.element;
  for (let level = 0; level < 4 && at !== null; level += 1) {
    if (HEADING.has(at.tag)) return contains(at, root) || contains(root, at) ? at : null;
    at = at.parent;
  }
  return null;
}

function holdsLinkTo(page: Page, element: ElementNode, identity: string): boolean {
  if (page.linkCount.in(element) === 0) return false;
  for (let at = element.index; at < element.end; at += 1) {
    if (page.linkAt.get(at)?.identity === identity) return true;
  }
  return false;
}

/** An element inside the link that is named a title. */
function namedTitle(page: Page, link: ElementNode): ElementNode | null {
  if (link.end - link.index < 4) return null;
  for (let at = link.index + 1; at < link.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element') continue;
    const itemprop = attribute(node, 'itemprop');
    if (itemprop === 'headline' || itemprop === 'name' || isNamed(node, TITLE_CLASS)) {
      const words = page.words.in(node);
      if (words > 0 && words <= MAX_HEADING_LENGTH) return node;
    }
  }
  return null;
}

/** A link around a whole card says title, date and summary; only one of its lines is the title. */
function ownText(page: Page, link: ElementNode, hints: TitleHints): string {
  const lines = linesOf(page.nodes, link);
  if (lines.length <= 1) return titleText(page, link, hints) || linkText(page, link);
  const spoken = blockTexts(page, link, hints);
  const long = spoken.find((line) => countWords(line) >= 3) ?? spoken[0];
  return long ?? linkText(page, link);
}

/** The lines of an element that could be a title. */
function blockTexts(page: Page, element: ElementNode, hints: TitleHints): string[] {
  const lines = textWithout(page.nodes, element, (node) => isDecoration(page, node, hints), '\n');
  return lines.split('\n').filter((line) => isTitle(line, hints));
}

/** Separators that stood after a kicker or a name. */
const LEFT_OVER = /^[\s:|/·•–—»>-]+(?=\S)/;

/** The text of a heading without kicker, badges, dates and buttons inside it. */
function titleText(page: Page, element: ElementNode, hints: TitleHints): string {
  const stripped = textWithout(page.nodes, element, (node) => isDecoration(page, node, hints));
  if (stripped !== '') return stripped.replace(LEFT_OVER, '');
  return textOf(page.nodes, element) || fullTextOf(page.nodes, element) || imageText(page, element);
}

function isDecoration(page: Page, node: PageNode, hints: TitleHints): boolean {
  if (node.kind === 'text') {
    return (
      hints.isDate(node) && node.parent.children.length > 1 && page.words.in(node) <= DATE_WORDS
    );
  }
  if (/^(?:time|button|sup|small|svg|figcaption|cite)$/.test(node.tag)) {
    return node.tag !== 'small' || page.words.in(node) <= 4;
  }
  if (page.words.in(node) > 8) return false;
  if (isNamed(node, BYLINE_CLASS) && !isNamed(node, TITLE_CLASS)) return true;
  if (node.tag === 'a') return isPerson(page, node);
  if (isNamed(node, KICKER_CLASS) && !isNamed(node, TITLE_CLASS)) return true;
  const text = textOf(page.nodes, node);
  return hints.repeated.has(text) || hints.badges.has(text);
}

/** A text of so few words that is a date is nothing but a date. */
const DATE_WORDS = 5;

/** A link to somebody's page in the headline: "Ada Lovelace: On engines". */
function isPerson(page: Page, element: ElementNode): boolean {
  const link = page.linkAt.get(element.index);
  return link !== undefined && AUTHOR_PATH.test(new URL(link.url).pathname);
}

function isTitle(text: string, hints: TitleHints): boolean {
  if (text.length < 2 || countWords(text) === 0) return false;
  if (CALL_TO_ACTION.test(text) || AD_LABEL.test(text) || READING_TIME.test(text)) return false;
  return !hints.repeated.has(text) && !(countWords(text) <= DATE_WORDS && hints.isDateText(text));
}

/** Share of the records that must repeat a text for it to be a button. */
const REPEATED = 0.3;
/** A longer text is more likely the subject of a thread. */
const BUTTON_WORDS = 4;
const REPEATED_LONG = 0.8;

/** Texts of small elements that stand in several records, each in an element of its own. */
export function titleHints(
  { page, dateAt, dates }: Survey,
  records: readonly PageRecord[],
): TitleHints {
  const counts = new Map<string, number>();
  for (const { start, end } of records) {
    const texts = new Set<string>();
    for (let at = start; at < end; at += 1) {
      const node = page.nodes[at];
      if (node?.kind === 'text' && node.text.length < 60) texts.add(node.text);
    }
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const isButton = ([text, count]: [string, number]) => {
    const share = countWords(text) <= BUTTON_WORDS ? REPEATED : REPEATED_LONG;
    return count >= Math.max(3, records.length * share);
  };
  const repeated = [...counts].filter(isButton).map(([text]) => text);
  return {
    repeated: new Set(repeated),
    badges: badgesOf(page, records),
    isDate: (node) => dateAt.has(node.index),
    isDateText: (text) => /\d/.test(text) && dates.text(text) !== null,
  };
}

const BADGE_WORDS = 3;

/** "NEW", "Video", "有料記事": an element in the headline that says no more than others say too. */
function badgesOf(page: Page, records: readonly PageRecord[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { link, start, end } of records) {
    const texts = new Set<string>();
    for (let at = start; at < end; at += 1) {
      const node = page.nodes[at];
      if (node?.kind !== 'text' || page.words.in(node) > BADGE_WORDS) continue;
      const { parent } = node;
      const inHeadline =
        contains(link.element, parent) ||
        (parent.parent !== null && HEADING.has(parent.parent.tag));
      if (inHeadline && parent !== link.element && !HEADING.has(parent.tag)) texts.add(node.text);
    }
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= 2).map(([text]) => text));
}
