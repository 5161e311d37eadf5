import { isNamed } from './class-names.js';
import { Counter } from './counter.js';
import { attribute, type ElementNode, type PageNode } from './tree.js';
import { countWords } from './words.js';

/**
 * Degree to which elements belong to the surroundings of the content by their name alone (reference
 * prototype).
 */
const BY_TAG: Readonly<Record<string, number>> = { nav: 1, footer: 1, aside: 0.5, header: 0.35 };

const ROLES = new Set([
  'navigation',
  'contentinfo',
  'banner',
  'search',
  'menu',
  'menubar',
  'dialog',
  'alertdialog',
]);

/** Class names and ids of navigation, as the last word of the name: `site-nav`, `mainMenu`. */
const NAVIGATION =
  /^(?!(?:has|with|no|show|hide|is|without)[-_])(?:[\w-]*[-_])?(?:nav|navbar|navi|navigation|topnav|subnav|menu|menubar|mega|megamenu|submenu|topbar|breadcrumbs?|crumbs?|footer|foot|colophon|pager|pagination|paging|social|share|sharing|sharebar|cookies?|consent|cmp|gdpr|offcanvas|drawer|skip-?links?)$/i;

/**
 * Names of elements that open and close, which may be a list in the main element:
 * `accordion__drawer`, `menu`.
 */
const FOLDS = /(?:^|[-_])(?:drawer|menu|submenu|megamenu|mega|offcanvas)$/i;
/** Minimum average number of words of links that are titles and not the names of sections. */
const TITLE_WORDS = 3;

/** Names of elements next to the content that may have items of their own. */
const ASIDE =
  /^(?!(?:has|with|no|show|hide|is|without)[-_])(?:[\w-]*[-_])?(?:sidebar|side|rail|widgets?|widget-area|related|recommended|recommendations|popular|most-(?:read|popular|viewed)|mostread|trending|promo|promos|newsletter|subscribe)$/i;

/**
 * Computes a share for each position: 0 content, 1 navigation. An article or the main element
 * resets it. A header after the first article, main element or main heading is the header of a
 * record or section, not of the site. Names count only if the element contains none of these: `<div
 * class="drawer">` may be the whole page.
 */
export function chromeShares(
  nodes: readonly PageNode[],
  ofContent: readonly ElementNode[],
): Float32Array {
  const shares = new Float32Array(nodes.length);
  const landmarks = Counter.of(nodes.length, ofContent, () => 1);
  /** Position after the outermost open section: a footer inside it belongs to the section. */
  let sectionEnd = 0;
  let mainEnd = 0;
  /** Position after the page's own footer: articles inside it are boxes of links. */
  let footerEnd = 0;
  for (const node of nodes) {
    const inherited = node.parent === null ? 0 : (shares[node.parent.index] ?? 0);
    shares[node.index] = inherited;
    if (node.kind === 'text') continue;
    if (node.tag === 'main') mainEnd = Math.max(mainEnd, node.end);
    if (SECTIONS.has(node.tag)) sectionEnd = Math.max(sectionEnd, node.end);
    const isAfterContent = landmarks.between(0, node.index) > 0;
    if (node.tag === 'header' && isAfterContent) continue;
    if (node.tag === 'footer' && isAfterContent && node.index >= sectionEnd)
      footerEnd = Math.max(footerEnd, node.end);
    const isContent =
      landmarks.in(node) > 0 ||
      (node.index < mainEnd && isNamed(node, FOLDS) && holdsTitles(nodes, node));
    const own = chromeShare(node, inherited, isContent);
    shares[node.index] = node.index < footerEnd ? Math.max(inherited, own) : own;
  }
  return shares;
}

function holdsTitles(nodes: readonly PageNode[], { index, end }: ElementNode): boolean {
  let links = 0;
  let words = 0;
  for (let at = index, linkEnd = 0; at < end; at += 1) {
    const node = nodes[at];
    if (node?.kind === 'element' && node.tag === 'a') {
      links += 1;
      linkEnd = node.end;
    } else if (node?.kind === 'text' && at < linkEnd) words += countWords(node.text);
  }
  return links > 0 && words >= links * TITLE_WORDS;
}

/**
 * A footer in none of these belongs to the page (HTML Accessibility API Mappings, `contentinfo`).
 */
const SECTIONS = new Set(['article', 'aside', 'main', 'nav', 'section']);

function chromeShare(element: ElementNode, inherited: number, holdsContent: boolean): number {
  if (element.tag === 'article' || element.tag === 'main') return 0;
  const role = attribute(element, 'role');
  if (role === 'main' || role === 'feed') return 0;
  const named = holdsContent ? 0 : byName(element);
  return Math.max(BY_TAG[element.tag] ?? 0, role === null ? 0 : byRole(role), named, inherited);
}

function byRole(role: string): number {
  if (role === 'complementary') return 0.5;
  return ROLES.has(role) ? 1 : 0;
}

function byName(element: ElementNode): number {
  if (element.depth < 2 || element.tag === 'body' || element.tag === 'html') return 0;
  const id = attribute(element, 'id') ?? '';
  if (isNamed(element, NAVIGATION) || (id !== '' && NAVIGATION.test(id))) return 1;
  return isNamed(element, ASIDE) || (id !== '' && ASIDE.test(id)) ? 0.5 : 0;
}
