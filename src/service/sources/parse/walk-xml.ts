import { Tokenizer } from 'htmlparser2';
import { SourceError } from '../../fetch/index.js';
import type { SourceText } from '../document/source-text.js';
import { canQuoteEntries, isField } from './feed-elements.js';
import { Scope } from './namespaces.js';
import { MAX_PARTS, tooManyParts } from './raw-entry.js';
import { XmlElement } from './xml-element.js';

/**
 * Maximum depth. Real feeds stay below twenty; unescaped HTML in a description adds its own
 * nesting.
 */
const MAX_DEPTH = 500;
/** Maximum number of attributes that are read of one element. */
const MAX_ATTRIBUTES = 100;
const NO_ATTRIBUTES: number[] = [];

const ROOTS: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed']);
/** Void elements of HTML; no feed format has elements of these names with a body. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Offsets in a document; the end is exclusive. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the elements of a feed in one pass, in linear time, and reads a broken one as far as it goes:
 *
 * - An end tag closes what was left open within its element. One of no open element means nothing.
 * - What is left open in an entry ends with it. Elements of a feed that it would hide belong to the
 *   entry: a `<p>` or `<title>` without an end takes no link away.
 * - An entry ends where the next one begins. One that the end of the channel ends counts when nothing
 *   in it is open; one that the end of the document cuts off never does: its text may be a half.
 *
 * @throws SourceError SOURCE_INVALID when elements nest deeper than any feed does, SOURCE_TOO_LARGE
 *   when there are too many
 */
export function walkXml(document: SourceText, host: string): WalkedXml {
  const walk: WalkedXml = new WalkedXml(document, host, () => tokenizer.pause());
  // Not in XML mode, in which `<3` is a tag, so foreign elements are handled here.
  const tokenizer = new Tokenizer({ decodeEntities: false, recognizeSelfClosing: true }, walk);
  tokenizer.write(document.markup);
  tokenizer.end();
  return walk;
}

/** An open element. */
interface Frame {
  readonly element: XmlElement;
  /** Name in lower case. */
  readonly written: string;
  /** Elements in a container belong to the feed. */
  readonly kind: 'container' | 'entry' | 'field';
  /** Index of the nearest open element with the same name around it; -1 if there is none. */
  readonly outer: number;
}

/** The elements of an XML document. */
export class WalkedXml {
  /** The root, with the elements directly below it or below a channel; null if there is none. */
  feed: XmlElement | null = null;
  hasChannel = false;
  /** False if the document breaks off before the root is closed. */
  isComplete = false;
  /** `xml:base` of root and channel, outermost first. */
  readonly bases: string[] = [];
  /** Complete entries, in document order. */
  readonly entries: XmlElement[] = [];
  readonly comments: TextRange[] = [];

  readonly #document: SourceText;
  readonly #markup: string;
  readonly #host: string;
  readonly #stop: () => void;
  readonly #frames: Frame[] = [];
  /** Index in `#frames` of the innermost open element of each name, as written. */
  readonly #open = new Map<string, number>();
  /** Index of the open entry in `#frames`; -1 if there is none. */
  #entryAt = -1;
  #elements = 0;

  #tagStart = 0;
  #nameEnd = 0;
  #attributes = NO_ATTRIBUTES;
  #isDeclaring = false;

  constructor(document: SourceText, host: string, stop: () => void) {
    this.#document = document;
    this.#markup = document.markup;
    this.#host = host;
    this.#stop = stop;
  }

  isInForeignContext(): boolean {
    return true;
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1;
    this.#nameEnd = end;
    this.#attributes = NO_ATTRIBUTES;
    this.#isDeclaring = false;
  }

