import { isNamed } from '../page/class-names.js';
import type { Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { textOf, textWithout } from '../page/text.js';
import { contains, type ElementNode, type PageNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../survey/record.js';
import { isCallToAction } from './labels.js';
import type { TitleHints } from './title-hints.js';
import { BYLINE_CLASS, DATE_CLASS } from './words.js';

const SUMMARY_CLASS =
  /(?:^|[-_])(?:excerpt|summary|description|desc|teaser|standfirst|lead|lede|intro|abstract|dek|deck|subtitle|subline|snippet|blurb|chapo|text|body|content|copy)(?:$|[-_])/i;
/** Minimum number of words of a summary; fewer are a label. */
const MIN_WORDS = 4;
const MAX_CHARACTERS = 1_000;

/** The text of a record without title, date, author and buttons; "" if none is left. */
export function descriptionOf(
  page: Page,
  record: PageRecord,
  title: string,
  hints: TitleHints,
): string {
  const leaveOut = (node: PageNode) => isOtherText(page, record, node, title, hints);
  const paragraphs = [...paragraphsOf(page, record)];
  const texts = paragraphs.map((element) => textWithout(page.nodes, element, leaveOut));
  const long = texts.filter((text) => countWords(text) >= MIN_WORDS && text !== title);
  if (long.length > 0) return cutAtSentence([...new Set(long)].join(' '));
  const lines = rangeText(page, record, leaveOut).split('\n');
  return cutAtSentence(
    lines.filter((line) => countWords(line) >= MIN_WORDS && line !== title).join(' '),
  );
}

function* paragraphsOf(page: Page, record: PageRecord): Generator<ElementNode> {
  for (let at = record.start; at < record.end; ) {
    const node = page.nodes[at];
    if (node === undefined) return;
    const isParagraph =
      node.kind === 'element' &&
      (node.tag === 'p' || (isNamed(node, SUMMARY_CLASS) && page.headings.in(node) === 0)) &&
      !contains(node, record.link.element);
    if (isParagraph) yield node;
    at = isParagraph ? node.end : at + 1;
  }
}

function rangeText(page: Page, record: PageRecord, leaveOut: (node: PageNode) => boolean): string {
  const lines: string[] = [];
  for (let at = record.start; at < record.end; ) {
    const node = page.nodes[at];
    if (node === undefined) break;
    if (leaveOut(node)) {
      at = node.end;
      continue;
    }
    if (node.kind === 'text' && !node.parent.muted) {
      if (node.gap === '\n' || lines.length === 0) lines.push(node.text);
      else lines[lines.length - 1] += node.gap + node.text;
    }
    at += 1;
  }
  return lines.join('\n');
}

function isOtherText(
  page: Page,
  record: PageRecord,
  node: PageNode,
  title: string,
  hints: TitleHints,
): boolean {
  if (node.kind === 'text') {
    return (
      node.text === title ||
      hints.repeated.has(node.text) ||
      isCallToAction(node.text) ||
      hints.isDate(node)
    );
  }
  if (HEADING.has(node.tag) || /^(?:time|button|figcaption|nav|footer)$/.test(node.tag))
    return true;
  if (node.tag === 'a' && node !== record.link.element) {
    const text = textOf(page.nodes, node);
    return text === title || isCallToAction(text);
  }
  if (node === record.link.element)
    return countWords(title) > 0 && page.words.in(node) <= countWords(title) + 2;
  const short = page.words.in(node) <= 12;
  return short && (isNamed(node, BYLINE_CLASS) || isNamed(node, DATE_CLASS));
}

function cutAtSentence(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf(' ', MAX_CHARACTERS);
  return `${text.slice(0, end > 0 ? end : MAX_CHARACTERS)}…`;
}
