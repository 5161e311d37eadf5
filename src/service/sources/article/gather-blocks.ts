import type { parseHTML } from 'linkedom';

type PageDocument = ReturnType<typeof parseHTML>['document'];
type PageElement = NonNullable<PageDocument['documentElement']>;

/** Parts of a page that are around its article. */
const FRAME = 'nav, aside, footer, form, dialog, figcaption, menu, [hidden]';

/** What an article has between its paragraphs. */
const PARTS = 'table, ul, ol, dl, blockquote, pre';

/** Shorter texts are bylines and labels. */
const MIN_LEAD = 60;
/** A paragraph of an article; shorter ones stand in teasers and boxes. */
const MIN_PARAGRAPH = 80;
/** A lead is a text or two, and a list of what matters. */
const MAX_LEADS = 5;

/**
 * Moves into the blocks of text of an article what stands next to them and is part of it: the lead between
 * the headline and the first block, and tables, lists and quotations between two blocks. Readability takes
 * the best block, and of what is next to it only paragraphs.
 */
export function gatherBlocks(document: PageDocument): void {
  const all = [...document.querySelectorAll('body *')] as PageElement[];
  const found = textBlocks(all);
  // A lead is one paragraph, and stands before the text.
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

/** Elements with paragraphs of some length as children, in the order of the page. */
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

/** The parts between the first and the last block that are in none, each with the block before it. */
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

/** A heading below the headline is its lead, and Readability takes a text in no paragraph for none. */
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

/** Whether an element has so many characters, most of them in no link. */
function isTextBlock(element: PageElement, min: number): boolean {
  const length = (element.textContent ?? '').trim().length;
  if (length < min) return false;
  let linked = 0;
  for (const link of element.querySelectorAll('a, button')) linked += link.textContent?.length ?? 0;
  return linked <= length / 4;
}
