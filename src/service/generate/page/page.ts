import { identityOfUrl, isSamePage, resolveAddress, unwrapRedirect } from './address.js';
import { buildTree } from './build.js';
import { chromeShares } from './chrome.js';
import { addressReader, type LinkAddress } from './link-address.js';
import { HEADING } from './tags.js';
import { fullTextOf, textOf } from './text.js';
import {
  attribute,
  type ElementNode,
  type PageNode,
  type ScriptText,
  type TextNode,
} from './tree.js';
import { countWords } from './words.js';

/** A link a reader could follow to an item. */
export interface Link {
  readonly element: ElementNode;
  /** Absolute, redirect parameters unwrapped. */
  readonly url: string;
  /** For comparing; see identityOf. */
  readonly identity: string;
  /** Leads to the page it is on. */
  readonly toSelf: boolean;
}

/** How often something occurs before each position: a subtree's count is one subtraction. */
export class Counter {
  readonly #before: Uint32Array;

  constructor(nodes: readonly PageNode[], count: (node: PageNode) => number) {
    this.#before = new Uint32Array(nodes.length + 1);
    let sum = 0;
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      this.#before[at] = sum;
      if (node !== undefined) sum += count(node);
    }
    this.#before[nodes.length] = sum;
  }

  /** Count in the subtree of a node. */
  in(node: PageNode): number {
    return this.between(node.index, node.end);
  }

  /** Count in a range of positions, the end excluded. */
  between(start: number, end: number): number {
    return (this.#before[end] ?? 0) - (this.#before[start] ?? 0);
  }
}

/** What occurs on a page, in document order: what a range holds is found without walking it. */
export class Occurrences<T> extends Counter {
  readonly #all: readonly T[];

  constructor(nodes: readonly PageNode[], pick: (node: PageNode) => T | null) {
    const all: T[] = [];
    super(nodes, (node) => {
      const found = pick(node);
      if (found === null) return 0;
      all.push(found);
      return 1;
    });
    this.#all = all;
  }

  /** What occurs in a range of positions, the end excluded. */
  list(start: number, end: number): readonly T[] {
    const from = this.between(0, start);
    return this.#all.slice(from, from + this.between(start, end));
  }
}

/** One parsed page with what every strategy needs to know of it, computed once. */
export interface Page {
  /** Final address. */
  readonly url: string;
  /** What relative addresses are resolved against: <base>, else the final address. */
  readonly base: string;
  readonly nodes: readonly PageNode[];
  readonly root: ElementNode;
  readonly scripts: readonly ScriptText[];
  readonly documentTitle: string;
  readonly noscript: string;
  readonly truncated: boolean;
  /** In document order. */
  readonly links: readonly Link[];
  /** Every http(s) link by its element's position. */
  readonly linkAt: ReadonlyMap<number, Link>;
  /** The links to one item, by identity. */
  readonly linksTo: ReadonlyMap<string, readonly Link[]>;
  readonly words: Counter;
  readonly linkWords: Counter;
  readonly texts: Occurrences<TextNode>;
  readonly linkCount: Occurrences<Link>;
  readonly headings: Occurrences<ElementNode>;
  readonly images: Counter;
  /** 0 content; up to 1 navigation, footer. By position. */
  readonly chrome: Float32Array;
  resolve(href: string): string | null;
  /** What the address of a link says. */
  address(url: string): LinkAddress;
}

/** Parses a page and counts what is in it. Cost is linear in the size of the page. */
export function readPage(html: string, url: string): Page {
  const tree = buildTree(html);
  const { nodes } = tree;
  const base = baseAddress(nodes, url);
  const resolve = cachedResolver(base);
  const address = addressReader(url);
  const links = collectLinks(nodes, url, resolve, address);
  const linkAt = new Map(links.map((link) => [link.element.index, link]));
  const inLink = insideLinks(nodes, links);
  const words = wordCounts(nodes);
  return {
    url,
    base,
    nodes,
    root: tree.root,
    scripts: tree.scripts,
    documentTitle: tree.title,
    noscript: tree.noscript,
    truncated: tree.truncated,
    links,
    linkAt,
    linksTo: byIdentity(links),
    words: new Counter(nodes, (node) => words[node.index] ?? 0),
    linkWords: new Counter(nodes, (node) => (inLink[node.index] ? (words[node.index] ?? 0) : 0)),
    texts: new Occurrences(nodes, (node) => (isElement(node) ? null : node)),
    linkCount: new Occurrences(nodes, (node) =>
      isElement(node) && node.tag === 'a' ? (linkAt.get(node.index) ?? null) : null,
    ),
    headings: new Occurrences(nodes, (node) =>
      isElement(node) && HEADING.has(node.tag) ? node : null,
    ),
    images: new Counter(nodes, (node) => (isElement(node) && node.tag === 'img' ? 1 : 0)),
    chrome: chromeShares(nodes),
    resolve,
    address,
  };
}

