import { compile } from 'css-select';
import { createCssAdapter } from '../page/css-adapter.js';
import type { Selectors } from '../page/selectors.js';
import { BudgetExceeded, StepBudget } from '../page/step-budget.js';
import type { ElementNode, PageNode } from '../page/tree.js';

/** Error for a selector of the caller that does not parse, or is too expensive for the page. */
export class SelectorError extends Error {}

/** True if the caller's selector matches an element. */
export type Matcher = (element: ElementNode) => boolean;

/**
 * Maximum number of steps of all selectors of one page. A class on the largest page takes 0.6
 * million, `:nth-child(odd)` on 3,000 siblings 9 million; 10 million take about 0.2 s.
 */
const MAX_STEPS = 10_000_000;

/** Maximum length of the part of a selector that an error quotes, in characters. */
const MAX_SHOWN = 100;

/**
 * Compiles the selectors of a caller. They share one budget of steps, which the matchers consume.
 * @param url address of the page, for errors
 * @throws SelectorError for a selector that does not parse, and from a matcher if the selectors are
 * too expensive for the page
 */
export function compileSelectors(
  selectors: Selectors,
  url: string,
): Record<keyof Selectors, Matcher | null> {
  const adapter = createCssAdapter(new StepBudget(MAX_STEPS));
  const matcher = (field: keyof Selectors): Matcher | null => {
    const selector = selectors[field];
    if (selector === undefined) return null;
    const test = compileSelector(selector, field, adapter);
    return (element) => {
      try {
        return test(element);
      } catch (cause) {
        throw cause instanceof BudgetExceeded ? tooExpensive(selector, field, url, cause) : cause;
      }
    };
  };
  return {
    text: matcher('text'),
    items: matcher('items'),
    title: matcher('title'),
    link: matcher('link'),
    date: matcher('date'),
    image: matcher('image'),
  };
}

function compileSelector(
  selector: string,
  field: string,
  adapter: ReturnType<typeof createCssAdapter>,
): Matcher {
  try {
    return compile<PageNode, ElementNode>(selector, { adapter, cacheResults: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SelectorError(
      `selectors.${field} is not a CSS selector: ${reason}. Try it in a browser's console with document.querySelectorAll.`,
      { cause },
    );
  }
}

function tooExpensive(selector: string, field: string, url: string, cause: Error): SelectorError {
  const shown = selector.length > MAX_SHOWN ? `${selector.slice(0, MAX_SHOWN)}…` : selector;
  return new SelectorError(
    `selectors.${field} is too expensive for the page at ${url}: ${shown} was stopped after ${MAX_STEPS / 1e6} million steps. ` +
      'Use a class, an id or a child path instead of :has(), :nth-child(), "~" or "+" on long lists.',
    { cause },
  );
}
