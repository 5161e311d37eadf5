import { pictureSource, type TagAttributes } from '../../../base/picture-source.js';
import { readTags, type Tag } from './read-tags.js';
import type { Place } from './references.js';

/** An element to replace. */
export interface Original {
  name: string;
  attributes: TagAttributes;
  /** HTML inside the element. */
  inner: string;
  /** True if it is inside a paragraph, where no other can begin. */
  isInline: boolean;
  level: number;
}

/** Returns the HTML that replaces an element. */
export type Replacement = (original: Original, place: Place) => string;

/** The elements that a pass replaces, and the bases of references. */
interface Replacing {
  place: Place;
  /** Number of replaced elements around the text. */
  level: number;
  replacementOf(name: string, attributes: TagAttributes): Replacement | undefined;
}

/** The text with its elements replaced, in one pass. */
export function replaced(html: string, by: Replacing): string {
  const pass = new Pass(html, by);
  readTags(html, pass);
  return pass.result();
}

const VOID_REPLACED = new Set(['embed']);

/** Names of elements that begin or end a paragraph. */
const PARAGRAPH_ENDS = new Set(
  'blockquote div dl figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th ul article'.split(
    ' ',
  ),
);

/** The last picture, as long as only tags follow it. */
interface LastPicture {
  source: string;
  /** `noscript`: from such an element; `lazy`: loaded by a script. */
  kind: 'plain' | 'lazy' | 'noscript';
}

/** One pass over a text. */
class Pass {
  readonly #html: string;
  readonly #by: Replacing;
  readonly #parts: string[] = [];
  readonly #lastEnds = new Map<string, number>();
  #copied = 0;
  #open: {
    name: string;
    attributes: TagAttributes;
    tag: Tag;
    depth: number;
    by: Replacement;
  } | null = null;
  #inParagraph = false;
  #lastPicture: LastPicture | null = null;
  /** True while only tags have followed a formula. */
  #afterFormula = false;

  constructor(html: string, by: Replacing) {
    this.#html = html;
    this.#by = by;
  }

  result(): string {
    return this.#parts.join('') + this.#html.slice(this.#copied);
  }

  open(name: string, attributes: TagAttributes, tag: Tag): void {
    if (this.#open !== null) {
      if (name === this.#open.name && !tag.isEmpty) this.#open.depth += 1;
      return;
    }
    const by = this.#replacementOf(name, attributes);
    if (by === undefined) {
      if (name === 'p') this.#inParagraph = true;
      else if (PARAGRAPH_ENDS.has(name)) this.#inParagraph = false;
      if (name === 'img') this.#picture(attributes, tag);
      return;
    }
    const isOver = tag.isEmpty || VOID_REPLACED.has(name) || tag.start > this.#lastEnd(name);
    if (isOver) this.#replace({ name, attributes, by }, tag.start, tag.end, '');
    else this.#open = { name, attributes, tag, depth: 1, by };
  }

  text(text: string): void {
    if (this.#open !== null || text.trim() === '') return;
    this.#lastPicture = null;
    this.#afterFormula = false;
  }

  close(name: string, tag: Tag): void {
    if (this.#open === null) {
      if (PARAGRAPH_ENDS.has(name)) this.#inParagraph = false;
      return;
    }
    if (name !== this.#open.name) return;
    this.#open.depth -= 1;
    if (this.#open.depth > 0) return;
    const { tag: opening, ...original } = this.#open;
    this.#open = null;
    const inner = this.#html.slice(opening.end, tag.start);
    this.#replace(original, opening.start, tag.end, inner);
  }

  #replacementOf(name: string, attributes: TagAttributes): Replacement | undefined {
    // Drops a copy of the formula for browsers without MathML, as KaTeX adds it.
    if (this.#afterFormula && attributes['aria-hidden'] === 'true') return () => '';
    return this.#by.replacementOf(name, attributes);
  }

  #lastEnd(name: string): number {
    const known = this.#lastEnds.get(name) ?? lastEnd(this.#html, name);
    this.#lastEnds.set(name, known);
    return known;
  }

  #replace(
    { name, attributes, by }: { name: string; attributes: TagAttributes; by: Replacement },
    start: number,
    end: number,
    inner: string,
  ): void {
    const { level, place } = this.#by;
    const html = by({ name, attributes, inner, isInline: this.#inParagraph, level }, place);
    this.#write(start, end, this.#isKnownPicture(name, html) ? '' : html);
    this.#afterFormula = name === 'math' || (this.#afterFormula && html === '');
  }

  #write(start: number, end: number, html: string): void {
    this.#parts.push(this.#html.slice(this.#copied, start), html);
    this.#copied = end;
  }

  #picture(attributes: TagAttributes, tag: Tag): void {
    const source = pictureSource(attributes);
    if (source === null) return;
    const last = this.#lastPicture;
    const kind = source === attributes.src?.trim() ? 'plain' : 'lazy';
    if (last?.kind === 'noscript' && (kind === 'lazy' || last.source === source)) {
      this.#write(tag.start, tag.end, '');
    }
    this.#lastPicture = { source, kind };
  }

  /** True if a `noscript` repeats the picture of the script next to it. */
  #isKnownPicture(name: string, html: string): boolean {
    if (name !== 'noscript' && name !== 'picture' && name !== 'amp-img') return false;
    const last = this.#lastPicture;
    const pictures = picturesIn(html);
    const source = pictures.length === 1 ? pictureSource(pictures[0]?.attributes ?? {}) : null;
    if (source === null) return false;
    this.#lastPicture = { source, kind: name === 'noscript' ? 'noscript' : 'lazy' };
    if (last === null) return false;
    return name === 'noscript'
      ? last.kind === 'lazy' || last.source === source
      : last.kind === 'noscript';
  }
}

/** The pictures of a text, with their tags. */
export function picturesIn(html: string): Array<{ attributes: TagAttributes; html: string }> {
  const found: Array<{ attributes: TagAttributes; html: string }> = [];
  readTags(html, {
    open: (name, attributes, { start, end }) => {
      if (name === 'img') found.push({ attributes, html: html.slice(start, end) });
    },
    text: () => {},
    close: () => {},
  });
  return found;
}

/** The offset of the last end tag with this name; -1 if there is none. */
export function lastEnd(html: string, name: string): number {
  return html.toLowerCase().lastIndexOf(`</${name}`);
}
