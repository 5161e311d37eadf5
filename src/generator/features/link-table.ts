import type { Link, Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { closest, contains, type ElementNode } from '../page/tree.js';
import { onceASurvey } from '../survey/survey.js';

/** Minimum share of navigation for a link to be in a menu. */
export const CHROME = 0.3;

/** The kinds of links, with their descriptions in explanations. */
export const KINDS = {
  heading: 'links in a heading',
  long: 'links of four words or more',
  oneWord: 'links of one word',
  wordless: 'links without a text',
  picture: 'links around a picture',
  listItem: 'links in a list element',
  row: 'links in a table',
  paragraph: 'links in a paragraph',
  inline: 'links in running text',
  main: 'links in the main element',
  menu: 'links in menus and footers',
  document: 'links to documents',
  utility: 'links to accounts and menus',
  sameSite: 'links to the same site',
  digits: 'links to addresses with a number',
  number: 'links with a number in the text',
  copied: 'links to what is linked more than once',
} as const;
export type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** A link with the values by which its lists are measured. */
export interface MeasuredLink {
  link: Link;
  is: Readonly<Record<Kind, boolean>>;
  words: number;
  /** Rank of the heading in which or around which it is, 1 to 6; 0 if there is none. */
  rank: number;
  text: string;
}

/** The links of a page, counted once: all of its lists are compared with them. */
export interface LinkTable {
  links: readonly MeasuredLink[];
  /**
   * Facts of the links outside menus to an item, by its number: the kinds of any of them, and the
   * most words.
   */
  items: readonly ItemFacts[];
  /** Number of items of each kind. */
  totals: Readonly<Record<Kind, number>>;
  /** Number of words of all items. */
  words: number;
  /** Numbers of the items with an address of the same kind. */
  alike: ReadonlyMap<string, ReadonlySet<number>>;
}

interface ItemFacts {
  is: Record<Kind, boolean>;
  words: number;
}

const LONG = 4;
/** Maximum number of words of a link that count; a longer link is a text. */
const MAX_WORDS = 12;

/** Measures the links of a page. */
export const linkTable = onceASurvey(({ page }): LinkTable => {
  const links = page.links.map((link): MeasuredLink => {
    const text = shownText(page, link.element);
    const words = page.words.in(link.element);
    const rank = headingRank(page, link.element);
    const is = kindsOf(page, { link, text, words, rank });
    return { link, is, words, rank, text };
  });
  const isNone = none(false);
  const items = Array.from(page.linksTo, (): ItemFacts => ({ is: { ...isNone }, words: 0 }));
  const alike = new Map<string, Set<number>>();
  for (const { link, is, words } of links) {
    const { item } = link;
    const facts = items[item];
    if (facts === undefined || is.menu || link.toSelf) continue;
    facts.words = Math.max(facts.words, Math.min(words, MAX_WORDS));
    // Not `for … of`, which allocates for each step until it is compiled: a reading of 2 MB spent a
    // fifth of its allocation on such loops.
    for (let at = 0; at < NAMES.length; at += 1) {
      const name = NAMES[at] as Kind;
      if (is[name]) facts.is[name] = true;
    }
    const shape = link.address.looseShape;
    const known = alike.get(shape) ?? new Set();
    alike.set(shape, known.add(item));
  }
  const totals = none(0);
  let words = 0;
  for (const facts of items) {
    words += facts.words;
    for (const name of NAMES) if (facts.is[name]) totals[name] += 1;
  }
  return { links, items, totals, words, alike };
});

function none<Value>(value: Value): Record<Kind, Value> {
  return Object.fromEntries(NAMES.map((name) => [name, value])) as Record<Kind, Value>;
}

const MAX_TEXT = 300;

function shownText(page: Page, element: ElementNode): string {
  let text = '';
  for (const node of page.texts.list(element.index, element.end)) {
    if (node.parent.muted) continue;
    text += text === '' ? node.text : ` ${node.text}`;
    if (text.length > MAX_TEXT) break;
  }
  return text;
}

function kindsOf(
  page: Page,
  {
    link: { element, address, identity },
    text,
    words,
    rank,
  }: Pick<MeasuredLink, 'link' | 'text' | 'words' | 'rank'>,
): Record<Kind, boolean> {
  return {
    heading: rank > 0,
    long: words >= LONG,
    oneWord: words === 1,
    wordless: words === 0,
    picture: page.images.in(element) > 0,
    ...elementPlace(page, element),
    main: page.elements('main').some((main) => contains(main, element)),
    menu: (page.chrome[element.index] ?? 0) > CHROME,
    document: address.isDocument,
    utility: address.isUtility,
    sameSite: address.isSameSite,
    digits: /\d{2,}/.test(address.url.pathname),
    number: /\d/.test(text),
    copied: (page.linksTo.get(identity)?.length ?? 0) > 1,
  };
}

/** Number of levels around a link whose elements describe its place. */
const NEAR = 8;
/** Number of levels in which the paragraph of a link is searched. */
const PARAGRAPH_LEVELS = 3;

/** Determines in which elements a link is. */
function elementPlace(page: Page, element: ElementNode) {
  const place = { listItem: false, row: false, paragraph: false, inline: false };
  let level = 0;
  for (let at: ElementNode | null = element; at !== null && level <= NEAR; at = at.parent) {
    if (at.tag === 'li') place.listItem = true;
    else if (at.tag === 'tr') place.row = true;
    else if (at.tag === 'p' && level <= PARAGRAPH_LEVELS && !place.paragraph) {
      place.paragraph = true;
      place.inline = isInline(page, element, at);
    }
    level += 1;
  }
  return place;
}

const PARAGRAPH_WORDS = 15;

/** True if a link is less than a third of its paragraph, and all links together less than half. */
function isInline({ words, linkWords }: Page, link: ElementNode, paragraph: ElementNode): boolean {
  const all = words.in(paragraph);
  return all >= PARAGRAPH_WORDS && linkWords.in(paragraph) * 2 <= all && words.in(link) * 3 < all;
}

/** Number of levels around a link in which its heading is searched. */
const HEADING_LEVELS = 4;

function headingRank(page: Page, element: ElementNode): number {
  let levels = 0;
  const above = closest(element, (at) => {
    levels += 1;
    return levels > HEADING_LEVELS || HEADING.has(at.tag);
  });
  const [inside] = page.headings.list(element.index, element.end);
  const heading = above !== null && HEADING.has(above.tag) ? above : inside;
  return heading === undefined ? 0 : Number(heading.tag[1]);
}
