import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { RenderStep } from '../../../src/contract/index.js';
import { takeStep } from '../../../src/service/render/take-step.js';

/** Takes a step in a page whose elements answer so; what the page was asked for. */
async function take(
  step: RenderStep,
  { error, height }: { error?: unknown; height?: number } = {},
) {
  const asked: unknown[] = [];
  const does = (name: string) => async (options: object) => {
    asked.push([name, options]);
    if (error !== undefined) throw error;
  };
  const page = {
    mouse: {
      move: async () => {},
      wheel: async (x: number, y: number) => void asked.push([x, y]),
    },
    viewportSize: () => (height === undefined ? null : { height }),
    locator: (css: string) => {
      asked.push(css);
      return { first: () => ({ click: does('click'), waitFor: does('waitFor') }) };
    },
    url: () => 'https://a.test/',
  } as unknown as Page;
  const failed = await takeStep(page, step).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { asked, failed };
}
const WAIT: RenderStep = { kind: 'wait', selector: '.a' };

it.each<[RenderStep, { height?: number }, unknown[]]>([
  [{ kind: 'scroll' }, { height: 700 }, Array(5).fill([0, 700])],
  [{ kind: 'scroll' }, {}, Array(5).fill([0, 2400])],
  [WAIT, {}, ['css=.a', ['waitFor', { timeout: 4000 }]]],
  [
    { kind: 'click', selector: '.a' },
    {},
    ['css=.a', ['click', { timeout: 4000, noWaitAfter: true }]],
  ],
])('takes %j', async (step, page, asked) => {
  expect(await take(step, page)).toEqual({ asked, failed: null });
});

it.each([
  [
    Object.assign(new Error('x'), { name: 'TimeoutError' }),
    'The step wait=.a was not possible within 4 s: no such visible element at https://a.test/.',
  ],
  [new Error('Unexpected token in a selector'), 'The step wait=.a is not a valid CSS selector.'],
])('names the step that cannot be done: %s', async (error, message) => {
  expect((await take(WAIT, { error })).failed).toMatchObject({
    code: 'SOURCE_INVALID',
    message,
    cause: error,
  });
});

it.each([[new Error('The browser is gone')], ['a selector'], [{ name: 'TimeoutError' }]])(
  'leaves other failures as they are: %s',
  async (error) => {
    expect((await take(WAIT, { error })).failed).toBe(error);
  },
);
