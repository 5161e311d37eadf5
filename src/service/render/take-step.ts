import type { Page } from 'playwright-core';
import type { RenderStep } from '../../contract/index.js';
import { SourceError } from '../fetch/index.js';

/** Time for one step, in milliseconds; the time of the page limits all of them. */
const STEP_MS = 4000;

/** Distance of one scroll, in heights of the window. */
const SCROLLS = 5;

/**
 * Takes one step on a page that has settled. @throws SourceError SOURCE_INVALID with the step that
 * failed
 */
export async function takeStep(page: Page, step: RenderStep): Promise<void> {
  if (step.kind === 'scroll') {
    await page.mouse.move(1, 1);
    for (let turn = 0; turn < SCROLLS; turn += 1) {
      const { height } = page.viewportSize() ?? { height: 2400 };
      await page.mouse.wheel(0, height);
    }
    return;
  }
  const { kind, selector } = step;
  const element = page.locator(`css=${selector}`).first();
  try {
    if (kind === 'click') await element.click({ timeout: STEP_MS, noWaitAfter: true });
    else await element.waitFor({ timeout: STEP_MS });
  } catch (error) {
    throw stepError(`${kind}=${selector}`, error, page.url());
  }
}

function stepError(step: string, error: unknown, url: string): unknown {
  const text = error instanceof Error ? error.message : '';
  const fail = (problem: string) =>
    new SourceError('SOURCE_INVALID', `The step ${step} ${problem}.`, { cause: error });
  if (error instanceof Error && error.name === 'TimeoutError') {
    return fail(`was not possible within ${STEP_MS / 1000} s: no such visible element at ${url}`);
  }
  if (/selector/i.test(text)) return fail('is not a valid CSS selector');
  return error;
}
