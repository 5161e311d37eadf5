import { decodeHTML } from 'entities';
import { legalText } from '../document/clean-text.js';
import { resolveUrl } from '../document/resolve-url.js';
import { sanitiseHtml } from '../document/sanitise-html.js';
import type { PodcastScope } from './podcast-scope.js';
import type { Tag } from './xml-tags.js';

/** An element as it is published. */
export interface PodcastElement {
  /** With the prefix it is published with. */
  name: string;
  /** "" for one that holds nothing. */
  xml: string;
}

/** What an element is read against. */
interface Context {
  scope: PodcastScope;
  /** What links are relative to. */
  base: string;
}

interface Node {
  /** "" for an element that is left out with all it holds. */
  name: string;
  attributes: string;
  children: Array<Node | string>;
}

/** More of one element is not read: a list of 100 value recipients has 100 of them. */
const MAX_NODES = 500;
const MAX_DEPTH = 10;
const MAX_ATTRIBUTES = 30;
const MAX_VALUE = 2048;

const NAME = /^[a-z_][\w.-]{0,63}$/i;
const ATTRIBUTE = /([^\s=<>"'/]{1,80})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MARKUP = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i;
/** Addresses that run a program or carry a document, where a link is expected. */
const UNSAFE_ADDRESS = /^[\s\0-\x1f]*(?:java|vb)script[\s\0-\x1f]*:|^\s*(?:data|file|blob):/i;
const LINKS = new Set(['url', 'href', 'src', 'img']);

/**
 * Reads one element with what it holds.
 * @param first its opening tag
 * @param rest the tags behind it; left behind the closing one, or behind what stands in its place
 * @returns null for one that is never closed, or has too many elements within
 */
export function readElement(
  xml: string,
  first: Tag,
  rest: Iterator<Tag>,
  context: Context,
): PodcastElement | null {
  const root = nodeOf(xml, first, undefined, context);
  const open: Array<{ node: Node; name: string }> = [{ node: root, name: first.name }];
  let nodes = 1;
  let textStart = first.end;
  while (first.kind === 'open' && open.length > 0) {
    const next = rest.next();
    if (next.done === true) return null;
    const tag = next.value;
    const parent = open.at(-1)?.node ?? root;
    appendText(parent, xml.slice(textStart, tag.start));
    textStart = tag.end;
    if (tag.kind === 'close') {
      const at = open.findLastIndex(({ name }) => name === tag.name);
      if (at >= 0) open.length = at;
      else if (isMarkup(parent, tag.name)) parent.children.push(xml.slice(tag.start, tag.end));
      continue;
    }
    // Markup that should have been escaped: it is text of the element.
    if (isMarkup(parent, tag.name)) {
      parent.children.push(xml.slice(tag.start, tag.end));
      continue;
    }
    nodes += 1;
    const node = nodeOf(xml, tag, parent, context);
    if (nodes <= MAX_NODES && open.length < MAX_DEPTH) parent.children.push(node);
    if (tag.kind === 'open') open.push({ node, name: tag.name });
  }
  return nodes > MAX_NODES ? null : { name: root.name, xml: written(root, context.base) };
}

/** `itunes:summary` and its like hold text; nothing of `itunes:` has elements without a prefix. */
function isMarkup({ name }: Node, tagName: string): boolean {
  return name.startsWith('itunes:') && !tagName.includes(':');
}

function appendText({ children }: Node, source: string): void {
  if (source === '') return;
  children.push(
    source.replace(
      /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|([^<]+)/g,
      (_, cdata?: string, text?: string) => cdata ?? (text === undefined ? '' : decodeHTML(text)),
    ),
  );
}

function nodeOf(xml: string, tag: Tag, parent: Node | undefined, context: Context): Node {
  const source = xml.slice(tag.start + 1, tag.end - 1);
  const written = /^[^\s/>]+/.exec(source)?.[0] ?? '';
  const attributes = attributesOf(source.slice(written.length), context.base);
  return { name: publishedName(written, parent, context.scope), attributes, children: [] };
}

/** Elements of `podcast:liveItem` have no prefix; those of other namespaces are left out. */
function publishedName(written: string, parent: Node | undefined, scope: PodcastScope): string {
  const [, prefix, local = ''] = /^(?:([^:]+):)?([^:]+)$/.exec(written) ?? [];
  if (!NAME.test(local)) return '';
  if (prefix === undefined) return parent === undefined || parent.name === '' ? '' : local;
  const known = scope.get(prefix.toLowerCase());
  return known === undefined ? '' : `${known}:${local}`;
}

function attributesOf(source: string, base: string): string {
  const seen = new Set<string>();
  const kept: string[] = [];
  for (const [, name = '', double, single] of source.matchAll(ATTRIBUTE)) {
    if (seen.size >= MAX_ATTRIBUTES) break;
    if (!NAME.test(name) || /^xml/i.test(name) || seen.has(name)) continue;
    seen.add(name);
    const value = legalText(decodeHTML(double ?? single ?? '')).trim();
    if (value.length > MAX_VALUE || UNSAFE_ADDRESS.test(value)) continue;
    kept.push(` ${name}="${escaped(absolute(name, value, base)).replaceAll('"', '&quot;')}"`);
  }
  return kept.join('');
}

/** Links that a source wrote without its host would lead to ours. */
function absolute(name: string, value: string, base: string): string {
  if (!LINKS.has(name.toLowerCase()) || value === '' || /^[a-z][a-z\d+.-]*:/i.test(value)) {
    return value;
  }
  return resolveUrl(value, base) ?? value;
}

function written({ name, attributes, children }: Node, base: string): string {
  if (name === '') return '';
  const elements = children.filter(
    (child): child is Node => typeof child !== 'string' && child.name !== '',
  );
  const content =
    elements.length > 0
      ? elements.map((element) => written(element, base)).join('')
      : escaped(textOf(children.filter((child) => typeof child === 'string').join(''), base));
  if (content === '') return attributes === '' ? '' : `<${name}${attributes}/>`;
  return `<${name}${attributes}>${content}</${name}>`;
}

/** Players show some of these texts as HTML. */
function textOf(text: string, base: string): string {
  const trimmed = text.trim();
  if (UNSAFE_ADDRESS.test(trimmed)) return '';
  return MARKUP.test(trimmed) ? sanitiseHtml(trimmed, base) : legalText(trimmed);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
