import { expect, it } from 'vitest';
import { printList, wantedRows } from '../../../../src/cli/commands/base/list.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import type { Rows } from '../../../../src/client/index.js';
import { run } from '../../../support/cli-host.js';

interface Facts {
  count: number;
  limit?: number | undefined;
  offset?: number;
  more?: boolean;
  total?: number;
  shifted?: boolean;
}

/** What is printed and said of a list of so many rows. */
async function printed({ count, limit, offset, more = false, total, shifted = false }: Facts) {
  const ids = Array.from({ length: count }, (_, at) => ({ id: `f${at}` }));
  async function* rows() {
    yield* ids;
  }
  const said: string[] = [];
  const say = (kind: string) => async (text: string) => void said.push(`${kind}: ${text}`);
  const shown: unknown[] = [];
  const context = {
    typed: ['feeds', 'list', '--limit', '1'],
    during: (_: string, work: () => unknown) => work(),
    notes: { hint: say('hint'), note: say('note'), warn: say('warning') },
    output: {
      async rows(given: AsyncIterable<unknown>) {
        for await (const row of given) shown.push(row);
      },
    },
  } as unknown as Context;
  await printList(context, {
    view: { one: 'feed', many: 'feeds', columns: [] },
    empty: 'No feeds yet.',
    rows: Object.assign(rows(), { more, total, shifted }) as unknown as Rows<{ id: string }>,
    limit,
    offset,
  });
  expect(shown).toEqual(ids);
  return said;
}

it.each<[Facts, string[]]>([
  [{ count: 0 }, ['hint: No feeds yet.']],
  [{ count: 0, offset: 1 }, []],
  [{ count: 2 }, []],
  [{ count: 2, limit: 2 }, []],
  [{ count: 2, more: true }, []],
  [
    { count: 1, limit: 1, more: true },
    ['note: Showing 1 feed; there may be more. Next: feedctl feeds list --offset 1 --limit 1'],
  ],
  [
    { count: 2, limit: 2, offset: 3, more: true, total: 9 },
    ['note: Showing 2 feeds; there are 9. Next: feedctl feeds list --offset 5 --limit 2'],
  ],
  [
    { count: 1, shifted: true },
    [
      'warning: The list changed while it was being read. Run the command again for a consistent result.',
    ],
  ],
])('of %j is said %j', async (facts, said) => {
  expect(await printed(facts)).toEqual(said);
});

it('a list has a hundred rows unless another number or all are wanted', () => {
  expect(wantedRows({ limit: undefined, all: false })).toBe(100);
  expect(wantedRows({ limit: 5, all: false })).toBe(5);
  expect(wantedRows({ limit: undefined, all: true })).toBeUndefined();
});

it.each([
  ['bundles list --limit 0', 'a whole number of at least 1, not "0"'],
  ['bundles list --limit 5 --all', '--all and --limit cannot be combined'],
])('%s is wrong usage', async (line, message) => {
  const { code, stderr } = await run(line.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
