import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { isMuted } from './muted.js';
import { BLOCK, CLOSES_P, IMPLIED_ENDS, SCOPE, SKIPPED, SPECIAL, VOID } from './tags.js';
import {
  type ElementNode,
  type Gap,
  LIMITS,
  type PageNode,
  type ScriptText,
  type TextNode,
} from './tree.js';

/** What parsing leaves of a page. */
export interface Tree {
  nodes: PageNode[];
  root: ElementNode;
  scripts: ScriptText[];
  /** Text of <title>, white space collapsed. */
  title: string;
  /** What the page says to readers without JavaScript. */
  noscript: string;
  /** True when the page was cut at a limit. */
  truncated: boolean;
}

/**
 * Builds the tree straight from htmlparser2's tokens. Its own parser is left out because it looks
 * for the element an end tag closes by a search of the whole stack, which is quadratic on deep
 * pages, and because only this way are implied end tags (p, li, td, dt) those of the standard.
 */
export function buildTree(html: string): Tree {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({}, builder);
  builder.onFull = () => tokenizer.pause();
  tokenizer.write(html);
  tokenizer.end();
  return builder.finish();
}

const RAW = new Set(['script', 'style', 'title', 'textarea']);

/** Most elements have no attribute, many no child: one array serves them all. */
const NO_ATTRIBUTES: string[] = [];
const NO_CHILDREN: PageNode[] = [];

function addChild(parent: ElementNode, child: PageNode): void {
  if (parent.children === NO_CHILDREN) parent.children = [child];
  else (parent.children as PageNode[]).push(child);
}

class TreeBuilder implements TokenizerCallbacks {
  onFull: () => void = () => {};

  readonly #html: string;
  readonly #nodes: PageNode[] = [];
  readonly #root: ElementNode;
  /** Open elements, the root first. */
  readonly #open: ElementNode[];
  /** How many of each name are open: an unmatched end tag costs nothing. */
  readonly #openCount = new Map<string, number>();
  readonly #classLists = new Map<string, readonly string[]>();
  readonly #scripts: ScriptText[] = [];
  #title = '';
  #noscript = '';
  #truncated = false;

