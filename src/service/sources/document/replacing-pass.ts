import { pictureSource, type TagAttributes } from '../../../base/picture-source.js';
import { readTags, type Tag } from './read-tags.js';
import type { Place } from './references.js';

/** What an element that is replaced says. */
export interface Original {
  name: string;
  attributes: TagAttributes;
  /** The HTML within it. */
  inner: string;
  /** It stands in a paragraph, where no other can begin. */
  isInline: boolean;
  level: number;
}

/** The HTML that stands for an element. */
export type Replacement = (original: Original, place: Place) => string;

/** What a pass replaces, and what references are relative to. */
interface Replacing {
  place: Place;
  /** Number of replaced elements that the text is inside of. */
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

/** Ends of tags of paragraphs and of what ends one. */
const PARAGRAPH_ENDS = new Set(
  'blockquote div dl figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th ul article'.split(
    ' ',
  ),
);

/** The last picture, as long as nothing but tags follows it. */
interface LastPicture {
  source: string;
  /** From `noscript`, or loaded by a script. */
  kind: 'plain' | 'lazy' | 'noscript';
}

/** One reading of a text. */
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
  /** Nothing but tags since a formula. */
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
    // Typeset once more for browsers without MathML, as KaTeX does.
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

  /** A script would show the same picture as the `noscript` next to it. */
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

/** Where the last end tag of this name begins; -1 without one. */
export function lastEnd(html: string, name: string): number {
  return html.toLowerCase().lastIndexOf(`</${name}`);
}
