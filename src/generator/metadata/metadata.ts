import { resolveAddress } from '../page/address.js';
import { languageOf } from '../page/language.js';
import type { Page } from '../page/page.js';
import { textOf } from '../page/text.js';
import { attribute, type ElementNode } from '../page/tree.js';

/** The metadata of a page as a whole. */
export interface PageMetadata {
  title: string;
  description: string;
  language: string | null;
  /** The page's canonical address, or its own. */
  siteUrl: string;
  /** Icons in the head, best first. */
  icons: string[];
  /** Address of the web app manifest, which also lists icons. */
  manifest: string | null;
}

/** Number of elements checked: the head and the beginning of the body. */
const REACH = 6_000;

export function metadataOf(page: Page): PageMetadata {
  const metas = new Map<string, string>();
  const links: ElementNode[] = [];
  let heading = '';
  for (const node of page.nodes.slice(0, REACH)) {
    if (node.kind !== 'element') continue;
    if (node.tag === 'meta') addMeta(metas, node);
    else if (node.tag === 'link') links.push(node);
    else if (node.tag === 'h1' && heading === '') heading = textOf(page.nodes, node);
  }
  return {
    title: pageTitle(page, metas, heading),
    description: (
      metas.get('description') ??
      metas.get('og:description') ??
      metas.get('twitter:description') ??
      ''
    ).slice(0, 2_000),
    language: languageOf(page),
    siteUrl: canonical(page, links),
    icons: iconsOf(page, links, metas),
    manifest: linkTo(page, links, 'manifest'),
  };
}

function addMeta(metas: Map<string, string>, node: ElementNode): void {
  const name = (
    attribute(node, 'property') ??
    attribute(node, 'name') ??
    attribute(node, 'itemprop') ??
    ''
  ).toLowerCase();
  const content = attribute(node, 'content')?.replace(/\s+/g, ' ').trim() ?? '';
  if (name !== '' && content !== '' && !metas.has(name)) metas.set(name, content);
}

function pageTitle(page: Page, metas: ReadonlyMap<string, string>, heading: string): string {
  return (
    page.documentTitle ||
    metas.get('og:title') ||
    heading ||
    metas.get('og:site_name') ||
    new URL(page.url).hostname
  );
}

/**
 * The canonical address if it is on the page's own site, because syndicated pages name another
 * site; otherwise the page's own.
 */
function canonical(page: Page, links: readonly ElementNode[]): string {
  const address = linkTo(page, links, 'canonical');
  if (address === null) return page.url;
  return new URL(address).hostname.replace(/^www\./, '') ===
    new URL(page.url).hostname.replace(/^www\./, '')
    ? address
    : page.url;
}

function linkTo(page: Page, links: readonly ElementNode[], rel: string): string | null {
  const link = links.find((one) => relOf(one).includes(rel));
  const href = link === undefined ? null : attribute(link, 'href');
  return href === null ? null : resolveAddress(href, page.base);
}

interface Icon {
  address: string;
  score: number;
}

/**
 * Preferred icon size in pixels, because feed readers show icons at 32 to 64: the smallest of at
 * least 64, else the largest.
 */
const WANTED_SIZE = 64;

function iconsOf(
  page: Page,
  links: readonly ElementNode[],
  metas: ReadonlyMap<string, string>,
): string[] {
  const icons: Icon[] = [];
  for (const link of links) {
    const rel = relOf(link);
    const isTouch =
      rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed');
    if (!isTouch && !rel.includes('icon') && !rel.includes('shortcut')) continue;
    const address = resolveAddress(attribute(link, 'href') ?? '', page.base);
    if (address === null) continue;
    icons.push({
      address,
      score: iconScore(
        iconSize(link, isTouch),
        /svg/.test(`${attribute(link, 'type')} ${address}`),
      ),
    });
  }
  const tile = metas.get('msapplication-tileimage');
  const tileAddress = tile === undefined ? null : resolveAddress(tile, page.base);
  if (tileAddress !== null) icons.push({ address: tileAddress, score: iconScore(144, false) - 50 });
  return [...new Set(icons.sort((a, b) => b.score - a.score).map(({ address }) => address))];
}

/** Score of an icon; higher is better. An SVG fits any size, but not every reader shows one. */
export function iconScore(size: number, svg: boolean): number {
  if (svg) return 850;
  return size >= WANTED_SIZE ? 1000 - Math.min(size - WANTED_SIZE, 900) / 2 : 500 + size;
}

function iconSize(link: ElementNode, isTouch: boolean): number {
  const size = /(\d+)\s*x\s*\d+/i.exec(attribute(link, 'sizes') ?? '')?.[1];
  return size === undefined ? (isTouch ? 180 : 16) : Number(size);
}

function relOf(link: ElementNode): string[] {
  return (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
}
