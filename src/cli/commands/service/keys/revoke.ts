import { defineVerb, one } from '../../../frame.js';
import type { RecordView } from '../../../output/view.js';

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
  examples: [['feedctl service keys revoke c_2rTq8Zk1', 'Shut out whoever has this key']],
  output: { id: 'c_2rTq8Zk1', revoked: true },
  exitCodes: [1, 3, 7],
  async run(context, { id }) {
    const { confirm } = await import('../../base/confirm.js');
    const { withOperator } = await import('../operator.js');
    await confirm(context, `Revoke key ${id} for good?`, 'Nothing was revoked.');
    const revoked = await withOperator(context, ({ operator }) => operator.keys.revoke(id));
    await context.output.record(revoked, VIEW);
    return undefined;
  },
});
