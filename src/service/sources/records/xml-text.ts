import { Parser } from 'htmlparser2';
import { SourceError } from '../../fetch/index.js';
import { MAX_PARTS, tooManyParts } from '../parse/raw-entry.js';
import { OWN_TEXT } from './path.js';

const MAX_DEPTH = 100;

/**
 * An element as an object: children by name (an array if a name is repeated), and `@name` for
 * attributes.
 */
export type XmlObject = Record<string, unknown>;

interface OpenElement {
  name: string;
  line: number;
  object: XmlObject;
  text: string;
}

/**
 * Reads XML that is no feed as objects, so that records are found in it as in JSON. An element with a text
 * alone is that text.
 * @param what the document, as the subject of a sentence
 * @returns an object with the root element
 * @throws SourceError SOURCE_INVALID for XML that is not well-formed, with its line, or nests too deep;
 *   SOURCE_TOO_LARGE for one of too many parts
 */
export function parseXml(text: string, what: string): XmlObject {
  const reader = new XmlReader(text, what);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex),
      ontext: (part) => reader.text(part),
      onclosetag: (_, isImplied) => reader.close(isImplied),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return reader.document;
}

class XmlReader {
  readonly document: XmlObject = Object.create(null);
  readonly #text: string;
  readonly #what: string;
  readonly #open: OpenElement[] = [];
  #parts = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, start: number): void {
    const object: XmlObject = Object.create(null);
    for (const [key, value] of Object.entries(attributes)) object[`@${key}`] = value;
    this.#parts += 1 + Object.keys(attributes).length;
    if (this.#parts > MAX_PARTS) throw tooManyParts(this.#what);
    if (this.#open.length >= MAX_DEPTH) {
      throw this.#invalid(`nests elements more than ${MAX_DEPTH} deep`);
    }
    this.#open.push({ name, line: this.#lineAt(start), object, text: '' });
  }

  text(part: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += part;
  }

  close(isImplied: boolean): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { name, line } = element;
    if (isImplied) throw this.#invalid(`is broken at line ${line}: <${name}> has no end tag`);
    add(this.#open.at(-1)?.object ?? this.document, name, elementValue(element));
  }

  /** Elements arrive in the order of the text, so that each line is counted once. */
  #lineAt(index: number): number {
    for (let at = this.#text.indexOf('\n', this.#counted); at >= 0 && at < index; ) {
      this.#line += 1;
      this.#counted = at + 1;
      at = this.#text.indexOf('\n', this.#counted);
    }
    return this.#line;
  }

  #invalid(problem: string): SourceError {
    return new SourceError('SOURCE_INVALID', `${this.#what} ${problem}.`);
  }
}

function elementValue({ object, text }: OpenElement): unknown {
  const own = text.trim();
  if (Object.keys(object).length === 0) return own;
  if (own !== '') object[OWN_TEXT] = own;
  return object;
}

function add(parent: XmlObject, name: string, value: unknown): void {
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent[name] = [before, value];
}
