import { BREAKS_OUT, FOREIGN, HTML_IN_FOREIGN, SEALED, TABLE_PARTS, VOID } from './tags.js';
import { type ElementNode, namedValue } from './tree.js';

/** An open element whose content is not text of the page, with the open elements of its content. */
export class HiddenElement {
  /** The element, which is not a node of the tree. */
  readonly element: ElementNode;
  readonly tag: string;
  /** True if only its own end tag ends it. */
  readonly isSealed: boolean;
  readonly #isInTable: boolean;
  readonly #open = new Map<string, number>();
  /** Number of open elements of a drawing or formula that contain HTML. */
  #htmlParts = 0;

  /** @param isInTable true if a table is open around it */
  constructor(element: ElementNode, isInTable: boolean) {
    this.element = element;
    this.tag = element.tag;
    this.isSealed = SEALED.has(element.tag);
    this.#isInTable = isInTable;
  }

  /** True if its content here is that of a drawing or formula, and not HTML inside one. */
  get isForeign(): boolean {
    return FOREIGN.has(this.tag) && this.#htmlParts === 0;
  }

  /** True if a start tag ends it, as the standard defines for an element that was never closed. */
  isEndedBy(tag: string, attributes: readonly string[]): boolean {
    if (this.tag === 'select') {
      return ENDS_SELECT.has(tag) || (this.#isInTable && TABLE_PARTS.has(tag));
    }
    if (!this.isForeign) return false;
    return (
      BREAKS_OUT.has(tag) ||
      (tag === 'font' && FONT.some((name) => namedValue(attributes, name) !== ''))
    );
  }

  enter(tag: string, selfClosing: boolean): void {
    if (!selfClosing && !VOID.has(tag)) this.#count(tag, 1);
  }

  /** Handles an end tag in it; false if the tag closes the element itself or one around it. */
  leave(tag: string): boolean {
    if (!this.#open.has(tag)) return this.isSealed && tag !== this.tag;
    this.#count(tag, -1);
    return true;
  }

  #count(tag: string, change: number): void {
    const count = (this.#open.get(tag) ?? 0) + change;
    if (count > 0) this.#open.set(tag, count);
    else this.#open.delete(tag);
    if (HTML_IN_FOREIGN.has(tag)) this.#htmlParts += change;
  }
}

const ENDS_SELECT = new Set(['select', 'input', 'textarea']);
const FONT = ['color', 'face', 'size'];
