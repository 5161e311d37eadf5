import { isNamed } from './class-names.js';
import type { ElementNode } from './tree.js';

/** Class names by which the common frameworks keep text for screen readers only. */
const SCREEN_READER =
  /^(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|element-invisible|u-hidden-visually|assistive-text|offscreen|show-for-sr|a11y-hidden)$/i;

const INVISIBLE_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Levels at which "hidden" means "until the script has run", not "never": the page itself. */
const OUTER_LEVELS = 3;

/** Whether the element alone hides its content from a reader of the page. */
export function isMuted(element: ElementNode): boolean {
  const { attributes } = element;
  if (isNamed(element, SCREEN_READER)) return true;
  if (element.depth <= OUTER_LEVELS) return false;
  for (let at = 0; at < attributes.length; at += 2) {
    const name = attributes[at];
    const value = attributes[at + 1] ?? '';
    if (name === 'hidden' && value !== 'until-found') return true;
    if (name === 'style' && INVISIBLE_STYLE.test(value)) return true;
  }
  return false;
}
