import { expect, it } from 'vitest';
import { applyPlan } from '../../../../src/cli/manifest/apply/apply-plan.js';
import type { Change, Member } from '../../../../src/cli/manifest/plan/change.js';
import type { FeedClient } from '../../../../src/client/index.js';

const member = (name: string, feedId?: string): Member => ({
  source: { url: `https://${name}.example/` },
  feedId,
});

/** What became of the changes, and the calls that they took. */
async function applied(...changes: Change[]) {
  const calls: string[] = [];
  const answers = { createBundle: { id: '_new' }, createFeed: { id: 'new', items: [] } };
  const client = new Proxy({} as FeedClient, {
    get:
      (_, name: string) =>
      async (...given: unknown[]) => {
        calls.push(`${name} ${given.filter((each) => typeof each === 'string').join(' ')}`.trim());
        return { ...Reflect.get(answers, name) };
      },
  });
  const { signal } = new AbortController();
  const results = [];
  const kind = { isOurs: true, writes: 2, reads: 2 };
  for await (const result of applyPlan({ changes }, { client, signal, ...kind }))
    results.push(result);
  return { calls, results };
}

const bundle = (facts: object): Change =>
  ({
    action: 'update',
    kind: 'bundle',
    fields: {},
    values: {},
    add: [],
    remove: [],
    ...facts,
  }) as unknown as Change;

it.each([
  [1, '1 member is still missing: its feed could not be created.'],
  [2, '2 members are still missing: their feeds could not be created.'],
])('a bundle without %i of its members is a failure that says so', async (count, message) => {
  const add = [member('a', 'a'), ...['b', 'c'].slice(0, count).map((name) => member(name))];
  const { calls, results } = await applied(bundle({ action: 'create', name: 'All', add }));
  expect(results).toMatchObject([{ ok: false, error: { code: 'MEMBERS_MISSING', message } }]);
  expect(calls).toEqual(['createBundle']);
});

it('changes what differs, feeds before bundles, and takes away in the end', async () => {
  const { calls, results } = await applied(
    bundle({ id: '_1', name: 'One', values: { name: 'Uno' }, add: [member('a', 'a')] }),
    bundle({ id: '_2', name: 'Two', remove: [member('b', 'b')] }),
    { action: 'delete', kind: 'feed', id: 'gone', fields: {}, values: {}, source: { url: 'x:' } },
    bundle({ action: 'delete', id: '_3', name: 'Three' }),
    {
      action: 'update',
      kind: 'feed',
      id: 'a',
      fields: {},
      values: { title: 'T' },
      source: { url: 'y:' },
    },
    {
      action: 'update',
      kind: 'feed',
      id: 'b',
      fields: {},
      values: { customAuthor: 'C' },
      source: { url: 'z:' },
    },
  );
  expect(calls).toEqual([
    'updateFeed a',
    'updateFeedSettings b',
    'updateBundle _1',
    'addFeedToBundle _1 a',
    'removeFeedFromBundle _2 b',
    'deleteFeed gone',
    'deleteBundle _3',
  ]);
  expect(results.map((result) => result.ok && result.id)).toEqual([
    ...['a', 'b', '_1', '_2', 'gone', '_3'],
  ]);
});
