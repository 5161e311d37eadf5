import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { evaluate } from './dashboard-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Loads axe into every document that the page opens. Sent once: adding it to each document took
 * longer than all of its rules.
 */
export async function withAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE);
}

/**
 * Those that may find something serious: a rule has one impact. Contrast is checked apart; the size of
 * what is clicked has no rule that is on by itself.
 */
const RULES = `Object.fromEntries(axe._audit.rules.flatMap(({ id, impact }) => {
  if (id === 'target-size') return [[id, { enabled: true }]];
  const isOff = id === 'color-contrast' || impact === 'minor' || impact === 'moderate';
  return isOff ? [[id, { enabled: false }]] : [];
}))`;

/** What axe finds that is serious or worse, as rule and element. */
export function serious(page: Page): Promise<string[]> {
  return runAxe(page, `rules: ${RULES}`);
}

/** What is too small to be hit, or too close to its neighbours, at the width that the page has now. */
export function smallTargets(page: Page): Promise<string[]> {
  return runAxe(page, "runOnly: ['target-size']");
}

/**
 * Chooses in the browser what is serious: the result also lists what passed. Frames hold what others
 * wrote; the preloaded style sheets are for a rule of minor impact.
 */
function runAxe(page: Page, rules: string): Promise<string[]> {
  const options = `{ resultTypes: ['violations'], iframes: false, preload: false, ${rules} }`;
  return evaluate(page, `axe.run(document, ${options}).then(${SERIOUS})`);
}

const SERIOUS = `({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)))`;
