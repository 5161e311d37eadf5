import { BLOCK, type ElementNode, type Page, type PageNode } from '../../generator/service.js';

const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Tells the rows of tables of data, which a reader reads as one line, from those of layouts. */
export class Rows {
  readonly #page: Page;
  readonly #plain = new Map<ElementNode, boolean>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** Whether two texts are in different cells of one row whose cells hold nothing but a line each. */
  areCells(one: PageNode, other: PageNode): boolean {
    const [first, second] = [cellOf(one), cellOf(other)];
    if (first === null || second === null || first === second) return false;
    const row = first.parent;
    return row !== null && row === second.parent && row.tag === 'tr' && this.#isPlain(row);
  }

  #isPlain(row: ElementNode): boolean {
    const known = this.#plain.get(row);
    if (known !== undefined) return known;
    let isPlain = true;
    for (let at = row.index + 1; at < row.end && isPlain; at += 1) {
      const node = this.#page.nodes[at];
      isPlain = node?.kind !== 'element' || CELLS.has(node.tag) || !isBlock(node);
    }
    this.#plain.set(row, isPlain);
    return isPlain;
  }
}

/** One paragraph or div in a cell is no layout yet, a line break neither. */
function isBlock({ tag }: ElementNode): boolean {
  return BLOCK.has(tag) && tag !== 'p' && tag !== 'br' && tag !== 'div';
}

/** Levels looked through for the cell of a text. */
const MAX_LEVELS = 6;

function cellOf(node: PageNode): ElementNode | null {
  let element = node.parent;
  for (let level = 0; level < MAX_LEVELS && element !== null; level += 1) {
    if (CELLS.has(element.tag)) return element;
    element = element.parent;
  }
  return null;
}