/** Visible text of a link, else the text for screen readers, else what it is labelled. */
export function linkText(page: Page, element: ElementNode): string {
  return (
    textOf(page.nodes, element) ||
    attribute(element, 'aria-label')?.trim() ||
    fullTextOf(page.nodes, element) ||
    imageText(page, element) ||
    attribute(element, 'title')?.trim() ||
    ''
  );
}

/** Alternative text of the first image inside that has one. */
export function imageText(page: Page, element: ElementNode): string {
  if (page.images.in(element) === 0) return '';
  for (let at = element.index; at < element.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element' || node.tag !== 'img') continue;
    const alt = attribute(node, 'alt')?.trim();
    if (alt) return alt;
  }
  return '';
}

function baseAddress(nodes: readonly PageNode[], url: string): string {
  // <base> belongs into the head; one far down the page is somebody's comment.
  for (const node of nodes.slice(0, 2_000)) {
    if (!isElement(node) || node.tag !== 'base') continue;
    const href = attribute(node, 'href');
    if (href !== null) return resolveAddress(href, url) ?? url;
  }
  return url;
}

function cachedResolver(base: string): (href: string) => string | null {
  const seen = new Map<string, string | null>();
  return (href) => {
    const known = seen.get(href);
    if (known !== undefined) return known;
    const address = resolveAddress(href, base);
    seen.set(href, address);
    return address;
  };
}

function collectLinks(
  nodes: readonly PageNode[],
  url: string,
  resolve: (href: string) => string | null,
  address: Page['address'],
): Link[] {
  const links: Link[] = [];
  const known = new Map<string, Pick<Link, 'url' | 'identity' | 'toSelf'> | null>();
  for (const node of nodes) {
    if (!isElement(node) || node.tag !== 'a' || (node.muted && node.parent?.muted)) continue;
    const href = attribute(node, 'href');
    if (href === null) continue;
    let target = known.get(href);
    if (target === undefined) {
      target = linkTarget(resolve(href), url, address);
      known.set(href, target);
    }
    if (target !== null) links.push({ element: node, ...target });
  }
  return links;
}

function linkTarget(
  target: string | null,
  page: string,
  address: Page['address'],
): Pick<Link, 'url' | 'identity' | 'toSelf'> | null {
  if (target === null) return null;
  const url = unwrapRedirect(target);
  return { url, identity: identityOfUrl(address(url).url), toSelf: isSamePage(url, page) };
}

function byIdentity(links: readonly Link[]): Map<string, Link[]> {
  const groups = new Map<string, Link[]>();
  for (const link of links) {
    const group = groups.get(link.identity);
    if (group === undefined) groups.set(link.identity, [link]);
    else group.push(link);
  }
  return groups;
}

function insideLinks(nodes: readonly PageNode[], links: readonly Link[]): Uint8Array {
  const inside = new Uint8Array(nodes.length);
  let covered = 0;
  for (const { element } of links) {
    if (element.end <= covered) continue;
    inside.fill(1, Math.max(element.index, covered), element.end);
    covered = element.end;
  }
  return inside;
}

function wordCounts(nodes: readonly PageNode[]): Uint32Array {
  const counts = new Uint32Array(nodes.length);
  for (const node of nodes) {
    if (node.kind === 'text' && !node.parent.muted) counts[node.index] = countWords(node.text);
  }
  return counts;
}

function isElement(node: PageNode): node is ElementNode {
  return node.kind === 'element';
}
