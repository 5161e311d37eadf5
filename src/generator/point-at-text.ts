import { chainOf, classUses, cssOfOne } from './element-path.js';
import { contains, type ElementNode } from './page/tree.js';
import type { Suggestion } from './suggest-selectors.js';
import type { Survey } from './survey/survey.js';

/** A text of a page, with the number of its pieces. */
type Part = Pick<Suggestion, 'items' | 'titles' | 'selectors'>;

/** Maximum number of parts to choose from, and number of pieces shown of each. */
const MAX_PARTS = 4;
const SHOWN_TEXTS = 3;
/** Maximum length of a selector in characters, the same as of other selectors. */
const MAX_SELECTOR = 1000;

/**
 * The wanted elements, and each part around all of them that has more text; a part with unwanted
 * elements is left out.
 */
export function partsAround(
  survey: Survey,
  wanted: readonly ElementNode[],
  unwanted: readonly ElementNode[],
): Part[] {
  const { page } = survey;
  const uses = classUses(survey);
  const touches = (one: ElementNode) => (other: ElementNode) =>
    contains(one, other) || contains(other, one);
  const left = wanted.filter((one) => !unwanted.some(touches(one)));
  const outer = left.filter((one) => !left.some((other) => other !== one && contains(other, one)));
  const [first, ...others] = outer;
  if (first === undefined) return [];
  const around = chainOf(first).filter(
    (part) =>
      part !== first &&
      others.every((other) => contains(part, other)) &&
      !unwanted.some((one) => contains(part, one)),
  );
  const parts: Part[] = [];
  for (const elements of [outer, ...around.map((part) => [part])]) {
    const texts = elements.flatMap(({ index, end }) => page.texts.list(index, end));
    const text = elements.map((one) => cssOfOne(one, uses)).join(', ');
    if (texts.length === (parts.at(-1)?.items ?? 0) || text.length > MAX_SELECTOR) continue;
    const titles = texts.slice(0, SHOWN_TEXTS).map((node) => node.text.trim());
    parts.push({ items: texts.length, titles, selectors: { text } });
    if (parts.length === MAX_PARTS) break;
  }
  return parts;
}
