import { decodeHTMLStrict } from 'entities';
import type { SourceText } from '../document/source-text.js';
import type { Scope } from './namespaces.js';

const NONE: readonly XmlElement[] = [];

/**
 * An element of a feed by its offsets in the document; texts and attributes are decoded on demand.
 */
export class XmlElement {
  readonly document: SourceText;
  readonly scope: Scope;
  /** Name in lower case, with the prefix of `namespaces.ts`. */
  readonly name: string;
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its opening tag. */
  readonly from: number;
  children: XmlElement[] = [];
  /** Offset of its end tag. */
  to = -1;
  /** Offset after its end tag. */
  end = -1;
  /** False for an element without an end tag. */
  isClosed = false;
  readonly #attributes: readonly number[];
  /** Built on first use, because the walk adds and moves children. */
  #byName: Map<string, XmlElement[]> | undefined;

  /** @param attributes four offsets per attribute: of its name and of its value */
  constructor(
    document: SourceText,
    tag: { scope: Scope; name: string; start: number; end: number },
    attributes: readonly number[],
  ) {
    this.document = document;
    this.scope = tag.scope;
    this.name = tag.name;
    this.start = tag.start;
    this.from = tag.end;
    this.#attributes = attributes;
  }

  /** Ends the element at its end tag, or at a tag that implies one. @param to end of the content */
  close(to: number, end: number): void {
    this.cut(to);
    this.end = end;
    this.isClosed = true;
  }

  /** Ends the content here; false if it has an end already. */
  cut(to: number): boolean {
    const isFirst = this.to < 0;
    if (isFirst || to < this.to) {
      this.to = to;
      this.end = to;
    }
    return isFirst;
  }

  /** The name as written, with its prefix. */
  get writtenName(): string {
    return /^[^\s/>]+/.exec(this.document.markup.slice(this.start + 1, this.from))?.[0] ?? '';
  }

  /** Children with these names, in the order of the names, then of the document. */
  all(...names: readonly string[]): readonly XmlElement[] {
    if (this.children.length === 0) return NONE;
    this.#byName ??= grouped(this.children);
    let found = NONE;
    for (const name of names) {
      const alike = this.#byName.get(name);
      if (alike !== undefined) found = found === NONE ? alike : [...found, ...alike];
    }
    return found;
  }

  /** Texts of these children; empty ones are left out. */
  texts(...names: readonly string[]): string[] {
    return this.all(...names)
      .map((child) => child.text())
      .filter((text) => text !== '');
  }

  /** The first of these texts; undefined if there is none. */
  first(...names: readonly string[]): string | undefined {
    return this.texts(...names)[0];
  }

  /**
   * The decoded content of the element, including tags that should have been escaped. @param
   * without children to leave out
   */
  text(without: readonly XmlElement[] = []): string {
    let from = this.from;
    let source = '';
    for (const child of without) {
      source += this.document.part(from, child.start);
      from = child.end;
    }
    if (from === this.from) return decodedXml(this.source());
    return decodedXml(source + this.document.part(from, this.to));
  }

  /** The content of the element as written. */
  source(): string {
    return this.from < this.to ? lines(this.document.part(this.from, this.to)) : '';
  }

  /** The first attribute with a name in lower case; undefined if it is missing or empty. */
  attribute(name: string): string | undefined {
    for (let at = 0; at < this.#attributes.length; at += 4) {
      if (this.#attributeName(at) !== name) continue;
      return this.#value(at) || undefined;
    }
    return undefined;
  }

  /** All attributes with their names as written. */
  *attributes(): Generator<[name: string, value: string]> {
    const { markup } = this.document;
    for (let at = 0; at < this.#attributes.length; at += 4) {
      yield [markup.slice(this.#attributes[at], this.#attributes[at + 1]), this.#value(at)];
    }
  }

  #attributeName(at: number): string {
    const { markup } = this.document;
    const written = markup.slice(this.#attributes[at], this.#attributes[at + 1]).toLowerCase();
    return written.includes(':') && !written.startsWith('xml:')
      ? this.scope.nameOf(written)
      : written;
  }

  #value(at: number): string {
    const [from = 0, to = 0] = this.#attributes.slice(at + 2, at + 4);
    return from < to ? decodedReferences(this.document.part(from, to)).trim() : '';
  }
}

function grouped(elements: readonly XmlElement[]): Map<string, XmlElement[]> {
  const groups = new Map<string, XmlElement[]>();
  for (const element of elements) {
    const alike = groups.get(element.name);
    if (alike === undefined) groups.set(element.name, [element]);
    else alike.push(element);
  }
  return groups;
}

/** Normalises line ends to one character (XML 1.0, 2.11). */
function lines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

const CDATA = '<![CDATA[';
const COMMENT = '<!--';

/**
 * The text of XML source: references are decoded, CDATA sections are text, comments are dropped.
 */
function decodedXml(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = source.indexOf('<!'); at >= 0; at = source.indexOf('<!', Math.max(from, at + 2))) {
    const isCdata = source.startsWith(CDATA, at);
    if (!isCdata && !source.startsWith(COMMENT, at)) continue;
    parts.push(decodedReferences(source.slice(from, at)));
    const start = at + (isCdata ? CDATA : COMMENT).length;
    const found = source.indexOf(isCdata ? ']]>' : '-->', start);
    const end = found < 0 ? source.length : found;
    if (isCdata) parts.push(source.slice(start, end));
    from = end + 3;
  }
  if (from === 0) return decodedReferences(source).trim();
  parts.push(decodedReferences(source.slice(from)));
  return parts.join('').trim();
}

/**
 * Decodes references of HTML that end with a semicolon: `?a=1&copy=2` has none. Texts of feeds are
 * mostly escaped HTML, for which native replacements decode ten thousand references per
 * millisecond.
 */
function decodedReferences(text: string): string {
  if (!text.includes('&')) return text;
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return /&(?!amp;)/.test(plain) ? decodeHTMLStrict(text) : plain.replaceAll('&amp;', '&');
}
