import { one } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';

const VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'revoked', kind: 'state' },
  ],
};

export const revoke = defineVerb({
  name: 'revoke',
  summary: 'End an API key at once',
  description:
    'Ends an API key at once and for good: requests with it are refused from now on. Asks first on a terminal; elsewhere it needs --yes.',
  arguments: { id: one('ID', 'the key to revoke, c_…') },
  options: { account: accountOption },
  examples: [['feedctl service keys revoke c_2rTq8Zk1', 'Shut out whoever has this key']],
  output: { id: 'c_2rTq8Zk1', revoked: true },
  exitCodes: [1, 3, 7],
  async run(context, { id }, { account }) {
    const { confirm } = await import('../../base/confirm.js');
    const { keysOf, withOperator } = await import('../operator.js');
    await confirm(context, `Revoke key ${id} for good?`, 'Nothing was revoked.');
    const revoked = await withOperator(context, async (service) =>
      (await keysOf(service, account)).revoke(id),
    );
    await context.output.record(revoked, VIEW);
    return undefined;
  },
});