  onattribname(start: number, end: number): void {
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = [];
    if (this.#attributes.length >= 4 * MAX_ATTRIBUTES) return;
    this.#attributes.push(start, end, 0, 0);
    this.#isDeclaring ||= /^xmlns/i.test(this.#markup.slice(start, start + 5));
  }

  onattribdata(start: number, end: number): void {
    const last = this.#attributes.length;
    if (last >= 4 * MAX_ATTRIBUTES) return;
    this.#attributes[last - 2] = start;
    this.#attributes[last - 1] = end;
  }

  onopentagend(end: number): void {
    this.#enter(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.#enter(end + 1, true);
  }

  onclosetag(start: number, end: number): void {
    const at = this.#open.get(this.#markup.slice(start, end).toLowerCase()) ?? -1;
    if (at < 0) return;
    // A field around an entry continues after it, unless the feed ends.
    if (at < this.#entryAt && this.#frames[at]?.kind === 'field') return;
    const bracket = this.#markup.indexOf('>', end);
    this.#leave(at, start - 2, bracket < 0 ? end : bracket + 1);
  }

  oncomment(start: number, end: number): void {
    if (this.#markup.startsWith('<!--', start - 4)) {
      this.comments.push({ start: start - 4, end: end + 1 });
    }
  }

  /** The document breaks off, and open elements are left out. */
  onend(): void {
    const { feed } = this;
    if (feed === null) return;
    const end = this.#markup.length;
    const around = this.#entryAt < 0 ? this.#frames : this.#frames.slice(0, this.#entryAt);
    const fields = around.filter(({ kind }) => kind === 'field').map(elementOf);
    unnest(feed, fields, end);
    feed.children = feed.children.filter((child) => child.isClosed);
    feed.close(end, end);
  }

  ontext(): void {}
  ontextentity(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #enter(end: number, isClosed: boolean): void {
    const written = this.#markup.slice(this.#tagStart + 1, this.#nameEnd).toLowerCase();
    if (this.feed === null && !ROOTS.has(written.slice(written.indexOf(':') + 1))) return;
    this.#elements += 1;
    if (this.#elements > MAX_PARTS) throw tooManyParts(`The feed of ${this.#host}`);
    const scope = this.#scopeOf(written);
    const name = scope.nameOf(written);
    const isEntry = name === 'item' || name === 'entry';
    if (isEntry && this.#isNextEntry(written)) {
      this.#leave(this.#entryAt, this.#tagStart, this.#tagStart);
    }
    const tag = { scope, name, start: this.#tagStart, end };
    const element = new XmlElement(this.#document, tag, this.#attributes);
    const kind = this.#place(element, isEntry);
    if (isClosed || VOID_ELEMENTS.has(name)) {
      element.close(end, end);
      if (this.#frames.length === 0) this.#finish();
      return;
    }
    const at = this.#frames.push({ element, written, kind, outer: this.#open.get(written) ?? -1 });
    if (at > MAX_DEPTH) throw tooDeep(this.#host);
    if (kind === 'entry') this.#entryAt = at - 1;
    this.#open.set(written, at - 1);
  }

  /** The prefixes that are valid in an element. */
  #scopeOf(written: string): Scope {
    const outer = this.#frames.at(-1)?.element.scope ?? Scope.OUTERMOST;
    const scope = this.#isDeclaring ? outer.with(this.#declarations()) : outer;
    return this.#frames.length === 0 ? scope.withRoot(written) : scope;
  }

  /** Addresses of namespaces by prefix; the first declaration of a prefix counts. */
  #declarations(): Map<string, string> {
    const declared = new Map<string, string>();
    for (let at = 0; at < this.#attributes.length; at += 4) {
      const [start, end, from, to] = this.#attributes.slice(at, at + 4);
      const [name, prefix = ''] = this.#markup.slice(start, end).toLowerCase().split(':');
      if (name !== 'xmlns' || declared.has(prefix)) continue;
      declared.set(prefix, this.#markup.slice(from, to));
    }
    return declared;
  }

  /** True if an entry within the open one is the next entry, and not a quotation. */
  #isNextEntry(written: string): boolean {
    if (this.#entryAt < 0 || this.#frames[this.#entryAt]?.written !== written) return false;
    const child = this.#frames[this.#entryAt + 1]?.element;
    return child === undefined || !canQuoteEntries(child.name);
  }

  /** Adds an element to its owner. */
  #place(element: XmlElement, isEntry: boolean): Frame['kind'] {
    const isOutside = this.#entryAt < 0;
    if (this.feed === null || (isOutside && element.name === 'channel')) {
      if (this.feed === null) this.feed = element;
      else this.hasChannel = true;
      const base = element.attribute('xml:base');
      if (base !== undefined) this.bases.push(base);
      return 'container';
    }
    const parent = this.#frames.at(-1);
    if (isEntry && isOutside) {
      // Cuts fields without an end tag, so that the element is no part of their text.
      for (let at = this.#frames.length - 1; this.#frames[at]?.kind === 'field'; at -= 1) {
        if (this.#frames[at]?.element.cut(element.start) !== true) break;
      }
      return 'entry';
    }
    const owner = parent === undefined || parent.kind === 'container' ? this.feed : parent.element;
    owner.children.push(element);
    return 'field';
  }

  /**
   * Closes an element and everything open inside it. @param to end of its content @param end offset
   * after its end tag
   */
  #leave(at: number, to: number, end: number): void {
    const [closed, ...within] = this.#frames.splice(at);
    if (closed === undefined || this.feed === null) return;
    for (const { written, outer } of [closed, ...within].reverse()) this.#open.set(written, outer);
    const [entry, ...inEntry] = this.#entryAt > at ? within.splice(this.#entryAt - at - 1) : [];
    if (this.#entryAt >= at) this.#entryAt = -1;
    if (entry !== undefined && inEntry.length === 0) {
      entry.element.close(to, to);
      this.entries.push(entry.element);
    }
    const { element, kind } = closed;
    element.close(to, end);
    if (within.length > 0) {
      unnest(kind === 'container' ? this.feed : element, within.map(elementOf), to);
    }
    if (kind === 'entry') this.entries.push(element);
    if (at === 0) this.#finish();
  }

  #finish(): void {
    this.isComplete = true;
    this.#stop();
  }
}

function elementOf({ element }: Frame): XmlElement {
  return element;
}

/**
 * Ends elements without an end tag, and moves elements of a feed inside them to their owner. @param
 * unclosed outermost first, each within the previous one
 */
function unnest(owner: XmlElement, unclosed: readonly XmlElement[], end: number): void {
  let around: XmlElement[] = [];
  for (const element of unclosed) {
    around.push(element);
    const first = element.children.findIndex(({ name }) => isField(name));
    if (first < 0) continue;
    const hidden = element.children.splice(first);
    for (const outer of around) outer.cut(hidden[0]?.start ?? end);
    around = [];
    for (const child of hidden) owner.children.push(child);
  }
  for (const outer of around) outer.cut(end);
}

function tooDeep(host: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed of ${host} nests elements more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}
