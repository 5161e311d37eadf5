import {
  attribute,
  type ElementNode,
  HEADING,
  isNamed,
  type Page,
  type PageNode,
  textOf,
} from '../../generator/service.js';

/** Above these shares an element stands next to the content, or is navigation; see `Page.chrome`. */
const ASIDE = 0.3;
const NAVIGATION = 0.9;

const ADVERTISEMENT =
  /^(?:(?:google|dfp|gpt|banner|top|side|leaderboard)[-_]?)?(?:ads?|adsbygoogle|advert(?:s|isements?|ising)?|sponsored|anzeigen?|werbung|publicite|taboola|outbrain)(?:[-_](?:slot|unit|box|wrapper|container|banner|block|\d+))*$/i;

/** Boxes that ask for consent, by their purpose or by the program that makes them. */
const CONSENT =
  /^(?:[\w-]*[-_])?(?:cookies?|consent|gdpr|ccpa|privacy)[-_]?(?:banner|notice|notification|bar|box|modal|popup|dialog|overlay|wrapper|container|settings|layer|manager|message)$|^(?:cky|cli|cmplz|onetrust|didomi|axeptio|tarteaucitron|usercentrics|iubenda-cs|cookiebot|cybotcookiebot|cc|cmp|qc-cmp2|osano|termly|truste|klaro|sp)[-_](?:[\w-]*[-_])?(?:banner|notice|bar|box|modal|popup|dialog|overlay|wrapper|container|root|host|consent|message|settings)/i;

/** Boxes that open over the page, as the common style sheets call them. */
const OVERLAY = /^(?:modal|popup|lightbox)(?:[-_](?:dialog|box|container|content|wrapper))?$/i;

/** Words of a text that is prose. */
const PROSE_WORDS = 12;
const MIN_PROSE = 3;
/** Before and behind the prose of a page, blocks of so many links and words are no text of it. */
const LINKS = 3;
const LINK_SHARE = 0.6;
/** Words that a table of contents has as its title. */
const TITLE_WORDS = 5;
/** Words of a button that is no question of a list of answers. */
const BUTTON_WORDS = 5;
const QUESTION = /[?？؟]$/;
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'nav']);
/** Fields of a form that signs in, signs up or subscribes. */
const PERSONAL = /^(?:password|email)$/i;

/** Where the prose of a page begins and ends; everything when there is too little. */
interface Prose {
  start: number;
  end: number;
  /** The share of chrome above which a text is left out. */
  chrome: number;
}

/** Finds the prose; a main element holds nothing but the text. */
export function proseOf(page: Page, parts: readonly ElementNode[]): Prose {
  const [first] = parts;
  const whole = { start: first?.index ?? 0, end: parts.at(-1)?.end ?? page.nodes.length };
  let [content, aside] = [0, 0];
  const prose: number[] = [];
  const headings: number[] = [];
  for (const { index, end } of parts) {
    for (let at = index; at < end; at += 1) {
      const node = page.nodes[at];
      const share = page.chrome[at] ?? 0;
      if (node === undefined || share > NAVIGATION) continue;
      if (node.kind === 'element') {
        if (node.tag === 'h1') headings.push(at);
        continue;
      }
      const words = page.words.in(node);
      if (share > ASIDE) aside += words;
      else content += words;
      if (words - page.linkWords.in(node) >= PROSE_WORDS) prose.push(at);
    }
  }
  // Names say less than text: what is called a widget may be all of the page.
  const chrome = content * 2 < aside ? NAVIGATION : ASIDE;
  const [start, last] = [prose[0], prose.at(-1)];
  if (
    start === undefined ||
    last === undefined ||
    prose.length < MIN_PROSE ||
    first !== page.root
  ) {
    return { ...whole, chrome };
  }
  return { start: Math.min(start, headings[0] ?? start), end: last + 1, chrome };
}

/** Whether a part of a page is not its text: navigation, an advertisement, a question for consent. */
export function isAsideText(page: Page, node: PageNode, prose: Prose): boolean {
  if (node.kind === 'text') return (page.chrome[node.index] ?? 0) > prose.chrome;
  if (node.depth < 2) return false;
  if (isNamed(node, ADVERTISEMENT) || ADVERTISEMENT.test(idOf(node))) return true;
  if (isBox(page, node)) return !holdsProse(node, prose);
  const words = page.words.in(node);
  if (node.tag === 'button') {
    return words <= BUTTON_WORDS && !QUESTION.test(textOf(page.nodes, node));
  }
  const isOutside = node.end <= prose.start || node.index >= prose.end;
  const linkWords = page.linkWords.in(node);
  // A table of contents repeats the headings, and "Skip to content" is no text either.
  const isLinks = words === linkWords && (isOutside || LISTS.has(node.tag));
  if (isLinks && isContents(page, node, { title: false })) return true;
  if (page.linkCount.in(node) >= LINKS && isContents(page, node, { title: true })) return true;
  const next = page.nodes[node.end];
  if (HEADING.has(node.tag) && next?.kind === 'element' && LISTS.has(next.tag)) {
    if (page.linkCount.in(next) >= LINKS && isContents(page, next, { title: false })) return true;
  }
  return (
    isOutside &&
    page.linkCount.in(node) >= LINKS &&
    linkWords >= words * LINK_SHARE &&
    linesIn(page, node) >= LINKS
  );
}

/** Whether an element is nothing but links to its page, and perhaps a title in front. */
function isContents(page: Page, node: ElementNode, { title }: { title: boolean }): boolean {
  const linkWords = page.linkWords.in(node);
  if (linkWords === 0 || page.words.in(node) - linkWords > (title ? TITLE_WORDS : 0)) return false;
  const links = page.linkCount.list(node.index, node.end);
  return page.headings.in(node) <= (title ? 1 : 0) && links.every(({ toSelf }) => toSelf);
}

/** A box that covers the page or interrupts it: a question for consent, a dialog, a form to sign up. */
function isBox(page: Page, node: ElementNode): boolean {
  if (isNamed(node, CONSENT) || CONSENT.test(idOf(node)) || isNamed(node, OVERLAY)) return true;
  if (/^(?:alert)?dialog$/.test(attribute(node, 'role') ?? '')) return true;
  if (node.tag !== 'form') return false;
  return page.nodes
    .slice(node.index, node.end)
    .some((field) => field.kind === 'element' && isPersonal(field));
}

function isPersonal(field: ElementNode): boolean {
  return field.tag === 'input' && PERSONAL.test(attribute(field, 'type') ?? '');
}

/** Lines of a list of links, at most as many as make one: links in a sentence are its text. */
function linesIn(page: Page, { index, end }: ElementNode): number {
  let lines = 0;
  for (let at = index; at < end && lines < LINKS; at += 1) {
    const node = page.nodes[at];
    if (node?.kind === 'text' && node.gap === '\n') lines += 1;
  }
  return lines;
}

function idOf(element: ElementNode): string {
  return attribute(element, 'id') ?? '';
}

/** A page about cookies may have such a name itself, and ASP.NET puts every page into a form. */
function holdsProse({ index, end }: ElementNode, prose: Prose): boolean {
  return index <= prose.start && end >= prose.end;
}
