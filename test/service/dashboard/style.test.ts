import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BASE } from '../../../src/service/dashboard/style/base.js';
import { PARTS } from '../../../src/service/dashboard/style/parts.js';

const FOLDER = 'src/service/dashboard';

it('every class of the style sheet is used by a page', () => {
  const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') || path === 'pages.ts')
    .map((path) => readFileSync(`${FOLDER}/${path}`, 'utf8'))
    .join('\n');
  const selectors = (BASE + PARTS).replace(/\{[^{}]*\}/g, '{}');
  const classes = new Set(
    [...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
  expect(classes.size).toBeGreaterThan(100);
  // Colours of lists have numbers.
  const isUsed = (name: string) =>
    /^m\d$/.test(name) || new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(pages);
  expect([...classes].filter((name) => !isUsed(name))).toEqual([]);
});