  #tag = '';
  #attributes: string[] = NO_ATTRIBUTES;
  #attributeName = '';
  #attributeValue = '';
  #text = '';
  #gap: Gap = '';
  /** Name of the element whose content is being left out, and how deep in it we are. */
  #skipped = '';
  #skippedDepth = 0;
  /** Elements opened beyond the depth limit. */
  #tooDeep = 0;
  /** Open elements looked at so far for the sake of end tags. */
  #scanned = 0;
  #script: ScriptText | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#root = newElement(0, '#page', null, [], NO_CLASSES);
    this.#nodes.push(this.#root);
    this.#open = [this.#root];
  }

  finish(): Tree {
    this.#flushText();
    for (const element of this.#open) {
      element.end = this.#nodes.length;
      this.#stretch(element, null);
    }
    return {
      nodes: this.#nodes,
      root: this.#root,
      scripts: this.#scripts,
      title: collapse(this.#title),
      noscript: collapse(this.#noscript),
      truncated: this.#truncated,
    };
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = NO_ATTRIBUTES;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#html.slice(start, end).toLowerCase();
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    const room = LIMITS.attributeLength - this.#attributeValue.length;
    if (room > 0) this.#attributeValue += this.#html.slice(start, Math.min(end, start + room));
  }

  onattribentity(codePoint: number): void {
    this.#attributeValue += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attributes.length >= 2 * LIMITS.attributes) return;
    if (this.#attributes === NO_ATTRIBUTES)
      this.#attributes = [this.#attributeName, this.#attributeValue];
    else this.#attributes.push(this.#attributeName, this.#attributeValue);
  }

  onopentagend(): void {
    this.#openTag(this.#tag, this.#attributes, false);
  }

  onselfclosingtag(): void {
    this.#openTag(this.#tag, this.#attributes, true);
  }

  onclosetag(start: number, end: number): void {
    this.#closeTag(this.#html.slice(start, end).toLowerCase());
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #addText(text: string): void {
    if (this.#script !== null) this.#script.text += text;
    else if (this.#tag === 'title' && this.#isOpen('title')) this.#title += text;
    else if (this.#skipped === 'noscript') this.#noscript += text.slice(0, 500);
    else if (this.#skipped === '') this.#text += text;
  }

  #openTag(tag: string, attributes: string[], selfClosing: boolean): void {
    if (this.#skipped !== '') {
      if (tag === this.#skipped && !selfClosing) this.#skippedDepth += 1;
      // The plain image for readers without JavaScript is often the only one with an address.
      if (tag === 'img' && this.#skipped === 'noscript') this.#append(tag, attributes);
      return;
    }
    this.#flushText();
    if (tag === 'script') {
      // The tokeniser reads on as HTML after `<script/>`, whatever the standard says.
      if (selfClosing) return;
      this.#script = {
        type: namedValue(attributes, 'type').trim().toLowerCase(),
        id: namedValue(attributes, 'id'),
        text: '',
      };
      return;
    }
    if (SKIPPED.has(tag) && !isShadowRoot(tag, attributes)) {
      if (tag === 'iframe') this.#append(tag, attributes);
      if (selfClosing) return;
      this.#skipped = tag;
      this.#skippedDepth = 1;
      return;
    }
    this.#closeImplied(tag);
    if (BLOCK.has(tag)) this.#gap = '\n';
    const element = this.#append(tag, attributes);
    if (VOID.has(tag) || element === null) return;
    if (this.#open.length >= LIMITS.depth) {
      this.#tooDeep += 1;
      return;
    }
    this.#open.push(element);
    this.#openCount.set(tag, (this.#openCount.get(tag) ?? 0) + 1);
  }

  #append(tag: string, attributes: string[]): ElementNode | null {
    if (!this.#hasRoom()) return null;
    const parent = this.#current();
    const classes = this.#classes(namedValue(attributes, 'class'));
    const element = newElement(this.#nodes.length, tag, parent, attributes, classes);
    element.muted = parent.muted || isMuted(element);
    addChild(parent, element);
    this.#nodes.push(element);
    return element;
  }

  /** One array for every spelling of a class attribute: much is remembered by array later on. */
  #classes(value: string): readonly string[] {
    if (value === '') return NO_CLASSES;
    let classes = this.#classLists.get(value);
    if (classes === undefined) {
      classes = classTokens(value);
      this.#classLists.set(value, classes);
    }
    return classes;
  }

  #closeTag(tag: string): void {
    if (this.#script !== null) {
      if (tag === 'script') {
        this.#scripts.push(this.#script);
        this.#script = null;
      }
      return;
    }
    if (this.#skipped !== '') {
      if (tag !== this.#skipped) return;
      this.#skippedDepth -= 1;
      if (this.#skippedDepth === 0) this.#skipped = '';
      return;
    }
    this.#flushText();
    if (RAW.has(tag)) this.#tag = '';
    if (BLOCK.has(tag)) this.#gap = '\n';
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    if (this.#isOpen(tag)) this.#closeMatching(tag);
  }

  /** The end of an element that is open: everything inside ends too, as far as the standard lets it. */
  #closeMatching(tag: string): void {
    const inline = !SPECIAL.has(tag);
    let passedSpecial = false;
    const lowest = Math.max(1, this.#open.length - this.#scanDepth());
    for (let at = this.#open.length - 1; at >= lowest; at -= 1) {
      this.#scanned += 1;
      const open = this.#open[at];
      if (open === undefined) return;
      if (open.tag === tag) {
        if (passedSpecial && inline) this.#closeOnly(at, open);
        else this.#closeFrom(at);
        return;
      }
      if (SPECIAL.has(open.tag)) passedSpecial = true;
      if (SCOPE.has(open.tag) && !SCOPE.has(tag) && !TABLE_PARTS.has(tag)) return;
      // Inline tags other than the formatting ones never reach through a block.
      if (passedSpecial && inline && !FORMATTING.has(tag)) return;
    }
  }

  /** `<b><p></b>`: the inline element takes nothing more, the block inside it stays open. */
  #closeOnly(at: number, element: ElementNode): void {
    this.#open.splice(at, 1);
    this.#count(element.tag, -1);
    // Its range must still cover the blocks that stay open inside it; they set it when they end.
    element.end = this.#nodes.length;
  }

  #closeFrom(at: number): void {
    for (let top = this.#open.length - 1; top >= at; top -= 1) {
      const element = this.#open.pop();
      if (element === undefined) return;
      element.end = this.#nodes.length;
      this.#count(element.tag, -1);
      this.#stretch(element, this.#current());
    }
  }

  /** Ancestors that were closed before this element (see #closeOnly) cover it all the same. */
  #stretch(element: ElementNode, open: ElementNode | null): void {
    for (let up = element.parent; up !== null && up !== open; up = up.parent) {
      if (up.end >= element.end) break;
      up.end = element.end;
    }
  }

  #closeImplied(tag: string): void {
    if (CLOSES_P.has(tag) && this.#isOpen('p')) this.#closeNearest('p', SCOPE_AND_BUTTON);
    if (tag === 'a' && this.#isOpen('a')) this.#closeNearest('a', SPECIAL);
    const implied = IMPLIED_ENDS.get(tag);
    if (implied === undefined) return;
    for (const name of implied.ends) {
      if (this.#isOpen(name)) this.#closeNearest(name, implied.stops);
    }
  }

  #closeNearest(tag: string, stops: ReadonlySet<string>): void {
    const lowest = Math.max(1, this.#open.length - this.#scanDepth());
    for (let at = this.#open.length - 1; at >= lowest; at -= 1) {
      this.#scanned += 1;
      const name = this.#open[at]?.tag ?? '';
      if (name === tag) {
        this.#closeFrom(at);
        return;
      }
      if (stops.has(name)) return;
    }
  }

  /** Levels to look through; a page made of end tags that match nothing soon gets only a few. */
  #scanDepth(): number {
    return this.#scanned < LIMITS.scanned ? LIMITS.closeScan : 4;
  }

  #flushText(): void {
    if (this.#text === '') return;
    const raw = this.#text;
    this.#text = '';
    const text = collapse(raw);
    if (text === '') {
      if (this.#gap === '') this.#gap = ' ';
      return;
    }
    if (this.#gap === '' && isSpace(raw.charCodeAt(0))) this.#gap = ' ';
    if (!this.#hasRoom()) return;
    const parent = this.#current();
    const index = this.#nodes.length;
    const node: TextNode = { kind: 'text', index, end: index + 1, parent, text, gap: this.#gap };
    addChild(parent, node);
    this.#nodes.push(node);
    this.#gap = isSpace(raw.charCodeAt(raw.length - 1)) ? ' ' : '';
  }

  #hasRoom(): boolean {
    if (this.#nodes.length < LIMITS.nodes) return true;
    this.#truncated = true;
    this.onFull();
    return false;
  }

  #current(): ElementNode {
    return this.#open[this.#open.length - 1] ?? this.#root;
  }

  #isOpen(tag: string): boolean {
    return (this.#openCount.get(tag) ?? 0) > 0;
  }

  #count(tag: string, change: number): void {
    this.#openCount.set(tag, (this.#openCount.get(tag) ?? 0) + change);
  }
}

const TABLE_PARTS = new Set(['tr', 'tbody', 'thead', 'tfoot']);
const SCOPE_AND_BUTTON = new Set([...SCOPE, 'button']);
const FORMATTING = new Set(
  'a b big code em font i nobr s small strike strong tt u span'.split(' '),
);
const MAX_TEXT = 20_000;
/** Anything that collapsing would change. */
const UNEVEN = /^\s|\s$|\s{2}|[^\S ]|[\u00ad\u200b\u2060\ufeff]/;

function newElement(
  index: number,
  tag: string,
  parent: ElementNode | null,
  attributes: readonly string[],
  classes: readonly string[],
): ElementNode {
  return {
    kind: 'element',
    index,
    end: index + 1,
    tag,
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    attributes,
    classes,
    muted: false,
    children: NO_CHILDREN,
  };
}

const NO_CLASSES: readonly string[] = [];

function classTokens(value: string): readonly string[] {
  return value
    .slice(0, LIMITS.classLength)
    .split(/\s+/, LIMITS.classTokens + 1)
    .filter((token) => token !== '')
    .slice(0, LIMITS.classTokens);
}

function namedValue(attributes: readonly string[], name: string): string {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] === name) return attributes[at + 1] ?? '';
  }
  return '';
}

/** A declarative shadow root is part of the page, any other template is not. */
function isShadowRoot(tag: string, attributes: readonly string[]): boolean {
  return tag === 'template' && attributes.includes('shadowrootmode');
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** One line, white space collapsed, zero-width characters and soft hyphens left out. */
function collapse(text: string): string {
  if (text.length <= MAX_TEXT && !UNEVEN.test(text)) return text;
  const line = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  return line
    .replace(/[\u00ad\u200b\u2060\ufeff]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
