import {
  attribute,
  type ElementNode,
  isLinkNote,
  type Link,
  type Page,
  type PageNode,
  type TextNode,
} from '../../generator/service.js';
import { isAsideText, proseOf } from './aside-text.js';
import { lineHash } from './line-key.js';
import { findPlaces, type Spot } from './line-places.js';
import { type Line, lineOf } from './lines.js';
import { Rows } from './table-rows.js';

/** Longest text that is compared, in characters. */
export const MAX_TEXT = 262_144;

/** A main element with fewer words is not the main part of the page. */
const MAIN_WORDS = 40;

/** The lines of a page. */
interface Gathered {
  lines: Line[];
  /** The text goes on beyond them. */
  isCut: boolean;
}

/** Between the cells of a row. */
const CELL_GAP = ' | ';

/**
 * What a reader of a page follows, a line for each block and for each row of a table: the elements that
 * a selector finds, else the readable part without navigation, advertisements and hidden content. At
 * most `MAX_TEXT` characters.
 */
export function linesOfPage(
  page: Page,
  isChosen: ((element: ElementNode) => boolean) | null,
): Gathered {
  if (isChosen !== null) return gather(page, outermost(page, isChosen), () => false, true);
  const parts = mainPart(page);
  const prose = proseOf(page, parts);
  return gather(page, parts, (node) => isAsideText(page, node, prose));
}

/** All that a page shows, navigation included: for one that seems to have nothing else. */
export function allLines(page: Page): Gathered {
  return gather(page, [page.root], () => false);
}

/** The main elements of a page that marks them, else all of it. */
function mainPart(page: Page): readonly ElementNode[] {
  const marked = outermost(page, isMain);
  const words = marked.reduce((sum, element) => sum + page.words.in(element), 0);
  return words >= MAIN_WORDS ? marked : [page.root];
}

function isMain(element: ElementNode): boolean {
  return element.tag === 'main' || attribute(element, 'role') === 'main';
}

function outermost(page: Page, test: (element: ElementNode) => boolean): ElementNode[] {
  const found: ElementNode[] = [];
  let end = 0;
  for (const node of page.nodes) {
    if (node.kind !== 'element' || node.index < end || !test(node)) continue;
    found.push(node);
    end = node.end;
  }
  return found;
}

/** The visible lines of some parts, without the subtrees that are left out. */
function gather(
  page: Page,
  parts: readonly ElementNode[],
  isLeftOut: (node: PageNode) => boolean,
  isExact = false,
): Gathered {
  const rows = new Rows(page);
  const links = new Map(page.links.map((link) => [link.element, link]));
  const spots: Spot[] = [];
  let room = MAX_TEXT;
  let isFull = false;
  for (const part of parts) {
    let line = '';
    let first: TextNode | null = null;
    let linked: Link[] = [];
    let before: PageNode | null = null;
    let isBroken = false;
    for (let at = part.index; at < part.end && !isFull; at += 1) {
      const node = page.nodes[at];
      if (node === undefined) break;
      if (node.kind === 'text' && node.gap === '\n') isBroken = true;
      if (isLeftOut(node)) {
        at = node.end - 1;
        isBroken ||= node.kind === 'element';
        continue;
      }
      if (node.kind !== 'text' || !isShown(node)) continue;
      const isSameRow = before !== null && rows.areCells(before, node);
      if (isBroken && !isSameRow) {
        push(line, first, linked);
        [line, first, linked] = ['', null, []];
      }
      first ??= node;
      const link = linkAround(node);
      if (link !== null && leadsElsewhere(link) && link !== linked.at(-1)) linked.push(link);
      if (line !== '') line += isBroken ? CELL_GAP : node.gap;
      line += shownText(node);
      before = node;
      isBroken = false;
    }
    push(line, first, linked);
  }
  findPlaces(spots);
  return { lines: spots.map(({ line }) => line), isCut: isFull || page.truncated };

  function linkAround({ parent }: TextNode): Link | null {
    let element: ElementNode | null = parent;
    for (let up = 0; up < MAX_LEVELS && element !== null; up += 1) {
      const link = links.get(element);
      if (link !== undefined) return link;
      element = element.parent;
    }
    return null;
  }

  function push(line: string, node: TextNode | null, linked: readonly Link[]): void {
    const kept = line.slice(0, Math.max(0, room));
    isFull ||= kept.length < line.length;
    if (kept === '' || node === null) return;
    const targets = linked.map(({ identity }) => identity).join('\n');
    const hash = targets === '' ? '' : lineHash(targets);
    const shown = linked.slice(0, MAX_TARGETS).map(({ url }) => url);
    spots.push({
      line: { ...lineOf(kept, isExact), links: hash, targets: shown.join(', ') },
      node,
    });
    room -= kept.length + 1;
  }
}

/** Addresses that are shown of one line. */
const MAX_TARGETS = 3;

/** Cloudflare's addresses, as that of a hidden mail address, come and go with its settings. */
function leadsElsewhere({ toSelf, url }: Link): boolean {
  return !toSelf && !/^https?:\/\/[^/]+\/cdn-cgi\//.test(url);
}

/** Levels looked through for the link around a text. */
const MAX_LEVELS = 6;

/** Longer texts only mention that a link opens a window. */
const MAX_NOTE = 60;

function isShown({ text, parent }: TextNode): boolean {
  if (parent.muted || parent.tag === 'title') return false;
  // `#`, `¶` or `§` behind a heading is a link to it.
  const isSign = parent.tag === 'a' || attribute(parent, 'aria-hidden') === 'true';
  if (isSign && !/[\p{L}\p{N}]/u.test(text)) return false;
  return text.length > MAX_NOTE || !isLinkNote(text);
}

/** The text as a browser shows it: Cloudflare hides addresses of mail until its script has run. */
function shownText({ text, parent }: TextNode): string {
  const hidden = attribute(parent, 'data-cfemail');
  if (hidden === null) return text;
  const [key = 0, ...codes] = Buffer.from(hidden, 'hex');
  return Buffer.from(codes.map((code) => code ^ key)).toString();
}
