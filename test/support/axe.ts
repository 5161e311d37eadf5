import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { evaluate } from './dashboard-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Frames hold what others wrote; the preloaded style sheets are for a rule of minor impact. */
const FAST = { resultTypes: ['violations'], iframes: false, preload: false } as const;

/**
 * Loads axe into every document that the page opens. Sent once: adding it to each document took
 * longer than all of its rules.
 */
export async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE);
}

/** What axe finds that is serious or worse, as rule and element; contrast is checked apart. */
export function serious(page: Page): Promise<string[]> {
  return runAxe(page, 'document', { rules: { 'color-contrast': { enabled: false } } });
}

/**
 * The texts that are too faint. A combination of colours and size that a page of `seen` had is not
 * checked again: the rule takes half of axe's time, and the pages share a style sheet.
 */
export async function faint(page: Page, seen: Set<string>): Promise<string[]> {
  const known = `new Set(${JSON.stringify([...seen])})`;
  const combinations = await evaluate<string[]>(page, `${MARK_COMBINATIONS}(${known})`);
  for (const each of combinations) seen.add(each);
  if (combinations.length === 0) return [];
  return runAxe(page, '"[data-new]"', { runOnly: ['color-contrast'] });
}

/** Marks one element for each combination that is new, and returns these. */
const MARK_COMBINATIONS = `((known) => [...document.querySelectorAll('body *')].flatMap((element) => {
  element.removeAttribute('data-new');
  const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!text || !element.checkVisibility()) return [];
  const { color, fontSize, fontWeight } = getComputedStyle(element);
  const parts = [color, fontSize, fontWeight];
  for (let at = element; at !== null; at = at.parentElement) {
    const { backgroundColor, opacity } = getComputedStyle(at);
    if (opacity !== '1') parts.push(opacity);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(backgroundColor);
    if (backgroundColor.startsWith('rgb(')) break;
  }
  const combination = parts.join(' ');
  if (known.has(combination)) return [];
  known.add(combination);
  element.setAttribute('data-new', '');
  return [combination];
}))`;

/** Chooses in the browser what is serious: the result also lists what passed. */
function runAxe(page: Page, context: string, options: RunOptions): Promise<string[]> {
  const settings = JSON.stringify({ ...FAST, ...options });
  return evaluate(page, `axe.run(${context}, ${settings}).then(${SERIOUS})`);
}

const SERIOUS = `({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)))`;
