import { expect, it } from 'vitest';
import { printResult, throwProblems } from '../../../../src/cli/commands/build/show-result.js';
import { CliError } from '../../../../src/cli/kit/index.js';

type Result = Parameters<typeof printResult>[2];

const feed = (facts: object = {}) => ({
  ...{ slug: 'a', title: 'A', source: 'https://a.example/', health: 'active', isDrifted: false },
  ...{ summary: { title: 'Shown', items: 7 }, error: null },
  fetched: { outcome: 'updated', itemsNew: 2, itemsChanged: 1 },
  ...facts,
});
const FAILED = feed({
  slug: null,
  error: { message: 'No answer.' },
  fetched: { outcome: 'failed', itemsNew: 0, itemsChanged: 0 },
});
const FRESH = feed({ slug: 'b', summary: null, fetched: null });

/** What is printed and noted of a build in a format. */
async function printed(result: object, format = 'table') {
  const said: unknown[] = [];
  const say = async (value: unknown) => void said.push(value);
  const output = { format, report: say, record: say };
  const facts = { built: { feeds: [feed()], bundles: [] }, written: [], removed: [], ...result };
  await printResult({ output, notes: { note: say } } as never, 'out', facts as unknown as Result);
  return said;
}

it.each([
  [{}, '1 of 1 sources fetched, 2 new items, out is up to date.'],
  [{ written: ['a', 'b'] }, '1 of 1 sources fetched, 2 new items, 2 files written to out.'],
  [
    { written: ['a'], removed: ['b'] },
    '1 of 1 sources fetched, 2 new items, 1 file written to out, 1 deleted.',
  ],
  [{ removed: ['a'] }, '1 of 1 sources fetched, 2 new items, 0 files written to out, 1 deleted.'],
  [
    { built: { feeds: [feed(), FAILED, FRESH], bundles: [] } },
    '1 of 3 sources fetched, 2 new items, 1 failed, out is up to date.',
  ],
])('%o is said in a line', async (result, line) => {
  expect(await printed(result)).toEqual([line]);
});

it('a bundle that is longer than its files is noted', async () => {
  const bundle = (title: string, isCut: boolean) => ({
    slug: 'm',
    title,
    isCut,
    summary: { items: 500 },
  });
  const built = { feeds: [feed(), FRESH], bundles: [bundle('Short', false), bundle('Mix', true)] };
  expect((await printed({ built }))[0]).toMatch(
    /^The files of the bundle "Mix" hold its newest 500/,
  );
  expect((await printed({ built }, 'json')).at(-1)).toMatchObject({
    feeds: [
      { title: 'Shown', outcome: 'updated', new: 2, changed: 1, items: 7 },
      { title: 'A', outcome: null, new: 0, changed: 0, items: 0 },
    ],
    bundles: [
      { title: 'Short', items: 500, complete: true },
      { title: 'Mix', complete: false },
    ],
  });
});

it.each([
  [[feed(), FRESH], false, undefined],
  [[feed({ health: 'failing' })], false, undefined],
  [[feed(), FAILED], false, [8, '1 of 2 feeds could not be fetched.', /^The site was written/]],
  [[FAILED], false, [8, 'None of 1 feed could be fetched.', /^Is this machine online\? The site/]],
  [[feed(), feed({ isDrifted: true })], true, [9, '1 of 2 feeds need attention.', /^The site/]],
] as const)('%o, strictly: %s', (feeds, strict, expected) => {
  const thrown = () => throwProblems({ feeds } as unknown as Result['built'], strict);
  if (expected === undefined) return expect(thrown).not.toThrow();
  const [exitCode, message, hint] = expected;
  const error = { exitCode, message, hint: expect.stringMatching(hint) };
  expect(thrown).toThrow(expect.objectContaining(error));
});

it('names the first 20 feeds with a problem, by slug or address', () => {
  const detail = (...feeds: object[]) => {
    try {
      throwProblems({ feeds } as unknown as Result['built'], false);
    } catch (error) {
      return error instanceof CliError ? error.detail : error;
    }
    return undefined;
  };
  expect(detail(FAILED, { ...FAILED, slug: 'b' })).toBe(
    'https://a.example/: No answer.\nb: No answer.',
  );
  expect(detail(...Array(20).fill(FAILED))).not.toContain('--report');
  expect(detail(...Array(21).fill(FAILED))).toMatch(/1 more; --report FILE has all\.$/);
});
