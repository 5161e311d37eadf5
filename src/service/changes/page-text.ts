import { isNamed } from '../generate/page/class-names.js';
import type { Page } from '../generate/page/page.js';
import { attribute, type ElementNode, type PageNode } from '../generate/page/tree.js';
import { Rows } from './table-rows.js';

/** Longest text that is compared, in characters. */
export const MAX_TEXT = 262_144;

/** Above this share an element belongs to navigation; see `Page.chrome`. */
const CHROME = 0.3;

/** A main element with fewer words is not the main part of the page. */
const MAIN_WORDS = 40;

const ADVERTISEMENT =
  /^(?:(?:google|dfp|gpt|banner|top|side|leaderboard)[-_]?)?(?:ads?|adsbygoogle|advert(?:s|isements?|ising)?|sponsored|anzeigen?|werbung|publicite|taboola|outbrain)(?:[-_](?:slot|unit|box|wrapper|container|banner|block|\d+))*$/i;

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
): string[] {
  if (isChosen !== null) return gather(page, outermost(page, isChosen), { whole: true });
  const lines = gather(page, mainPart(page), { whole: false });
  // The whole text may be in elements that are named like navigation.
  return lines.length > 0 ? lines : gather(page, [page.root], { whole: true });
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

/** The visible lines of some parts; `whole` with what stands beside the content, too. */
function gather(
  page: Page,
  parts: readonly ElementNode[],
  { whole }: { whole: boolean },
): string[] {
  const rows = new Rows(page);
  const lines: string[] = [];
  let room = MAX_TEXT;
  for (const part of parts) {
    let line = '';
    let before: PageNode | null = null;
    let isBroken = false;
    /** The end of the last advertisement. */
    let end = part.index;
    for (let at = part.index; at < part.end && room > 0; at += 1) {
      const node = page.nodes[at];
      if (node === undefined) break;
      if (!whole && isAdvertisement(node)) end = Math.max(end, node.end);
      if (node.kind !== 'text') continue;
      if (node.gap === '\n') isBroken = true;
      const isAside = !whole && (at < end || (page.chrome[at] ?? 0) > CHROME);
      if (isAside || node.parent.muted || node.parent.tag === 'title') continue;
      const isSameRow = before !== null && rows.areCells(before, node);
      if (isBroken && !isSameRow) {
        push(line);
        line = '';
      }
      if (line !== '') line += isBroken ? CELL_GAP : node.gap;
      line += node.text;
      before = node;
      isBroken = false;
    }
    push(line);
  }
  return lines;

  function push(line: string): void {
    const kept = line.slice(0, Math.max(0, room));
    if (kept === '') return;
    lines.push(kept);
    room -= kept.length + 1;
  }
}

function isAdvertisement(node: PageNode): boolean {
  if (node.kind === 'text' || node.depth < 2) return false;
  return isNamed(node, ADVERTISEMENT) || ADVERTISEMENT.test(attribute(node, 'id') ?? '');
}
