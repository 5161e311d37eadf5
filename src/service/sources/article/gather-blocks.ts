import type { parseHTML } from 'linkedom';

type PageDocument = ReturnType<typeof parseHTML>['document'];
type PageElement = NonNullable<PageDocument['documentElement']>;

/** Elements around an article, not part of it. */
const FRAME = 'nav, aside, footer, form, dialog, figcaption, menu, [hidden]';

/** Elements of an article between its paragraphs. */
const PARTS = 'table, ul, ol, dl, blockquote, pre';

/** Minimum length of a lead, in characters; shorter texts are bylines and labels. */
const MIN_LEAD = 60;
/** Minimum length of a paragraph of an article; teasers and boxes have shorter ones. */
const MIN_PARAGRAPH = 80;
/** Maximum number of leads: one or two texts, and a list of key points. */
const MAX_LEADS = 5;

/**
 * Moves neighbours of the text blocks of an article into them, if they are part of it: the lead
 * between the headline and the first block, and tables, lists and quotations between two blocks.
 * Readability keeps the best block and only paragraphs of its neighbours.
 */
export function gatherBlocks(document: PageDocument): void {
  const all = [...document.querySelectorAll('body *')] as PageElement[];
  const found = textBlocks(all);
  // A single paragraph before the text is the lead.
  const start = found.findIndex(({ paragraphs }) => paragraphs > 1);
  const blocks = found.slice(Math.max(0, start)).map(({ block }) => block);
  const [first] = blocks;
  if (first === undefined) return;
  const at = new Map(all.map((element, index) => [element, index]));
  const place = (element: PageElement) => at.get(element) ?? -1;
  const between = betweenBlocks(all.slice(place(first)), blocks, place);
  const leads = leadsBefore(all.slice(0, place(first)), first);
  for (const { part, block } of between) block.append(part);
  first.prepend(...leads);
}

/** Elements whose children include long paragraphs, in the order of the page. */
function textBlocks(all: readonly PageElement[]): { block: PageElement; paragraphs: number }[] {
  const blocks = new Map<PageElement, number>();
  for (const element of all) {
    const parent = element.parentElement as PageElement | null;
    if (element.localName !== 'p' || parent === null) continue;
    if (parent.localName === 'header' || parent.closest(`${FRAME}, li, td`) !== null) continue;
    if (isTextBlock(element, MIN_PARAGRAPH)) blocks.set(parent, (blocks.get(parent) ?? 0) + 1);
  }
  return [...blocks].map(([block, paragraphs]) => ({ block, paragraphs }));
}

/** Parts between the first and the last block that belong to none, with the block before each. */
function betweenBlocks(
  rest: readonly PageElement[],
  blocks: readonly PageElement[],
  place: (element: PageElement) => number,
): { part: PageElement; block: PageElement }[] {
  const starts = blocks.map(place);
  const last = starts.at(-1) ?? 0;
  return rest.flatMap((part) => {
    const index = starts.findLastIndex((start) => start < place(part));
    const block = blocks[index];
    const isBetween = block !== undefined && place(part) < last && part.matches(PARTS);
    if (!isBetween || blocks.some((each) => each.contains(part) || part.contains(each))) return [];
    const isNested = part.parentElement?.closest(`${PARTS}, ${FRAME}, header`) != null;
    return isNested || !isTextBlock(part, 1) ? [] : [{ part, block }];
  });
}

/** Texts between the headline, or the start of the article without one, and the first block. */
function leadsBefore(before: readonly PageElement[], block: PageElement): PageElement[] {
  const headline = before.findLastIndex(
    (element) =>
      element.localName === 'h1' ||
      (/^(?:article|main)$/.test(element.localName) && element.contains(block)),
  );
  const title = before[headline];
  if (title === undefined || (title.localName === 'h1' && block.contains(title))) return [];
  const leads: PageElement[] = [];
  for (const element of before.slice(headline + 1)) {
    if (leads.length >= MAX_LEADS) break;
    if ((title.localName === 'h1' && title.contains(element)) || element.contains(block)) continue;
    if (leads.some((lead) => lead.contains(element))) continue;
    const isList = /^(?:ul|ol)$/.test(element.localName);
    if (!isList && (!/^(?:p|h2|h3|div|strong|b)$/.test(element.localName) || hasBlocks(element))) {
      continue;
    }
    if (element.closest(FRAME) === null && isTextBlock(element, MIN_LEAD)) leads.push(element);
  }
  return leads.map(asParagraph);
}

/**
 * Converts a lead to a paragraph: it may be a heading, or text without a paragraph, which
 * Readability ignores.
 */
function asParagraph(element: PageElement): PageElement {
  if (/^(?:p|ul|ol)$/.test(element.localName)) return element;
  const paragraph = element.ownerDocument.createElement('p') as PageElement;
  paragraph.append(...element.childNodes);
  element.remove();
  return paragraph;
}

function hasBlocks(element: PageElement): boolean {
  return element.querySelector('p, div, section, ul, ol, table, h1, h2, h3, figure') !== null;
}

/** True if an element has at least `min` characters, most of them outside links. */
function isTextBlock(element: PageElement, min: number): boolean {
  const length = (element.textContent ?? '').trim().length;
  if (length < min) return false;
  let linked = 0;
  for (const link of element.querySelectorAll('a, button')) linked += link.textContent?.length ?? 0;
  return linked <= length / 4;
}
