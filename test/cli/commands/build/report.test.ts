import { expect, it } from 'vitest';
import {
  feedProblem,
  markdownReport,
  needsAttention,
} from '../../../../src/cli/commands/build/report.js';
import { run } from '../../../support/cli-host.js';

type Feed = Parameters<typeof needsAttention>[0];

const FINE = {
  title: 'Fine',
  source: 'https://a.example/',
  health: 'active',
  failingSince: null,
  isDrifted: false,
  error: null,
  fetched: { outcome: 'unchanged', itemsNew: 0, itemsChanged: 3 },
};
const feed = (facts: object = {}) => ({ ...FINE, ...facts }) as unknown as Feed;
const failed = feed({
  title: 'a|b *c*\n@d',
  fetched: { outcome: 'failed', itemsNew: 0, itemsChanged: 0 },
  failingSince: '2026-01-15T12:10:00.000Z',
  error: { message: 'No answer.' },
});
const drifted = feed({ title: 'Drifted', isDrifted: true, fetched: null });

it.each([
  [feed(), false, 'It is not fetched.'],
  [feed({ fetched: null }), false, 'It is not fetched.'],
  [failed, true, 'No answer.'],
  [feed({ health: 'failing' }), true, 'It is not fetched.'],
  [feed({ health: 'inactive' }), true, 'It is not fetched.'],
  [drifted, true, 'The page changed, and its list of items was not found.'],
])('a person looks at %o: %s', (each, looked, problem) => {
  expect([needsAttention(each), feedProblem(each)]).toEqual([looked, problem]);
});

it.each(['0', '1001'])('--concurrency %s is wrong usage', async (typed) => {
  const { code, stderr } = await run(['build', 'x.yaml', '--out', 'x', '--concurrency', typed]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`from 1 to 1000, not "${typed}"`)]);
});

it('is short where all is well', () => {
  expect(markdownReport({ feeds: [feed()], bundles: [] }, ['a.xml'])).toBe(
    '## All 1 feeds are fine\n\nNo new items.\n\n1 feed, 0 bundles, 1 file written.\n',
  );
});

it('names what is wrong and what is new, in a line of a table that stays one', () => {
  const fetched = { outcome: 'changed', itemsNew: 1, itemsChanged: 0 };
  const feeds = [feed(), failed, drifted, feed({ title: 'News', fetched })];
  expect(markdownReport({ feeds, bundles: [] }, []).split('\n')).toEqual([
    '## 2 of 4 feeds need attention',
    '',
    '| Feed | Source | Failing since | Problem |',
    '|---|---|---|---|',
    '| a&#124;b &#42;c&#42; &#64;d | https://a.example/ | 2026-01-15 | No answer. |',
    '| Drifted | https://a.example/ |  | The page changed, and its list of items was not found. |',
    '',
    'The published files keep the last items of these feeds.',
    '',
    '| Feed | New | Changed |',
    '|---|---:|---:|',
    '| News | 1 | 0 |',
    '',
    '4 feeds, 0 bundles, 0 files written.',
    '',
  ]);
});
