import { decodeText, decodeValue } from './references.js';
import { LIMITS, NO_ATTRIBUTES } from './tree.js';

/** What reads the tokens of a page. Names are in lower case, one string object for every name. */
export interface TokenReader {
  /** No more tokens are wanted. */
  readonly isFull: boolean;
  /** A piece of text, character references decoded; several may come one after another. */
  text(text: string): void;
  /** @param attributes names and values in turns */
  openTag(tag: string, attributes: string[], selfClosing: boolean): void;
  closeTag(tag: string): void;
}

/** The end tags of the elements whose content is text; that of the last two has references. */
const RAW_ENDS = new Map(
  'iframe noembed noframes script style xmp textarea title'
    .split(' ')
    .map((tag) => [tag, new RegExp(`</${tag}[\\t\\n\\f\\r />]`, 'gi')]),
);
const DECODED = new Set(['textarea', 'title']);

/**
 * Reads HTML as the standard's tokenizer does. Other than that of htmlparser2, which takes every
 * character through a table of states, it jumps from one delimiter to the next by searches that are
 * native code, also in a process that has compiled nothing yet. Declarations, comments and CDATA
 * sections are left out.
 */
export function readTokens(html: string, reader: TokenReader): void {
  new Tokens(html, reader).read();
}

class Tokens {
  readonly #html: string;
  readonly #reader: TokenReader;
  /** The one string for every spelling of a name. */
  readonly #names = new Map<string, string>();
  /** Of the tag being read. */
  #attributes = NO_ATTRIBUTES;
  #selfClosing = false;

  constructor(html: string, reader: TokenReader) {
    this.#html = html;
    this.#reader = reader;
  }

  read(): void {
    const html = this.#html;
    const reader = this.#reader;
    let at = 0;
    let start = 0;
    while (!reader.isFull) {
      const open = html.indexOf('<', at);
      if (open < 0) break;
      const next = html.charCodeAt(open + 1);
      if (!isLetter(next) && next !== SLASH && next !== EXCLAMATION && next !== QUESTION) {
        at = open + 1;
        continue;
      }
      if (next === SLASH && open + 2 >= html.length) break;
      if (open > start) reader.text(decodeText(html.slice(start, open)));
      at = isLetter(next) ? this.#startTag(open + 1) : this.#otherMarkup(open, next);
      // Markup that the page ends in is no markup, and no text either.
      if (at < 0) return;
      start = at;
    }
    if (!reader.isFull && start < html.length) reader.text(decodeText(html.slice(start)));
  }

  /** @returns the position after it, -1 where it does not end */
  #otherMarkup(open: number, next: number): number {
    const html = this.#html;
    const inside = html.charCodeAt(open + 2);
    if (next === SLASH && isLetter(inside)) return this.#endTag(open + 2);
    if (next === EXCLAMATION && html.startsWith('--', open + 2))
      return afterComment(html, open + 4);
    if (next === EXCLAMATION && html.startsWith('[CDATA[', open + 2))
      return after(html, ']]>', open + 9);
    return after(html, '>', open + 2);
  }

  #endTag(start: number): number {
    const end = endOfName(this.#html, start);
    if (end >= this.#html.length) return -1;
    this.#reader.closeTag(this.#name(start, end));
    return after(this.#html, '>', end);
  }

  #startTag(start: number): number {
    const nameEnd = endOfName(this.#html, start);
    const tag = this.#name(start, nameEnd);
    const end = this.#readAttributes(nameEnd);
    if (end < 0) return -1;
    const selfClosing = this.#selfClosing;
    this.#reader.openTag(tag, this.#attributes, selfClosing);
    if (selfClosing) return end;
    const rawEnd = RAW_ENDS.get(tag);
    if (rawEnd !== undefined) return this.#rawText(tag, rawEnd, end);
    return tag === 'plaintext' ? this.#plainText(end) : end;
  }

  /** Reads the attributes of a start tag. @returns the position after its ">", -1 without one */
  #readAttributes(start: number): number {
    const html = this.#html;
    const { length } = html;
    this.#attributes = NO_ATTRIBUTES;
    this.#selfClosing = false;
    let at = start;
    let afterSlash = false;
    while (at < length) {
      const code = html.charCodeAt(at);
      if (code === CLOSE) {
        this.#selfClosing = afterSlash;
        return at + 1;
      }
      if (code === SLASH || isSpace(code)) {
        if (code === SLASH) afterSlash = true;
        at += 1;
        continue;
      }
      afterSlash = false;
      const nameEnd = endOfAttributeName(html, at + 1);
      const nameStart = at;
      at = skipSpaces(html, nameEnd);
      if (html.charCodeAt(at) !== EQUALS) {
        this.#keep(nameStart, nameEnd, '');
        continue;
      }
      at = skipSpaces(html, at + 1);
      const quote = html.charCodeAt(at);
      const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE;
      const from = isQuoted ? at + 1 : at;
      const to = isQuoted
        ? html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", from)
        : endOfUnquoted(html, from);
      if (to < 0) return -1;
      this.#keep(nameStart, nameEnd, this.#value(from, to));
      at = isQuoted ? to + 1 : to;
    }
    return -1;
  }

  /** Keeps an attribute by the range of its name: one of 300,000 names is not remembered. */
  #keep(nameStart: number, nameEnd: number, value: string): void {
    if (this.#attributes.length >= 2 * LIMITS.attributes) return;
    const name = this.#name(nameStart, nameEnd);
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = [name, value];
    else this.#attributes.push(name, value);
  }

  #value(start: number, end: number): string {
    return decodeValue(this.#html.slice(start, end), LIMITS.attributeLength);
  }

  #rawText(tag: string, endTag: RegExp, start: number): number {
    const html = this.#html;
    endTag.lastIndex = start;
    const end = endTag.exec(html)?.index ?? html.length;
    const text = html.slice(start, end);
    if (text !== '') this.#reader.text(DECODED.has(tag) ? decodeText(text) : text);
    return end;
  }

  #plainText(start: number): number {
    this.#reader.text(this.#html.slice(start));
    return -1;
  }

  #name(start: number, end: number): string {
    const written = this.#html.slice(start, end);
    let name = this.#names.get(written);
    if (name === undefined) {
      name = shared(written.toLowerCase());
      this.#names.set(written, name);
    }
    return name;
  }
}

/** The same text as names of properties are kept: comparing it with a constant compares addresses. */
function shared(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name;
}

const SLASH = 0x2f;
const CLOSE = 0x3e;
const EQUALS = 0x3d;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** White space of the standard: other spaces are text. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}

function endOfName(html: string, start: number): number {
  let at = start;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === CLOSE || code === SLASH || isSpace(code)) break;
  }
  return at;
}

function endOfAttributeName(html: string, start: number): number {
  let at = start;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === EQUALS || code === CLOSE || code === SLASH || isSpace(code)) break;
  }
  return at;
}

function endOfUnquoted(html: string, start: number): number {
  let at = start;
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === CLOSE || isSpace(code)) break;
  }
  return at;
}

function skipSpaces(html: string, start: number): number {
  let at = start;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return at;
}

/** The position after the next such text, -1 where there is none. */
function after(html: string, text: string, start: number): number {
  const at = html.indexOf(text, start);
  return at < 0 ? -1 : at + text.length;
}

/** The end of a comment whose text begins at a position; `<!-->` and `<!--->` end at once. */
function afterComment(html: string, start: number): number {
  if (html.charCodeAt(start) === CLOSE) return start + 1;
  if (html.startsWith('->', start)) return start + 2;
  COMMENT_END.lastIndex = start;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : -1;
}

const COMMENT_END = /--!?>/g;
