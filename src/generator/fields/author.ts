import { isNamed } from '../page/class-names.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../survey/record.js';
import { isAdLabel } from './labels.js';
import { AUTHOR_PATH, BY, BYLINE_CLASS } from './words.js';

const MAX_AUTHORS = 5;
const MAX_WORDS = 6;

/**
 * The names of a record's authors: rel=author, itemprop, byline classes, "By …" in the text. A word
 * that most records contain ("Follow") is a name only if there is no other.
 */
export function rowAuthors(
  page: Page,
  record: PageRecord,
  isDate: (text: string) => boolean,
  repeated: ReadonlySet<string>,
): string[] {
  const isSame = (text: string) => repeated.has(text) && countWords(text) === 1;
  const names = authorsWithout(page, record, (text) => isSame(text) || isDate(text));
  return names.length > 0 ? names : authorsWithout(page, record, isDate);
}

function authorsWithout(
  page: Page,
  record: PageRecord,
  isOther: (text: string) => boolean,
): string[] {
  const elements: ElementNode[] = [];
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'element') elements.push(node);
  }
  const tests: ((element: ElementNode) => boolean)[] = [
    (element) => /\bauthor\b/.test(attribute(element, 'rel') ?? '') && element.tag === 'a',
    (element) => attribute(element, 'itemprop') === 'author',
    (element) => element.classes.includes('p-author') || element.classes.includes('fn'),
    (element) => isNamed(element, BYLINE_CLASS),
    (element) => isPersonLink(page, element),
  ];
  for (const test of tests) {
    const names = namesIn(page, elements.filter(test), record, isOther);
    if (names.length > 0) return names;
  }
  return namesInText(page, record, isOther);
}

function namesIn(
  page: Page,
  elements: readonly ElementNode[],
  record: PageRecord,
  isOther: (text: string) => boolean,
): string[] {
  const names: string[] = [];
  let first: ElementNode | null = null;
  let covered = -1;
  for (const element of elements) {
    const aroundLink =
      element.index <= record.link.element.index && element.end > record.link.element.index;
    if (element.index < covered || aroundLink) continue;
    // A second name counts only next to the first; further away it is the last one who replied.
    if (first !== null && element.parent !== first.parent) break;
    const found = splitNames(nameText(page, element, isOther));
    for (const name of found) if (!names.includes(name)) names.push(name);
    if (found.length > 0) {
      first ??= element;
      covered = element.end;
    }
  }
  return names.slice(0, MAX_AUTHORS);
}

/** True if an element links to a person's page, or has a portrait. */
function isPersonLink(page: Page, element: ElementNode): boolean {
  const link = page.linkCount.at(element.index);
  if (link === undefined || page.words.in(element) === 0 || page.words.in(element) > 4)
    return false;
  if (AUTHOR_PATH.test(link.address.url.pathname)) return true;
  for (let at = element.index; at < element.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'element' && node.tag === 'img' && isNamed(node, /avatar|gravatar|author/i))
      return true;
  }
  return false;
}

/** The name in an element: that of an inner name element, else its text without "by" and date. */
function nameText(page: Page, element: ElementNode, isOther: (text: string) => boolean): string {
  const content = attribute(element, 'content');
  if (content) return content;
  for (let at = element.index + 1; at < element.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element') continue;
    const isName =
      attribute(node, 'itemprop') === 'name' ||
      node.classes.includes('fn') ||
      /\bauthor\b/.test(attribute(node, 'rel') ?? '');
    if (isName) return attribute(node, 'content') ?? textOf(page.nodes, node);
  }
  const parts: string[] = [];
  for (let at = element.index; at < element.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'text' && !node.parent.muted && !isOther(node.text)) parts.push(node.text);
  }
  return parts.join(' ');
}

/** Finds "By Ada Lovelace" as a separate text, or before a separator. */
function namesInText(page: Page, record: PageRecord, isOther: (text: string) => boolean): string[] {
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'text' || node.text.length > 80) continue;
    if (BY.test(node.text)) {
      const names = splitNames(node.text).filter((name) => !isOther(name));
      if (names.length > 0) return names;
    }
    // "by" and the name are in separate elements.
    if (/(?:^|\s)(?:by|von|par|por|di|av|af|od|автор:?)$/i.test(node.text)) {
      const next = page.nodes[at + 1];
      const name = next?.kind === 'element' && at + 1 < record.end ? textOf(page.nodes, next) : '';
      if (name !== '' && countWords(name) <= MAX_WORDS && !isOther(name)) return splitNames(name);
    }
  }
  return [];
}

/** The names in a byline; empty if the text is not a byline. */
export function splitNames(text: string): string[] {
  const line = text
    .replace(BY, '')
    .split(/\s[|•·–—]\s|\s-\s|\son\s|[|•·]|\n/)[0]
    ?.replace(/[\s,;:•·|»›–—-]+$/, '')
    .trim();
  if (!line || line.length > 120) return [];
  const parts = line
    .split(/\s*(?:;|&| and | und | et | y | e (?=\p{Lu})|、|，)\s*|,\s+(?=\p{Lu}\S* \p{Lu})/u)
    .map((name) => name.replace(/[,:]+$/, '').trim())
    .filter((name) => isName(name));
  // "Staff and agencies" are not persons: several names must each have a first and a last name.
  const areNames = parts.length < 2 || parts.every((name) => countWords(name) >= 2);
  return areNames ? parts : [line].filter((name) => isName(name));
}

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 60 || countWords(name) > MAX_WORDS) return false;
  return /\p{L}/u.test(name) && !isAdLabel(name) && !/https?:|@|\d{3,}/.test(name);
}
