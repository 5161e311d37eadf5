import { one } from '../../../kit/index.js';
import { columns } from '../../../output/columns.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';

const VIEW: RecordView = {
  fields: columns('id deleted'),
};

export const deleteWebhook = defineVerb({
  name: 'delete',
  summary: 'Delete a webhook and its deliveries',
  description:
    'Deletes a webhook with its history and pending deliveries. Asks for confirmation on a terminal; elsewhere it needs --yes.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  examples: {
    'feedctl webhooks delete wh_a1B2c3D4e5F6g7H8': 'Delete a webhook',
  },
  output: { id: 'wh_a1B2c3D4e5F6g7H8', deleted: true },
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, { id }) {
    const { confirm } = await import('../../base/confirm.js');
    await confirm(context, `Delete webhook ${id} and its history?`, 'Nothing was deleted.');
    const client = await context.client();
    const deleted = await context.during('Deleting the webhook', () => client.deleteWebhook(id));
    await context.output.record(deleted, VIEW);
  },
});
