import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { followPage } from '../../../src/service/changes/follow-page.js';
import type { FollowedBefore } from '../../../src/service/changes/follow-text.js';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { closeWorkers } from '../../../src/service/core/worker/pool.js';
import { RUN_FACTOR } from '../../support/property-runs.js';

const url = 'https://example.com/';
const INTRO = '<p>These are the lines that we keep for everybody who comes here to read them.</p>';
const page = (lines: readonly string[]) =>
  `<!doctype html><html><head><title>Lines</title></head><body><main>${INTRO.repeat(4)}${lines
    .map((line) => `<p>${line}</p>`)
    .join('')}</main></body></html>`;

/** Follows from one state of a page to the next one, and counts the turns of the event loop meanwhile. */
async function follow(before: readonly string[], after: readonly string[]) {
  const fetched = (html: string) => ({
    ...{ url, html, kind: 'html' as const, now: 0, selector: null },
    again: async () => ({ url, html, kind: 'html' as const }),
  });
  const { document } = await followPage({ ...fetched(page(before)), before: null });
  const known = { ...document.followed, fetches: 1, failingSince: null } as FollowedBefore;
  const work = { turns: 0, isDone: false };
  const turn = () => {
    work.turns += 1;
    if (!work.isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const next = await followPage({ ...fetched(page(after)), before: known });
  work.isDone = true;
  return { entries: next.document.entries, turns: work.turns };
}

/** Signs without an order that repeats. */
const signs = (line: number, shift: number) =>
  Array.from({ length: 500 }, (_, at) => '!?;:,()[]%$'[(at * (line + 3) + shift * at * at) % 11])
    .join('')
    .concat(` §${line}`);

const numbers = Array.from({ length: 490 }, (_, line) => line);

/** Each element has a name and the next one, and the last one all lines. */
const nested = (load: number) =>
  `${Array.from({ length: 350 }, (_, n) => `<div><p>${n}</p><div>`).join('')}${'<p>x</p>'.repeat(
    20_000,
  )}<p>${load} %</p>`;

/** Shapes whose comparison takes the square of their size; FEEDCTL_TEST_RUNS=2 tries all. */
const HOSTILE: [string, string[], string[]][] = [
  ['signs', numbers.map((line) => signs(line, 1)), numbers.map((line) => signs(line, 2))],
  [
    'very many short lines',
    Array.from({ length: 10_000 }, (_, n) => `${n % 977}x`),
    Array.from({ length: 10_000 }, (_, n) => `${n % 983}y`),
  ],
  ['elements within elements', [nested(100)], [nested(101)]],
  // Few lines, but long ones.
  [
    'paragraphs of signs',
    numbers.slice(0, 200).map((line) => signs(line, 1)),
    numbers.slice(0, 200).map((line) => signs(line, 2)),
  ],
  ['reversed lines', numbers.map((n) => `a${n}`), numbers.map((n) => `a${n}`).reverse()],
  [
    'lines of two words in turn',
    numbers.map((line) => `${'a b '.repeat(120)}§${line}`),
    numbers.map((line) => `${'b c a '.repeat(80)}§${line}`),
  ],
];

const hasBuild = existsSync('dist/reading-worker.cjs');

describe('the comparison of a long text', () => {
  afterAll(() => closeWorkers());

  const tried = RUN_FACTOR > 1 ? HOSTILE : HOSTILE.slice(0, 3);
  it.runIf(hasBuild).each(tried)('leaves the event loop to others: %s', async (_, one, other) => {
    // In this thread it takes none; how many there are meanwhile depends on the load of the machine.
    expect((await follow(one, other)).turns).toBeGreaterThan(1);
  });
});

it('compares the words of lines until its budget is spent, and shows the others as a whole', async () => {
  const lines = (word: string) => numbers.map((n) => `${`${n} ${word} `.repeat(60)}${n} end`);
  const { entries } = await follow(lines('old'), lines('new'));
  const [html = ''] = entries.map((entry: SourceEntry) => entry.descriptionHtml);
  const paragraphs = html.split('</p>');
  expect(paragraphs[0]).toBe(`<p>${'0 <del>old</del><ins>new</ins> '.repeat(60)}0 end`);
  expect(paragraphs).toContain(`<p><del>${'249 old '.repeat(60)}249 end</del>`);
});
