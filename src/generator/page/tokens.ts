import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { LIMITS, NO_ATTRIBUTES } from './tree.js';

/** Receives the tokens of a page. Names are in lower case, one string object for every name. */
export interface TokenReader {
  /** True if no more tokens are needed. */
  readonly isFull: boolean;
  /** True in a drawing or formula, in which no name has a special meaning. */
  readonly isForeign: boolean;
  /** A piece of text, character references decoded; several may come one after another. */
  text(text: string): void;
  /** @param attributes alternating names and values */
  openTag(tag: string, attributes: readonly string[], selfClosing: boolean): void;
  closeTag(tag: string): void;
}

/** Elements whose content is text without character references. */
const RAW = new Set('iframe noembed noframes plaintext script style xmp'.split(' '));

/**
 * Maximum number of characters of a value that are decoded: the longest common references have
 * eight.
 */
const MAX_ENCODED = 8 * LIMITS.attributeLength;

/**
 * Reads the tags and texts of a page in linear time; declarations, comments and CDATA are skipped.
 */
export function readTokens(html: string, reader: TokenReader): void {
  const tokens: Tokens = new Tokens(html, reader, () => tokenizer.pause());
  const tokenizer = new Tokenizer({ decodeEntities: false, recognizeSelfClosing: true }, tokens);
  tokenizer.write(html);
  tokenizer.end();
}

class Tokens implements TokenizerCallbacks {
  readonly #html: string;
  readonly #reader: TokenReader;
  readonly #stop: () => void;
  /** One string object for every spelling of a name. */
  readonly #names = new Map<string, string>();
  #tag = '';
  #attributes: string[] = NO_ATTRIBUTES;
  #nameStart = 0;
  #nameEnd = 0;
  #value = '';
  /** True if the content of the last element is raw text. */
  #isRaw = false;

  constructor(html: string, reader: TokenReader, stop: () => void) {
    this.#html = html;
    this.#reader = reader;
    this.#stop = stop;
  }

  isInForeignContext(): boolean {
    return this.#reader.isForeign;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#name(start, end);
    this.#attributes = NO_ATTRIBUTES;
  }

  onattribname(start: number, end: number): void {
    this.#nameStart = start;
    this.#nameEnd = end;
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    const value = this.#html.slice(start, Math.min(end, start + MAX_ENCODED));
    const decoded = value.includes('&') ? decodeHTMLAttribute(value) : value;
    this.#value = decoded.slice(0, LIMITS.attributeLength);
  }

  /**
   * Keeps an attribute, unless the limit is reached; the names of 300,000 attributes are not even
   * cached.
   */
  onattribend(): void {
    if (this.#attributes.length >= 2 * LIMITS.attributes) return;
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = [];
    this.#attributes.push(this.#name(this.#nameStart, this.#nameEnd), this.#value);
  }

  onopentagend(): void {
    this.#isRaw = RAW.has(this.#tag);
    this.#reader.openTag(this.#tag, this.#attributes, false);
    if (this.#reader.isFull) this.#stop();
  }

  onselfclosingtag(): void {
    this.#reader.openTag(this.#tag, this.#attributes, true);
    if (this.#reader.isFull) this.#stop();
  }

  onclosetag(start: number, end: number): void {
    this.#isRaw = false;
    this.#reader.closeTag(this.#name(start, end));
    if (this.#reader.isFull) this.#stop();
  }

  ontext(start: number, end: number): void {
    // htmlparser2 12.0.0 reports a text from -1 for an end tag that the page ends in.
    if (start < 0) return;
    const text = this.#html.slice(start, end);
    this.#reader.text(this.#isRaw || !text.includes('&') ? text : decodeHTML(text));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
  onattribentity(): void {}
  onend(): void {}

  #name(start: number, end: number): string {
    const written = this.#html.slice(start, end);
    let name = this.#names.get(written);
    if (name === undefined) {
      name = written.toLowerCase();
      this.#names.set(written, name);
    }
    return name;
  }
}
