import { expect, it } from 'vitest';
import type { RenderChoice } from '../../../src/contract/index.js';
import {
  checkRendering,
  isAlwaysRendered,
  isRenderedNow,
} from '../../../src/service/sources/rendering.js';
import type { ReadingState, UrlSource } from '../../../src/service/sources/source-reader.js';

const source = (render: RenderChoice | undefined, steps: string[] | undefined) =>
  ({ render, steps }) as UrlSource;
const state = (origin: ReadingState['origin'], rule: unknown) => ({ origin, rule }) as ReadingState;
const RENDERED = state('page', { rendered: true, rule: null });

it.each<[RenderChoice, string[], boolean, string | null]>([
  ['never', [], false, null],
  ['never', ['scroll'], true, '"steps"'],
  ['auto', [], false, null],
  ['auto', ['scroll'], true, null],
  ['auto', ['scroll'], false, '"steps"'],
  ['always', [], true, null],
  ['always', [], false, '"render"'],
])('render %s, steps %j and a browser: %s', (render, steps, hasBrowser, field) => {
  const check = () => checkRendering({ render, steps }, hasBrowser);
  if (field === null) expect(check).not.toThrow();
  else expect(check).toThrow(field);
});

it.each<[RenderChoice | undefined, string[] | undefined, boolean]>([
  ['always', [], true],
  ['never', ['scroll'], false],
  ['auto', ['scroll'], true],
  [undefined, ['scroll'], true],
  ['auto', [], false],
  [undefined, undefined, false],
])('render %s and steps %j open a page in a browser: %s', (render, steps, expected) => {
  expect(isAlwaysRendered(source(render, steps))).toBe(expected);
  expect(isRenderedNow(source(render, steps), state('page', null))).toBe(expected);
  expect(isRenderedNow(source(render, steps), state('feed', null))).toBe(false);
  expect(isRenderedNow(source(render, steps), RENDERED)).toBe(render !== 'never');
});
