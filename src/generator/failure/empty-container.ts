import { parentSelector } from '../page/parent-selector.js';
import type { Selectors } from '../page/selectors.js';
import { textOf } from '../page/text.js';
import type { ElementNode } from '../page/tree.js';
import { compileSelectors, SelectorError } from '../strategies/selector-matcher.js';
import type { Survey } from '../survey/survey.js';
import { EMPTY_LIST, LOADING } from './diagnose.js';

/**
 * Maximum number of words, and of texts, of a container that says that it is empty; one with more
 * has items of another structure.
 */
const MAX_WORDS = 15;
const MAX_TEXTS = 2;
/**
 * Maximum number of words of a container whose text is a known phrase for "empty": it may add what
 * to do next.
 */
const MAX_KNOWN_WORDS = 60;

/**
 * True if the container of the items, by their selector, is on the page without items: a list of
 * jobs if there are none. A container in which no items were found before may be filled by a
 * script, unless the page says that it is empty. @param isKnown true if the selectors found their
 * list in an earlier run
 */
export function hasEmptyContainer(
  survey: Survey,
  { items = '' }: Selectors,
  { isKnown }: { isKnown: boolean },
): boolean {
  const { page } = survey;
  const selector = parentSelector(items);
  if (selector === null) return false;
  try {
    const { items: test } = compileSelectors({ items: selector }, page.url);
    const containers = page.nodes.filter(
      (node): node is ElementNode =>
        node.kind === 'element' && node.parent !== null && test?.(node) === true,
    );
    const mayBeFilled = !isKnown && page.scripts.length > 0;
    return (
      containers.length > 0 &&
      containers.every((element) => holdsNothing(page, element, mayBeFilled))
    );
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

/** Maximum number of words of such a notice besides the known phrase. */
const MAX_NOTICE_WORDS = 5;

/**
 * True if the only item is a notice without a link that the list is empty: `<li>No vacancies</li>`.
 */
export function isEmptyNotice(
  items: readonly { title: string; url: string }[],
  { url }: { url: string },
): boolean {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) return false;
  if (item.url.split('#', 1)[0] !== url.split('#', 1)[0] || !EMPTY_LIST.test(item.title))
    return false;
  const rest = item.title.replace(EMPTY_LIST, ' ');
  return (rest.match(/[\p{L}\p{N}]+/gu) ?? []).length <= MAX_NOTICE_WORDS;
}

function holdsNothing(
  { nodes, words, linkCount }: Survey['page'],
  element: ElementNode,
  mayBeFilled: boolean,
): boolean {
  const count = words.in(element);
  if (count > MAX_KNOWN_WORDS) return false;
  const text = textOf(nodes, element);
  if (EMPTY_LIST.test(text)) return true;
  if (mayBeFilled || LOADING.test(text) || linkCount.in(element) > 0) return false;
  const texts = nodes.slice(element.index, element.end).filter(({ kind }) => kind === 'text');
  return count <= MAX_WORDS && texts.length <= MAX_TEXTS;
}
