import { one } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';

const VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'deleted', kind: 'state' },
  ],
};

export const deleteWebhook = defineVerb({
  name: 'delete',
  summary: 'Delete a webhook with its deliveries',
  description:
    'Deletes a webhook with its history and what still waits for it. Asks first on a terminal; elsewhere it needs --yes.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: { account: accountOption },
  examples: [['feedctl service webhooks delete wh_a1B2c3D4e5F6g7H8', 'Send nothing there again']],
  output: { id: 'wh_a1B2c3D4e5F6g7H8', deleted: true },
  exitCodes: [1, 3, 7],
  async run(context, { id }, { account }) {
    const { confirm } = await import('../../base/confirm.js');
    const { withOperator } = await import('../operator.js');
    await confirm(context, `Delete webhook ${id} and its history?`, 'Nothing was deleted.');
    const deleted = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).delete(id),
    );
    await context.output.record(deleted, VIEW);
    return undefined;
  },
});
