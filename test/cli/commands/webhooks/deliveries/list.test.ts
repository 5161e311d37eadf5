import { expect, it } from 'vitest';
import { deliveries } from '../../../../../src/cli/commands/webhooks/deliveries/list.js';
import type { Context } from '../../../../../src/cli/verbs/context.js';
import { run } from '../../../../support/cli-host.js';

it.each([[['deliveries', '--limit', '0'], 'a whole number of at least 1, not "0"']])(
  'webhooks %j is wrong usage',
  async (words, message) => {
    const { code, stdout, stderr } = await run(['webhooks', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  },
);

it.each([
  [{}, { limit: 50 }],
  [
    { status: 'failed', limit: 7, offset: 2, since: new Date(0) },
    { status: 'failed', limit: 7, offset: 2, since: '1970-01-01T00:00:00.000Z' },
  ],
])('deliveries with %j are asked for with %j', async (options, query) => {
  const asked: object[] = [];
  async function* rows(given: object) {
    asked.push(given);
    yield* [{ id: 'dlv_1' }];
  }
  const context = {
    client: async () => ({ deliveries: rows }),
    during: (_: string, work: () => unknown) => work(),
    output: {
      async rows(given: AsyncIterable<unknown>) {
        for await (const _ of given);
      },
    },
  } as unknown as Context;
  await deliveries.run(context, { id: 'wh_a1B2c3D4e5F6g7H8' }, options);
  expect(asked).toEqual([
    {
      webhook: 'wh_a1B2c3D4e5F6g7H8',
      status: undefined,
      since: undefined,
      offset: undefined,
      ...query,
    },
  ]);
});
