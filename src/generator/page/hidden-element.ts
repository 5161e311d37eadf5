import { BREAKS_OUT, FOREIGN, HTML_IN_FOREIGN, SEALED, TABLE_PARTS, VOID } from './tags.js';
import { type ElementNode, namedValue } from './tree.js';

/** An open element whose content is no text of the page, and what of its content is open. */
export class HiddenElement {
  /** No node of the tree. */
  readonly element: ElementNode;
  readonly tag: string;
  /** Nothing but its own end tag ends it. */
  readonly isSealed: boolean;
  readonly #isInTable: boolean;
  readonly #open = new Map<string, number>();
  /** Open elements of a drawing or formula that contain HTML. */
  #htmlParts = 0;

  /** @param isInTable whether a table is open around it */
  constructor(element: ElementNode, isInTable: boolean) {
    this.element = element;
    this.tag = element.tag;
    this.isSealed = SEALED.has(element.tag);
    this.#isInTable = isInTable;
  }

  /** Whether its content is that of a drawing or formula here, and not the HTML in one. */
  get isForeign(): boolean {
    return FOREIGN.has(this.tag) && this.#htmlParts === 0;
  }

  /** Whether a start tag ends it, as the standard has it for one that was never closed. */
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

  /** An end tag in it; false when it closes the element itself or what is around it. */
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
